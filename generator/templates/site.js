// The search and the views of a site. Pages show their tables without it. data.c describes the data of a structure.
"use strict";
const STRATA = {index: null, texts: {}};
const root = document.body.dataset.root;
const byId = id => document.getElementById(id);
const hex = (number, digits = 2) => "0x" + number.toString(16).toUpperCase().padStart(digits, "0");
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
    one.member && make("b", {}, "." + one.member), one.version && ` in ${one.version}`));
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

// ---- The data of a structure

const VALUE = 0, STRUCT = 1, UNION = 2, BITS = 5, POINTER = 7, UNKNOWN_BIT = 255, FIRST_ROWS = 60;
const LOOKS = ["value", "group", "group", "unknown", "hole", "hole", "hole", "pointer"];
const GRADES = ["attested", "bracketed", "interpolated", "extrapolated", "disputed"], CARRIED = 3, DISPUTED = 4;
let data = null, state = {}, active = -1;

// Returns the rows of a layout with their offsets.
function rowsOf(layout) {
  let number = -1, at = 0;
  return layout.list ||= Array.from({length: layout.rows.length / 2}, (_, i) => {
    const step = layout.rows[2 * i + 1];
    number += layout.rows[2 * i] + 1;
    at += step || 0;
    const [name, type, size, depth = 0, look = 0, bit = 0, width = 0, note = 0] = data.rows[number];
    return {name, type: data.row_types[type][0], file: data.row_types[type][1], size, depth, look, bit, width,
      note: data.notes[note], offset: step === null ? null : at, isMember: look === VALUE || look === POINTER};
  });
}

const namesOf = (arch, first, end) => boundsOf(arch.names, runsOf(arch)[first].from, runsOf(arch)[end]?.from);
const layoutsOf = arch => data.layouts.slice(arch.first, arch.first + arch.grades.length);
const memberOf = (layout, name) => layout && rowsOf(layout).find(row => row.isMember && row.name === name);
const endOf = ({to, isCarried}) => (to || "all later versions") + (isCarried ? ", carried forward after that" : "");
const rangeOf = item => item.from === item.to && !item.isCarried ? item.from : `${item.from}..${endOf(item)}`;
const bitsOf = row => !row.width ? "" : row.bit === UNKNOWN_BIT ? " bits ?"
  : row.width === 1 ? ` bit ${row.bit}` : ` bits ${row.bit}-${row.bit + row.width - 1}`;
const offsetOf = row => row.offset === null ? "?" : hex(row.offset, 3);
const placeOf = row => offsetOf(row) + bitsOf(row);
const typeOf = row => row.type.replace(/ Pos.*/, "");

// Returns the runs of versions with one layout and one basis.
function runsOf(arch) {
  let from = "";
  return arch.list ||= Array.from({length: arch.runs.length / 4}, (_, i) => {
    const [first, layout, grade, disputed] = arch.runs.slice(4 * i, 4 * i + 4);
    from = first[0] === "." ? from.slice(0, from.lastIndexOf(".")) + first : first;
    return {from, layout, grade, disputed};
  });
}

// Returns the index of the run of a version, which is given in numbers, with or without a revision; -1 before all runs.
function runAt(arch, text) {
  const [major, minor, build, revision = "65535"] = text.split("."), own = `${major}.${minor}.${build}`;
  const at = arch.kernels.findIndex((item, i) => i % 2 === 0 && item === own);
  const version = sortable(`${at < 0 ? own : arch.kernels[at + 1]}.${revision}`);
  return runsOf(arch).findLastIndex(run => sortable(run.from) <= version);
}

// Finds the layout of a version, -1 if it does not exist there, and the basis in words; undefined unless it is one.
function resolve(arch, text) {
  const wanted = aloneOf(text), name = wanted && arch.names.find(item => item[0] === wanted);
  if (!wanted) return undefined;
  const point = name && !name[1] && arch.names.find(item => item[1].startsWith(name[0] + "."));
  const full = name ? name[1] || point?.[1] || name[0] + ".0.0" : wanted;
  const run = FULL.test(full) ? runAt(arch, full) : -1, found = runsOf(arch)[run];
  return name ? {layout: name[2], words: data.words[name[3]], grade: name[4], disputed: name[5], run}
    : {layout: -1, grade: CARRIED, ...found, words: GRADES[found?.grade], run};
}

