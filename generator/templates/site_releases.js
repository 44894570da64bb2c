// The page of releases: all structures of a version, or two versions compared. releases.c describes the data.
"use strict";
const {arches, pages, kernels} = STRATA.releases, SHOWN = 400;
const LISTS = [["changed", "Changed", "~"], ["added", "New", "+"], ["removed", "Gone", "\u2212"], ["same", "The same", "="]];
let view = {}, shown = {};

// Returns a version in numbers, to compare; "" if the text means none alone. One without a revision is the last of its
// build.
function numbersOf(text) {
  const name = aloneOf(text), at = VERSIONS.names.indexOf(name);
  const first = VERSIONS.names.findIndex((other, i) => VERSIONS.numbers[i].startsWith(name + "."));
  const full = at < 0 ? name : VERSIONS.numbers[at] || VERSIONS.numbers[first] || name + ".0.0";
  return full;
}

const withRevision = full => sortable(full.split(".").length > 3 ? full : full + ".65535");

// Returns the view of each page in a version on an architecture; undefined where it does not exist.
function viewsAt(text, arch) {
  const full = numbersOf(text), build = full.split(".").slice(0, 3).join("."), index = arches.indexOf(arch);
  const bounds = VERSIONS.bounds.map(sortable), number = VERSIONS.numbers.indexOf(build);
  const own = withRevision(full), other = VERSIONS.kernels[build];
  const mapped = other && withRevision(full.replace(build, other));
  return pages.map(page => {
    const on = page?.on.find(item => item[0] === index);
    if (!on) return undefined;
    const at = mapped && kernels[on[1]].includes(number) ? mapped : own;
    let found = -1;
    for (let i = 2; i < on.length && bounds[on[i]] <= at; i += 2) found = on[i + 1];
    return found < 0 ? undefined : {size: page.views[2 * found], content: page.views[2 * found + 1], page};
  });
}

function kindOf(here, there) {
  if (!here || !there) return here ? "added" : there ? "removed" : "";
  return here.content === there.content && here.size === there.size ? "same" : "changed";
}

// Returns the numbers of members of a changed structure by their change, in words.
function tallyOf(here, there) {
  const [low, high] = [here.content, there.content].sort((a, b) => a - b), at = 4 * (high * (high - 1) / 2 + low);
  const [added, removed, moved, retyped] = low === high ? [0, 0, 0, 0] : here.page.tallies.slice(at, at + 4);
  return countsText({added: here.content === high ? added : removed, removed: here.content === high ? removed : added,
    moved, [RETYPED]: retyped});
}

// Lists the structures by the kind of their change. Without a version to compare with, all are "same".
function compareAll() {
  const here = viewsAt(view.v, view.arch), there = view.vs ? viewsAt(view.vs, view.on) : here, lists = {};
  STRATA.index.forEach(([name, file], i) => {
    const kind = kindOf(here[i], there[i]);
    if (kind) (lists[kind] ||= []).push({name, file: file || name, here: here[i], there: there[i]});
  });
  return lists;
}

function itemOf({name, file, here, there}, kind, sign) {
  const onlyThere = kind === "removed", own = onlyThere ? {arch: view.on, v: view.vs} : {arch: view.arch, v: view.v};
  const more = kind === "changed" ? {vs: view.vs, on: view.on === view.arch ? "" : view.on} : {};
  const size = here && there && here.size !== there.size ? `${sizeText(there.size)} \u2192 ${sizeText(here.size)}`
    : sizeText((here || there).size);
  const members = kind === "changed" ? `: ${tallyOf(here, there)}` : "";
  return make("li", {class: kind}, make("span", {class: "sign", "aria-hidden": true}, sign), " ",
    make("a", {href: `s/${file}.html${linkOf({...own, ...more})}`}, name), " ", make("span", {}, size + members));
}

function showLists() {
  const wanted = byId("filter").value.trim().toLowerCase();
  byId("lists").replaceChildren(...LISTS.filter(([kind]) => shown[kind]).map(([kind, title, sign]) => {
    const list = shown[kind].filter(item => item.name.toLowerCase().includes(wanted));
    const items = make("ul", {class: "changes"}), heading = view.vs ? title : "All structures";
    const add = count => items.append(...list.slice(items.children.length, items.children.length + count)
      .map(item => itemOf(item, view.vs ? kind : "", view.vs ? sign : "")));
    const section = make("details", {open: kind === "same" && view.vs ? null : ""},
      make("summary", {}, make("h2", {}, `${heading}: ${list.length}`)), items);
    const rest = make("button", {type: "button"}, `Show all ${list.length}`);
    add(SHOWN);
    rest.addEventListener("click", () => {
      add(list.length);
      rest.remove();
    });
    if (list.length > SHOWN) section.append(rest);
    return section;
  }));
}

function show() {
  const problem = problemOf(view.v) || problemOf(view.vs), of = (v, arch) => `${labelOf(aloneOf(v))} on ${arch}`;
  shown = problem ? {} : compareAll();
  const count = kind => (shown[kind] || []).length, total = LISTS.reduce((sum, [kind]) => sum + count(kind), 0);
  const words = LISTS.map(([kind, title]) => `${count(kind)} ${title.toLowerCase()}`).join(", ");
  byId("answer").textContent = problem || (view.vs ? `${of(view.v, view.arch)} against ${of(view.vs, view.on)}: ${words}.`
    : `${of(view.v, view.arch)} has ${total} structures.`);
  [byId("version").value, byId("vs").value] = [labelOf(view.v), labelOf(view.vs)];
  [byId("arch").value, byId("on").value] = [view.arch, view.on];
  showLists();
}

function read() {
  const wanted = new URLSearchParams(location.hash.slice(1)), get = key => wanted.get(key) || "";
  const named = name => arches.find(arch => arch.toLowerCase() === name.toLowerCase());
  const arch = named(get("arch")) || named("x64") || arches[0], points = VERSIONS.names.filter((_, i) => VERSIONS.numbers[i]);
  view = {arch, on: named(get("on")) || arch, v: aloneOf(get("v")) || get("v") || points.at(-1) || "",
    vs: aloneOf(get("vs")) || get("vs")};
  show();
}

function update(change) {
  Object.assign(view, change);
  const {v, arch, vs, on} = view;
  history.replaceState(null, "", linkOf({v, arch, vs, on: on === arch ? "" : on}));
  show();
}

for (const [id, key] of [["version", "v"], ["vs", "vs"]])
  byId(id).addEventListener("change", ({target: {value}}) => update({[key]: aloneOf(value) || value.trim()}));
for (const id of ["arch", "on"]) {
  byId(id).append(...arches.map(arch => make("option", {}, arch)));
  byId(id).addEventListener("change", ({target: {value}}) =>
    update(id === "arch" ? {arch: value, on: view.on === view.arch ? value : view.on} : {on: value}));
}
byId("versions").append(...VERSIONS.names.map((name, i) => make("option", {value: VERSIONS.labels[i]}, VERSIONS.numbers[i])));
byId("controls").addEventListener("submit", event => event.preventDefault());
byId("filter").addEventListener("input", showLists);
byId("releases").hidden = false;
addEventListener("hashchange", read);
read();
