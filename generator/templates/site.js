// The search, and what all pages share. Pages show their tables without it.
"use strict";

const root = document.body.dataset.root;
const byId = id => document.getElementById(id);
const hex = (number, digits = 2) => "0x" + number.toString(16).toUpperCase().padStart(digits, "0");
const RETYPED = "of another type or size";
const countsText = counts => Object.keys(counts).filter(name => counts[name]).map(name => `${counts[name]} ${name}`)
  .join(", ") || "no member differs";
const sizeText = size => size == null ? "size unknown" : hex(size) + " bytes";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) if (value !== null) element.setAttribute(name, value);
  element.append(...children.filter(Boolean));
  return element;
}
const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const draw = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const loading = {};
const load = path => loading[path] ||= new Promise((done, fail) => {
  const script = make("script", {src: root + path});
  script.onload = done;
  script.onerror = fail;
  document.head.append(script);
});

// ---- Search

const query = byId("query"), results = byId("results");
let active = -1;
const plain = text => text.toLowerCase().replace(/^_+/, "");

// Returns how well a name fits, 0 for exactly; -1 if it does not.
function fit(name, wanted) {
  const own = plain(name), at = own.indexOf(wanted);
  return at < 0 ? -1 : at ? 2 : own.length === wanted.length ? 0 : 1;
}

// Finds names such as "EPROCESS.Token 24H2/x64". A name with a dot is a structure, or a member of one.
function find(text) {
  const [target] = text.trim().split(/\s+/), dot = target.lastIndexOf("."), found = [];
  const owner = plain(target.slice(0, Math.max(dot, 0))), wanted = plain(target.slice(dot + 1)), whole = plain(target);
  const [where, arch] = text.trim().slice(target.length).trim().split("/"), {versions, problem} = versionsOf(where);
  const add = (score, [name, file], member = "") =>
    versions.forEach(version => found.push({score, name, file: file || name, member, version, arch}));
  for (const entry of whole ? STRATA.index : []) {
    const own = fit(entry[0], whole), outer = dot < 0 ? 0 : fit(entry[0], owner);
    if (own >= 0) add(own * 3, entry);
    for (const member of outer < 0 || !entry[2] ? [] : entry[2].split(" ")) {
      const inner = fit(member, wanted);
      if (inner >= 0) add(dot < 0 ? inner * 3 + 1 : outer * 3 + inner, entry, member);
    }
  }
  const size = item => item.name.length + item.member.length;
  const order = (a, b) => a.score - b.score || size(a) - size(b) || (a.name < b.name ? -1 : 1);
  return {found: found.sort(order).slice(0, 40), problem};
}

function resultLink(item) {
  return `${root}s/${item.file}.html${linkOf({arch: item.arch, v: item.version, m: item.member})}`;
}

// Returns the part of an address that names a view.
function linkOf(view) {
  const text = new URLSearchParams(Object.entries(view).filter(item => item[1])).toString();
  return text && "#" + text;
}

function choose(index) {
  const items = [...results.children];
  active = items.length ? (index + items.length) % items.length : -1;
  items.forEach((item, i) => item.setAttribute("aria-selected", i === active));
  items[active]?.scrollIntoView({block: "nearest"});
  query.setAttribute("aria-activedescendant", items[active]?.id || "");
}

function showResults(isShown) {
  const {found, problem} = isShown && STRATA.index ? find(query.value) : {found: []};
  const item = (attributes, i, ...text) => make("li", {role: "option", id: "result-" + i, ...attributes}, ...text);
  const message = problem || (isShown && STRATA.index && !found.length ? "Nothing has this name." : "");
  const links = found.map((one, i) => item({"data-href": resultLink(one)}, message ? i + 1 : i, one.name,
    one.member && make("b", {}, "." + one.member), one.version && ` in ${labelOf(one.version)}`));
  results.replaceChildren(...message ? [item({"aria-disabled": true}, 0, message), ...links] : links);
  results.hidden = !results.children.length || !query.value.trim();
  query.setAttribute("aria-expanded", !results.hidden);
  choose(0);
}

function follow(item) {
  if (!item?.dataset.href) return;
  query.blur();
  location.href = item.dataset.href;
}

function beginSearch() {
  const ready = () => load("index.js").then(() => showResults(true));
  const keys = {ArrowDown: () => choose(active + 1), ArrowUp: () => choose(active - 1),
    Escape: () => showResults(false), Enter: () => ready().then(() => follow(results.children[0]))};
  byId("search").hidden = false;
  byId("search").addEventListener("submit", event => event.preventDefault());
  query.addEventListener("focus", ready);
  query.addEventListener("input", () => showResults(true));
  query.addEventListener("blur", () => showResults(false));
  query.addEventListener("keydown", event => {
    if (!keys[event.key]) return;
    event.preventDefault();
    if (event.key === "Enter" && active >= 0) follow(results.children[active]);
    else keys[event.key]();
  });
  results.addEventListener("mousedown", event => {
    event.preventDefault();
    follow(event.target.closest("li"));
  });
  document.addEventListener("keydown", event => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.closest("input, select")) return;
    event.preventDefault();
    query.focus();
  });
  if (!byId("hint")) return;
  byId("hint").hidden = false;
  query.focus();
}

// ---- Long tables

// Shows the rows that have a text. Braces, dashes and blanks do not count, so GUIDs may have any form.
function beginRows() {
  const squeeze = text => text.toLowerCase().replace(/[-{}\s]/g, ""), field = byId("rows-filter");
  const rows = [...document.querySelectorAll("#long tbody tr")].map(row => [row, squeeze(row.textContent)]);
  field.addEventListener("input", () => {
    const wanted = squeeze(field.value);
    for (const [row, text] of rows) row.hidden = !text.includes(wanted);
    byId("rows-found").textContent = wanted && `${rows.filter(([row]) => !row.hidden).length} of ${rows.length} rows`;
  });
  byId("within").hidden = false;
}

beginSearch();
if (byId("within")) beginRows();