// Returns the versions in which a layout is known, else those in which it is taken, else those of its rows.
function spanOf(arch, index) {
  const runs = runsOf(arch), own = [...runs.keys()].filter(i => runs[i].layout === index);
  const known = own.filter(i => runs[i].grade < CARRIED), list = known.length ? known : own;
  if (!own.length) return layoutsOf(arch)[index] || {};
  return {...namesOf(arch, list[0], list.at(-1) + 1), isCarried: known.length && runs[own.at(-1)].grade === CARRIED};
}

// Returns the grade of a member in a version. In a disputed structure, the members that are not disputed have another.
function gradeOf(found, name) {
  if (found.grade !== DISPUTED) return found.grade;
  const [others, ...names] = data.words[found.disputed].split(" ");
  return names.includes(name) ? DISPUTED : Number(others);
}

// Returns the places of a member, each known, disputed or carried forward, with the runs from `first` to before `end`.
// Leaves out disputed ones without a point.
function historyOf(arch, name) {
  const list = [], layouts = layoutsOf(arch);
  runsOf(arch).forEach((run, first) => {
    const row = memberOf(layouts[run.layout], name), grade = gradeOf(run, name), last = list.at(-1);
    const key = `${Math.max(grade, CARRIED - 1)} ${row ? `${placeOf(row)} ${row.type} ${row.size}` : ""}`;
    if (last?.key === key) [last.end, last.grade] = [first + 1, Math.max(last.grade, grade)];
    else list.push({key, row, grade, first, end: first + 1});
  });
  const points = arch.names.filter(name => name[1]).map(name => runAt(arch, name[1] + ".0"));
  const known = list.filter(item => item.grade !== DISPUTED || points.some(run => run >= item.first && run < item.end));
  return known.map(item => ({...item, ...namesOf(arch, item.first, item.end)}));
}

// Returns what changed of a member that both sides have, in words.
function changeOf(row, other) {
  const words = [], by = row.offset - other.offset;
  if (placeOf(row) !== placeOf(other))
    words.push(`moved ${by ? (by > 0 ? "+" : "\u2212") + hex(Math.abs(by), 1) + " " : ""}from ${placeOf(other)}`);
  if (typeOf(row) !== typeOf(other)) words.push("was " + other.type);
  if (row.width !== other.width) words.push(`was ${other.width} bits`);
  else if (row.size !== other.size) words.push(`was ${sizeText(other.size)}`);
  return words;
}

// Compares the rows of two layouts: a list of [row, kind, words], and the numbers of changes in words.
function compare(rows, others) {
  const old = new Map(others.filter(row => row.isMember).map(row => [row.name, row])), list = [];
  const names = new Set(rows.map(row => row.name)), other = "of another type or size";
  const counts = {added: 0, removed: 0, moved: 0, [other]: 0};
  const gone = [...old.values()].filter(row => !names.has(row.name));
  for (const row of rows) {
    const before = row.isMember ? old.get(row.name) : null, words = before ? changeOf(row, before) : [];
    const place = (before || row).offset, kind = !row.isMember ? "" : !before ? "added" : words.length ? "changed" : "";
    while (gone.length && row.depth === 0 && gone[0].offset <= place) list.push([gone.shift(), "removed", ""]);
    list.push([row, kind, words.join("; ")]);
    counts.added += kind === "added";
    counts.moved += words.some(word => word.startsWith("moved"));
    counts[other] += words.some(word => word.startsWith("was"));
  }
  gone.forEach(row => list.push([row, "removed", ""]));
  counts.removed = list.filter(item => item[1] === "removed").length;
  const words = Object.keys(counts).filter(name => counts[name]).map(name => `${counts[name]} ${name}`);
  return {list, words: words.join(", ") || "no member differs"};
}

// ---- The view

function viewLink(more) {
  const {arch, v, vs, on, m} = {...state, ...more};
  return linkOf({arch: arch.name, v, vs, on: vs && on !== arch ? on.name : "", m});
}

