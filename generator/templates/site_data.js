// The data of a structure, which data.c writes and data.html describes: rows, layouts, and what is known of a member.
"use strict";
const VALUE = 0, STRUCT = 1, UNION = 2, BITS = 5, PADDING = 6, POINTER = 7, UNKNOWN_BIT = 255;
const LOOKS = ["value", "group", "group", "unknown", "hole", "hole", "hole", "pointer"];
const GRADES = ["attested", "bracketed", "interpolated", "extrapolated", "disputed"], CARRIED = 3, DISPUTED = 4;

// Gives the parts of the data what they share: the data itself, and names of versions for their numbers.
function openData(data) {
  for (const layout of data.layouts) layout.data = data;
  for (const arch of data.arches) {
    arch.data = data;
    arch.kernels = arch.kernels.flatMap(i => [VERSIONS.numbers[i], VERSIONS.kernels[VERSIONS.numbers[i]]]);
    arch.names = Array.from({length: arch.names.length / 5}, (_, i) => {
      const [number, ...rest] = arch.names.slice(5 * i, 5 * i + 5);
      return [VERSIONS.names[number], VERSIONS.numbers[number], ...rest];
    });
  }
  return data;
}

// Returns the rows of a layout with their offsets.
function rowsOf(layout) {
  if (layout.list) return layout.list;
  let number = -1, at = 0;
  const {rows, row_types: types, notes} = layout.data;
  return layout.list = Array.from({length: layout.rows.length / 2}, (_, i) => {
    const step = layout.rows[2 * i + 1];
    number += layout.rows[2 * i] + 1;
    at += step || 0;
    const [name, type, size, depth = 0, look = 0, bit = 0, width = 0, note = 0] = rows[number];
    return {name, type: types[type][0], file: types[type][1], inner: types[type][2], size, depth, look, bit, width,
      note: notes[note], offset: step === null ? null : at, isMember: look === VALUE || look === POINTER};
  });
}

const namesOf = (arch, first, end) => boundsOf(arch.names, runsOf(arch)[first].from, runsOf(arch)[end]?.from);
const layoutsOf = arch => arch.data.layouts.slice(arch.first, arch.first + arch.grades.length);
const memberOf = (layout, name) => layout && rowsOf(layout).find(row => row.isMember && row.name === name);
const endOf = ({to, isCarried}) => (labelOf(to) || "all later versions") +
  (isCarried ? ", carried forward after that" : "");
const rangeOf = item => item.from === item.to && !item.isCarried ? labelOf(item.from)
  : `${labelOf(item.from)} to ${endOf(item)}`;
const bitsOf = row => !row.width ? "" : row.bit === UNKNOWN_BIT ? " bits ?"
  : row.width === 1 ? ` bit ${row.bit}` : ` bits ${row.bit}-${row.bit + row.width - 1}`;
const offsetOf = row => row.offset === null ? "?" : hex(row.offset, 3);
const placeOf = row => offsetOf(row) + bitsOf(row);
const typeOf = row => row.type.replace(/ Pos.*/, "");