// Returns a row of the table. `other` is the name of the version that it is compared with.
function rowElement([row, kind, words], other, [here, there]) {
  const isOwn = row.isMember && kind !== "removed", target = isOwn && row.name === state.m ? "target" : "";
  const link = row.file ? make("a", {href: `${row.file}.html${there}`}, row.type) : row.type;
  const change = {added: `+ added: not in ${other}`, removed: `\u2212 removed: at ${placeOf(row)} in ${other}`,
    changed: `~ ${words}`}[kind];
  return make("tr", {class: `${LOOKS[row.look]} ${kind} ${target}`},
    make("td", {class: "number"}, kind === "removed" ? "" : offsetOf(row)),
    make("td", {class: "number"}, row.size === null ? "?" : hex(row.size)),
    make("td", {class: "name d" + Math.min(row.depth, 6)},
      isOwn ? make("a", {href: `${here}&m=${row.name}`, "data-member": row.name}, row.name) : row.name),
    make("td", {class: "type"}, link), make("td", {class: "change"}, change), make("td", {class: "note"}, row.note));
}

const stepsOf = ({steps, member_changes: list}) => steps && `${list[state.m] || 0} of ${steps} steps between builds`;

// Returns the answer to where a member is: the place with its grade, and of a guess what it rests on. `list` has the
// places of the member, and `now` is the index of this one.
function answerOf(list, now, row, where, found) {
  const grade = found && gradeOf(found, state.m), name = GRADES[grade] ?? "", steps = stepsOf(state.arch);
  const place = row && make("b", {class: `place ${name}`}, placeOf(row));
  const but = "disputed, since versions around it differ.", near = list[now - 1]?.to || list[now + 1]?.from;
  const was = !row ? [] : !steps || !near ? ["The rows of the spec say ", place, "."]
    : ["It was at ", place, ` in ${near}, the nearest that was seen, and it changed in ${steps}.`];
  if (grade === CARRIED)
    return [" is not known in ", make("b", {}, where), `: nobody has looked at it on ${state.arch.name}. `, ...was];
  if (grade === DISPUTED) return [row ? " may be at " : " may not exist", place || "", ` in ${where}: ${but}`];
  const known = name && ` (${name})`, since = list[now] && make("b", {}, list[now].from);
  return row ? [" is at ", place, ` in ${where}${known}, since `, since, now ? "." : ", the first known version."]
    : [` does not exist in ${where}${known}.`];
}

function showMember(layout, found) {
  const {m, arch} = state, list = m ? historyOf(arch, m) : [], row = memberOf(layout, m);
  const run = found ? found.run : runsOf(arch).findIndex(item => item.layout === state.layout);
  const now = list.findIndex(item => item.first <= run && item.end > run);
  const where = state.v || rangeOf(spanOf(arch, state.layout)), steps = stepsOf(arch);
  const cell = (text, look) => make("td", {class: look || null}, text);
  const carried = "carried forward" + (steps ? "; it changed in " + steps : "");
  byId("member").hidden = !list.some(item => item.row);
  if (byId("member").hidden) return;
  byId("member-answer").replaceChildren(make("b", {}, `${data.name}.${m}`), ...answerOf(list, now, row, where, found));
  byId("member-history").replaceChildren(...list.map((item, i) => make("tr", {class: i === now ? "target" : null},
    cell(item.from), cell(item.to || "all later versions"), cell(item.row ? placeOf(item.row) : "-", "number"),
    cell(item.row ? item.row.type : item.grade < CARRIED ? "does not exist" : "?", "type"),
    cell(item.grade === CARRIED ? carried : GRADES[item.grade]))));
}

// Marks each layout by its best grade, and by a cross if it is disputed in some versions.
function showMarks() {
  const list = layoutsOf(state.arch), grades = list.map(() => new Set());
  for (const run of runsOf(state.arch)) grades[run.layout]?.add(run.grade);
  const shapes = grades.flatMap((set, i) => {
    const x = `${100 * i / Math.max(list.length - 1, 1)}%`;
    const title = `${rangeOf(spanOf(state.arch, i))}: ${[...set].sort().map(grade => GRADES[grade]).join(", ")}`;
    return [draw("circle", {cx: x, cy: 7, r: 5, class: GRADES[Math.min(...set)]}, draw("title", {}, title)),
      set.has(4) && draw("text", {x, y: 27, "text-anchor": "middle", class: "cross"}, "\u00d7")];
  });
  byId("marks").replaceChildren(draw("svg", {width: "100%", height: 30}, ...shapes));
}

function showAbout(layout, {words, grade}, compared) {
  const names = state.arch.names.filter(name => name[1] && name[2] === state.layout);
  const covered = names.map(([name, build]) => build.endsWith("." + name) ? build : `${name} (${build})`).join(", ");
  const lines = [state.problem && [make("b", {}, state.problem)], ...layout ? [
    [make("b", {}, rangeOf(spanOf(state.arch, state.layout))), ` on ${state.arch.name}: `,
      make("b", {}, sizeText(layout.size)), !layout.align_guessed && `, aligned to ${layout.align}`,
      layout.note && `, ${layout.note}`, `. Layout ${state.layout + 1} of ${state.arch.grades.length}.`],
    covered && [`Covers ${covered}.`], words && [`${state.v} is ${words}.`],
    [`Evidence: ${state.arch.grades[state.layout]}`], compared && [make("b", {}, compared)],
  ] : [[`${data.name} ${grade < CARRIED ? "does not exist" : "is not known"} in ${state.v} on ${state.arch.name}.`]]];
  byId("about").replaceChildren(...lines.filter(Boolean).map(line => make("p", {}, ...line)));
}

// Shows the view. At first only the rows of the first screens are made, so that the page shows at once.
function show(isFirst) {
  const {arch, on, v, vs} = state, found = resolve(arch, v), reference = resolve(on, vs), layouts = layoutsOf(arch);
  if (found) state.layout = found.layout;
  const layout = layouts[state.layout], other = reference && layoutsOf(on)[reference.layout];
  const changes = other && layout && compare(rowsOf(layout), rowsOf(other));
  const name = on === arch ? vs : `${vs} on ${on.name}`;
  const compared = !vs ? "" : !reference ? problemOf(vs)
    : !other ? `${data.name} does not exist in ${name}.`
    : changes && `Compared with ${name}: ${changes.words}; ${sizeText(other.size)} there.`;
  Object.assign(byId("slider"), {max: layouts.length - 1, value: state.layout, disabled: layouts.length < 2});
  byId("slider").setAttribute("aria-valuetext", layout ? rangeOf(spanOf(arch, state.layout)) : "none");
  [byId("version").value, byId("vs").value] = [v, vs];
  byId("vs").setAttribute("aria-invalid", Boolean(vs && !reference));
  byId("on").value = on.name;
  byId("arches").querySelectorAll("input").forEach(radio => radio.checked = radio.value === arch.name);
  byId("versions").replaceChildren(...arch.names.map(item => make("option", {value: item[0]}, item[1])).reverse());
  showMarks();
  showAbout(layout, found || {}, compared);
  const rows = changes ? changes.list : layout ? rowsOf(layout).map(row => [row, "", ""]) : [];
  byId("members").classList.toggle("compared", Boolean(changes));
  byId("members").classList.toggle("noted", rows.some(([row]) => row.note));
  const links = [viewLink({m: ""}), viewLink({vs: "", m: ""})], now = isFirst ? FIRST_ROWS : rows.length;
  const body = byId("members").tBodies[0], elements = list => list.map(item => rowElement(item, name, links));
  body.replaceChildren(...elements(rows.slice(0, now)));
  showMember(layout, found);
  byId("link").href = viewLink();
  if (byId("texts").open) showTexts();
  requestAnimationFrame(() => setTimeout(() => {
    if (now < rows.length && body.children.length === now) body.append(...elements(rows.slice(now)));
    picture(layout, byId("picture"));
  }));
}

function read(isFirst) {
  const view = new URLSearchParams(location.hash.slice(1)), wanted = key => view.get(key) || "";
  const named = name => data.arches.find(arch => arch.name.toLowerCase() === name.toLowerCase());
  const fits = arch => resolve(arch, wanted("v"))?.layout >= 0, usual = named("x64") || data.arches[0];
  const arch = named(wanted("arch")) || (fits(usual) ? usual : data.arches.find(fits) || usual);
  const layout = arch.grades.length - 1, v = aloneOf(wanted("v")) || layoutsOf(arch)[layout].at || "";
  state = {arch, v, layout, m: wanted("m"), vs: aloneOf(wanted("vs")) || wanted("vs"),
    on: named(wanted("on")) || arch, problem: problemOf(wanted("v"))};
  show(isFirst);
}

function update(change) {
  Object.assign(state, change, {problem: ""});
  show();
  history.replaceState(null, "", viewLink());
}

// ---- The picture: a line for every eight bytes; members that overlap are side by side

const LINE = 24, LABEL = 64, LANES = 6, CHARACTER = 7.3, WORD = 64;