// Returns the runs of versions with one layout and one basis.
function runsOf(arch) {
  if (arch.list) return arch.list;
  arch.list = [];
  for (let i = 0; i < arch.runs.length; i += 2) {
    const [bound, code] = arch.runs.slice(i, i + 2), grade = code % 5;
    arch.list.push({from: VERSIONS.bounds[bound], layout: Math.floor(code / 5) - 1, grade,
      disputed: grade === DISPUTED ? arch.runs[2 + i++] : 0});
  }
  return arch.list;
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
  return name ? {layout: name[2], words: arch.data.words[name[3]], grade: name[4], disputed: name[5], run}
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
function gradeOf(arch, found, name) {
  if (found.grade !== DISPUTED) return found.grade;
  const [others, ...names] = arch.data.words[found.disputed].split(" ");
  return names.includes(name) ? DISPUTED : Number(others);
}

// Returns the places of a member, each known, disputed or carried forward, with the runs from `first` to before `end`.
// Leaves out disputed ones without a point.
function historyOf(arch, name) {
  const list = [], layouts = layoutsOf(arch);
  runsOf(arch).forEach((run, first) => {
    const row = memberOf(layouts[run.layout], name), grade = gradeOf(arch, run, name), last = list.at(-1);
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
  if (row.offset !== other.offset || row.bit !== other.bit)
    words.push(`moved ${by ? (by > 0 ? "+" : "\u2212") + hex(Math.abs(by), 1) + " " : ""}from ${placeOf(other)}`);
  if (typeOf(row) !== typeOf(other)) words.push("was " + other.type);
  if (row.width !== other.width) words.push(`was ${other.width} bits`);
  else if (row.size !== other.size) words.push(`was ${sizeText(other.size)}`);
  return words;
}

// Compares the rows of two layouts: a list of [row, kind, words], and the numbers of changes in words.
function compare(rows, others) {
  const old = new Map(others.filter(row => row.isMember).map(row => [row.name, row])), list = [];
  const names = new Set(rows.map(row => row.name)), counts = {added: 0, removed: 0, moved: 0, [RETYPED]: 0};
  const gone = [...old.values()].filter(row => !names.has(row.name)).map(row => ({...row, depth: 0}));
  for (const row of rows) {
    const before = row.isMember ? old.get(row.name) : null, words = before ? changeOf(row, before) : [];
    const place = (before || row).offset, kind = !row.isMember ? "" : !before ? "added" : words.length ? "changed" : "";
    while (gone.length && row.depth === 0 && gone[0].offset <= place) list.push([gone.shift(), "removed", ""]);
    list.push([row, kind, words.join("; ")]);
    counts.added += kind === "added";
    counts.moved += words.some(word => word.startsWith("moved"));
    counts[RETYPED] += words.some(word => word.startsWith("was"));
  }
  gone.forEach(row => list.push([row, "removed", ""]));
  counts.removed = list.filter(item => item[1] === "removed").length;
  return {list, words: countsText(counts)};
}

// ---- The tree of the rows, which pages fold

const isBits = node => node.row.width > 0;

// Returns the items [row, kind, words] as nodes: bit-fields within their unit, and members within their union or
// structure. `key` tells a node from its neighbours in all versions. `isLike`: a bit-field changed as its unit did.
function treeOf(list) {
  const top = {children: []}, path = [top];
  for (const [row, kind, words] of list) {
    const node = {row, kind, words, key: row.name, children: []};
    path.length = row.depth + 1;
    path.at(-1).children.push(node);
    path.push(node);
  }
  return top.children.map(nestNode).reduce(nestBits, []);
}

function nestNode(node) {
  node.children = node.children.map(nestNode);
  if (node.row.look === STRUCT && !isUnit(node.children)) node.children = node.children.reduce(nestBits, []);
  if (node.row.look !== STRUCT && node.row.look !== UNION) return node;
  node.key = node.children[0]?.key || node.key;
  const isPair = node.row.look === UNION && node.children.length === 2;
  const unit = isPair && node.children.find(child => isUnit(child.children));
  const whole = unit && node.children.find(child => child.row.isMember && !child.children.length);
  if (!whole) return node;
  const by = words => words.split(" from ")[0];
  for (const bit of unit.children) bit.isLike = bit.kind && bit.kind === whole.kind && by(bit.words) === by(whole.words);
  return {...whole, key: "*" + whole.key, children: unit.children};
}

const isUnit = list => list.length > 0 && list.every(node => isBits(node) && node.row.offset === list[0].row.offset);

// Puts a bit-field after others of its unit into one node with them.
function nestBits(list, node) {
  const last = list.at(-1), {offset, size, depth, type} = node.row;
  if (!isBits(node) || offset === null) list.push(node);
  else if (last?.isUnit && last.row.offset === offset && last.row.size === size) last.children.push(node);
  else list.push({isUnit: true, key: "*" + node.key, kind: "", words: "", children: [node],
    row: {name: "", type, offset, size, depth, look: STRUCT, width: 0, note: "", isMember: false}});
  return list;
}

// Says what a folded node holds.
function contentOf(node) {
  const members = node.children.filter(child => child.row.look !== BITS && child.row.look !== PADDING);
  if (isUnit(node.children) || node.isUnit) return `${members.length} bit-field${members.length > 1 ? "s" : ""}`;
  const names = members.map(child => child.row.name || "\u2026").filter(name => !name.startsWith("("));
  return names.slice(0, 3).join(node.row.look === UNION ? " | " : ", ") +
    (names.length > 3 ? ` and ${names.length - 3} more` : "");
}