// Returns the items from one row to another: those of unnamed aggregates, too, except structures that are one side of a
// union, which are one item. Positions are in bits.
function itemsOf(rows, begin, end, isUnion) {
  const items = [];
  for (let i = begin, next; i < end; i = next) {
    const row = rows[i], isGroup = row.look === STRUCT || row.look === UNION;
    for (next = i + 1; next < end && rows[next].depth > row.depth;) next++;
    const inner = isGroup ? itemsOf(rows, i + 1, next, row.look === UNION) : null;
    const [bit, width] = row.look === BITS ? row.type.match(/\d+/g).map(Number) : [row.bit % UNKNOWN_BIT, row.width];
    const from = row.offset * 8 + bit, to = from + (width || row.size * 8);
    if (inner && !(isUnion && row.look === STRUCT)) items.push(...inner);
    else if (row.offset !== null && to > from) items.push({row, from, to, inner});
  }
  return items.sort((a, b) => a.from - b.from || b.to - a.to);
}

// Returns groups of items that overlap, each with lanes in which none do.
function groupsOf(items) {
  const groups = [];
  for (const item of items) {
    if (!groups.length || item.from >= groups.at(-1).to) groups.push({from: item.from, to: item.to, lanes: []});
    const group = groups.at(-1), lane = group.lanes.find(list => list.at(-1).to <= item.from);
    group.to = Math.max(group.to, item.to);
    (lane || group.lanes[group.lanes.push([]) - 1]).push(item);
  }
  return groups;
}

// Collects the numbers of the lines on which something begins or ends.
function linesOf(items, lines) {
  for (const item of items) {
    lines.add(Math.floor(item.from / WORD)).add(Math.floor((item.to - 1) / WORD));
    linesOf(item.inner || [], lines);
  }
  return lines;
}

// Returns the y of each line. Lines between those on which something begins or ends are one.
function placeLines(items, shapes) {
  const places = new Map();
  let last = -1;
  const place = (line, text) => {
    shapes.push(draw("text", {x: 4, y: places.size * LINE + 17, class: "offset"}, text));
    places.set(line, places.size * LINE);
  };
  for (const line of [...linesOf(items, new Set())].sort((a, b) => a - b)) {
    if (line > last + 1) place(last + 1, line === last + 2 ? hex((last + 1) * 8, 3) : "\u22ee");
    place(last = line, hex(line * 8, 3));
  }
  return places;
}

// Draws an item. `across` returns the x of a bit on a line.
function drawItem({row, from, to}, across, places, shapes) {
  const parts = [];
  for (const [line, y] of places) {
    const x = across(line, Math.max(from, line * WORD)), w = across(line, Math.min(to, line * WORD + WORD)) - x;
    const last = parts[parts.length - 1];
    if (from >= line * WORD + WORD || to <= line * WORD) continue;
    if (last && last.x === x && last.w === w && last.y + last.h === y) last.h += LINE;
    else parts.push({x, w, y, h: LINE});
  }
  const widest = parts.reduce((best, part) => part.w > best.w ? part : best);
  const room = Math.floor((widest.w - 6) / CHARACTER), look = LOOKS[row.look];
  const title = `${placeOf(row)} ${row.name}${row.type && ": " + row.type} (${sizeText(row.size)})`;
  for (const {x, y, w, h} of parts)
    shapes.push(draw("rect", {x, y: y + 1, width: Math.max(w - 1, 1), height: h - 2, rx: 2, fill: "url(#hatch)",
      class: row.isMember && row.name === state.m ? look + " target" : look}, draw("title", {}, title)));
  const label = row.look === POINTER ? "\u2192" + row.name : row.name;
  if (room > 1) shapes.push(draw("text", {x: widest.x + 4, y: widest.y + 17},
    label.length > room ? label.slice(0, room - 1) + "\u2026" : label));
}

function drawItems(items, across, places, shapes) {
  for (const {from, to, lanes} of groupsOf(items)) lanes.slice(0, LANES).forEach((lane, k, {length}) => {
    const inLane = (line, bit) => {
      const first = Math.max(from, line * WORD), last = Math.min(to, line * WORD + WORD), x = across(line, first);
      const width = (across(line, last) - x) / length;
      return x + k * width + (bit - first) / (last - first) * width;
    };
    for (const item of lane)
      if (item.inner) drawItems(item.inner, inLane, places, shapes);
      else drawItem(item, inLane, places, shapes);
  });
}

function picture(layout, svg) {
  const hatch = {id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"};
  const shapes = [draw("pattern", hatch, draw("rect", {width: 6, height: 6}), draw("path", {d: "M0 0V6"}))];
  const width = Math.max(240, Math.min(720, svg.parentNode.clientWidth - 26));
  const items = layout ? itemsOf(rowsOf(layout), 0, rowsOf(layout).length, false) : [];
  const places = placeLines(items, shapes);
  drawItems(items, (line, bit) => LABEL + (bit - line * WORD) / WORD * (width - LABEL), places, shapes);
  fill(svg, {width, height: places.size * LINE, viewBox: `0 0 ${width} ${places.size * LINE}`}, []);
  svg.replaceChildren(...shapes);
}

// ---- C and dt text

// Loads the dt text of the view, and puts its C text together with those of the structures that it holds.
async function texts() {
  await load(`t/${data.page}.js`);
  const own = STRATA.texts[data.page], index = state.arch.first + state.layout, c = own.c[index], parts = [];
  const once = (key, end) => [...new Set(parts.flatMap(part => part[key].split(end)))].join(end);
  const at = state.v.includes(" ") ? `"${state.v}/${state.arch.name}"` : `${state.v}/${state.arch.name}`;
  if (state.layout < 0 || !c) return {dt: own.dt[index] || "", c: "/* No version has this layout. */\n"};
  for (let i = 0; i < c.needs.length; i += 2) {
    await load(`t/${c.needs[i]}.js`);
    parts.push(STRATA.texts[c.needs[i]].c[c.needs[i + 1]]);
  }
  parts.push(c);
  const head = `/* ${data.name} of ${at}; strata export c --struct ${data.name} --at ${at} adds checks. */\n\n`;
  return {dt: own.dt[index], c: head + c.macro + once("forwards", "\n") + "\n" + once("enums", "\n\n") +
    parts.map(part => part.body).join("")};
}

const showTexts = () => texts().then(text => byId("text").textContent = `${text.dt}\n${text.c}`);

// Copies a text; where the browser does not allow that, selects it.
async function copy(text, what) {
  byId("copied").textContent = "";
  try {
    await navigator.clipboard.writeText(text);
    byId("copied").textContent = `${what} is copied.`;
  } catch {
    byId("texts").open = true;
    byId("text").textContent = text;
    getSelection().selectAllChildren(byId("text"));
    byId("copied").textContent = `${what} is selected.`;
  }
}

function beginView() {
  const on = (id, kind, act) => byId(id).addEventListener(kind, act);
  const named = name => data.arches.find(arch => arch.name === name);
  data = JSON.parse(byId("data").textContent);
  byId("view").hidden = false;
  byId("all").open = false;
  byId("arches").append(...data.arches.map(({name: value}) =>
    make("label", {}, make("input", {type: "radio", name: "arch", value}), " " + value)));
  byId("on").append(...data.arches.map(arch => make("option", {}, arch.name)));
  on("arches", "change", event => {
    const arch = named(event.target.value), layout = arch.grades.length - 1;
    const v = resolve(arch, state.v)?.layout >= 0 ? state.v : layoutsOf(arch)[layout].at || "";
    update({arch, layout, v, on: state.on === state.arch ? arch : state.on});
  });
  on("slider", "input", event => {
    const layout = Number(event.target.value);
    update({layout, v: layoutsOf(state.arch)[layout].at || ""});
  });
  on("version", "change", ({target}) => {
    const v = aloneOf(target.value);
    fill(target, {"aria-invalid": !v, title: problemOf(target.value)}, []);
    if (v) update({v});
  });
  on("vs", "change", ({target: {value}}) => update({vs: aloneOf(value) || value.trim()}));
  on("on", "change", event => update({on: named(event.target.value), vs: state.vs || state.v}));
  on("members", "click", event => {
    const member = event.target.dataset.member;
    if (!member || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    update({m: member === state.m ? "" : member});
    byId("members").querySelector(".target a")?.focus({preventScroll: true});
  });
  on("controls", "submit", event => event.preventDefault());
  on("texts", "toggle", () => byId("texts").open && showTexts());
  on("copy-link", "click", () => copy(new URL(viewLink(), location.href).href, "The link"));
  on("copy-dt", "click", () => texts().then(text => copy(text.dt, "The dt text")));
  on("copy-c", "click", () => texts().then(text => copy(text.c, "The C text")));
  addEventListener("hashchange", () => read());
  addEventListener("resize", () => picture(layoutsOf(state.arch)[state.layout], byId("picture")));
  read(true);
}

beginSearch();
if (byId("data")) beginView();
