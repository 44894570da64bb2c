// The view of a structure: the answer, the members, a comparison.
"use strict";
const FIRST_ROWS = 60, SLIDER_EDGE = 8;
let data = null, state = {}, opened = new Set(), isAllOpen = false, filter = "", followed = null;

function viewLink(more) {
  const {arch, v, vs, on, m, p} = {...state, ...more};
  return linkOf({arch: arch.name, v, vs, on: vs && on !== arch ? on.name : "", m, p: p.join(",")});
}

// ---- The answer

const stepsOf = (arch, m) => arch.steps && `${arch.member_changes[m] || 0} of ${arch.steps} steps between builds`;
const badge = grade => make("span", {class: "grade " + grade}, grade);
const strong = text => make("b", {}, text);

// Says where a member was before this place and where it goes after it. `list` has its places, `now` is this one.
function movesOf(list, now) {
  const near = (from, step) => {
    for (let i = from + step; list[i]; i += step) if (list[i].grade < CARRIED) return list[i];
  };
  const before = near(now, -1), after = near(now, 1), words = [];
  const where = item => item.row ? placeOf(item.row) : "nowhere";
  const since = list[now]?.grade < CARRIED ? list[now] : before;
  if (!since) return [];
  const is = item => item.key === since.key;
  words.push("Since ", strong(labelOf(since.from)));
  const old = is(before || {}) ? near(list.indexOf(before), -1) : before;
  words.push(old ? `; before that at ${where(old)}` : ", the first version that is known");
  if (after && !is(after)) words.push(`; ${after.row ? `at ${where(after)}` : "gone"} from ${labelOf(after.from)} on`);
  return [...words, "."];
}

// Returns the answer to where a member is, and the sentences below it.
function memberAnswer(layout, found, list, now) {
  const {m, arch} = state, row = memberOf(layout, m), steps = stepsOf(arch, m);
  const grade = found && gradeOf(arch, found, m);
  const where = strong(state.v ? labelOf(state.v) : rangeOf(spanOf(arch, state.layout)));
  const name = strong(`${data.name}.${m}`), place = row ? make("b", {class: "place"}, placeOf(row)) : "";
  const near = list[now - 1]?.to || list[now + 1]?.from, mark = grade == null ? "" : badge(GRADES[grade]);
  const end = [" in ", where, ` on ${arch.name} `, mark], often = steps && ` It changed in ${steps}.`;
  if (grade === CARRIED) return [[name, row ? " is probably at " : " is probably absent", place, ...end],
    [near ? `Nobody has looked at this version. Carried forward from ${labelOf(near)}, the nearest that was seen.` :
      "Nobody has looked at this version: the rows of the spec say so.", often]];
  if (grade === DISPUTED) return [[name, row ? " may be at " : " may not exist", place, ...end],
    ["The versions around this one differ.", often]];
  if (!row) return [[name, " does not exist", ...end], movesOf(list, now)];
  return [[name, " is at ", place, ...end], [...movesOf(list, now), often]];
}

// The same for the structure as a whole: its size.
function wholeAnswer(layout, found) {
  const {arch} = state, mark = found && GRADES[found.grade] ? badge(GRADES[found.grade]) : "";
  const where = strong(state.v ? labelOf(state.v) : rangeOf(spanOf(arch, state.layout)));
  if (!layout) return [[strong(data.name), found?.grade < CARRIED ? " does not exist in " : " is not known in ", where,
    ` on ${arch.name} `, mark], []];
  const lines = [`One layout ${state.layout + 1} of ${arch.grades.length}: ${rangeOf(spanOf(arch, state.layout))}.`];
  if (found?.grade === CARRIED) lines.push(" Nobody has looked at this version: the layout is carried forward.");
  if (found?.grade === DISPUTED) lines.push(" The versions around this one differ.");
  return [[strong(data.name), " has ", strong(sizeText(layout.size)), " in ", where, ` on ${arch.name} `, mark],
    [lines.join("").replace("One layout", "Layout")]];
}

function showAnswer(layout, found, compared) {
  const {m, arch} = state, list = m ? historyOf(arch, m) : [];
  const run = found ? found.run : runsOf(arch).findIndex(item => item.layout === state.layout);
  const now = list.findIndex(item => item.first <= run && item.end > run), isMember = list.some(item => item.row);
  const cell = (text, look) => make("td", {class: look || null}, text);
  const [answer, more] = isMember ? memberAnswer(layout, found, list, now) : wholeAnswer(layout, found);
  const problem = state.problem || (m && !isMember ? `${data.name} has no member ${m} on ${arch.name}.` : "");
  byId("answer").replaceChildren(...answer);
  byId("more").replaceChildren(...problem ? [strong(problem), " "] : [], ...more.filter(Boolean));
  byId("compared").textContent = compared;
  byId("compared").hidden = !compared;
  byId("pin").hidden = byId("unselect").hidden = byId("history").hidden = !isMember;
  byId("pin").textContent = state.p.includes(m) ? "Unpin" : "Pin";
  byId("member-history").replaceChildren(...list.map((item, i) => make("tr", {class: i === now ? "target" : null},
    cell(labelOf(item.from)), cell(labelOf(item.to) || "all later versions"),
    cell(item.row ? placeOf(item.row) : item.grade < CARRIED ? "none" : "?", "number"),
    cell(item.row ? item.row.type : "", "type"), make("td", {}, badge(GRADES[item.grade])))));
}

function showEvidence(layout, found) {
  const {arch} = state, names = arch.names.filter(name => name[1] && name[2] === state.layout);
  const covered = names.map(([name, build]) => `${labelOf(name)} (${build})`).join(", ");
  const lines = layout ? [
    [strong(rangeOf(spanOf(arch, state.layout))), ` on ${arch.name}: `, strong(sizeText(layout.size)),
      !layout.align_guessed && `, aligned to ${layout.align}`, layout.note && `, ${layout.note}`, "."],
    covered && [`Covers ${covered}.`], found?.words && [`${labelOf(state.v)} is ${found.words}.`],
    [arch.grades[state.layout]]] : [];
  byId("about").replaceChildren(...lines.filter(Boolean).map(line => make("p", {}, ...line)));
}

// ---- The slider: a stop for each layout, faint where the chosen member is where it was

function isSameStop(layout, before, m) {
  const row = memberOf(layout, m), old = memberOf(before, m);
  return Boolean(m && before) && (row && old ? !changeOf(row, old).length : !row && !old);
}

function showMarks() {
  const list = layoutsOf(state.arch), grades = list.map(() => new Set());
  const width = byId("marks").clientWidth - 2 * SLIDER_EDGE;
  let free = 0;
  for (const run of runsOf(state.arch)) grades[run.layout]?.add(run.grade);
  const shapes = list.flatMap((layout, i) => {
    const at = i / Math.max(list.length - 1, 1), x = `${100 * at}%`, same = isSameStop(layout, list[i - 1], state.m);
    const span = spanOf(state.arch, i), words = [...grades[i]].sort().map(grade => GRADES[grade]).join(", ");
    const point = state.arch.names.find(name => name[1] && name[2] === i)?.[0];
    const label = briefOf(i === state.layout && state.v || point || span.from || ""), size = label.length * 6.5 + 8;
    const left = Math.min(at * width, width - size), look = same ? "faint" : "";
    const isShown = i === state.layout || !same && left >= free;
    if (isShown && !(i === state.layout && left < free)) free = left + size;
    return [draw("circle", {cx: x, cy: 7, r: same ? 2.5 : 5, class: `${GRADES[Math.min(...grades[i])]} ${look}`},
      draw("title", {}, `${rangeOf(span)}: ${words}`)),
    isShown && draw("text", {x: left, ...i === state.layout ? {y: 42, class: "now"} : {y: 27}}, label)];
  });
  byId("marks").replaceChildren(draw("svg", {width: "100%", height: 46}, ...shapes));
}

// ---- The members

const isTarget = row => row.isMember && row.name === state.m;
const hasTarget = node => node.children.some(child => isTarget(child.row) || hasTarget(child));
const hasChange = node => node.children.some(child => child.kind && !child.isLike || hasChange(child));
const fits = node => !filter || `${node.row.name} ${node.row.type}`.toLowerCase().includes(filter);
const hasFit = node => node.children.some(child => fits(child) || hasFit(child));
const isOpen = node => isAllOpen || opened.has(node.key) || hasTarget(node) || hasChange(node) ||
  filter && hasFit(node);

// Lists the nodes that are shown, with their depths.
function shownNodes(nodes, depth = 0, list = [], isShown = false) {
  for (const node of nodes) {
    const own = isShown || fits(node);
    if (!own && !hasFit(node)) continue;
    if (byId("differences").checked && state.vs && !node.kind && !hasChange(node)) continue;
    list.push({node, depth});
    if (node.inner) list.push(...node.inner.map(inner => ({node: inner, depth: depth + 1})));
    else if (isOpen(node)) shownNodes(node.children, depth + 1, list, own && filter);
  }
  return list;
}

const extentOf = row => row.size === null ? "?" : row.width ? bitsOf(row).trim() : hex(row.size);

// Returns a row of the table. `other` is the name of the version that it is compared with.
function rowElement({node, depth}, other, [here, there]) {
  const {row, kind, words} = node, isOwn = row.isMember && kind !== "removed" && !node.isInner;
  const type = typeOf(row);
  const link = row.file ? make("a", {href: `${row.file}.html${there}`}, type) : type;
  const change = {added: `+ added: not in ${other}`, removed: `\u2212 removed: at ${placeOf(row)} in ${other}`,
    changed: `~ ${words}`}[kind];
  const canOpen = node.children.length || row.inner && isOwn && !row.type.includes("[");
  const isOn = Boolean(node.inner || isOpen(node));
  const what = node.children.length ? contentOf(node) : "";
  const fold = canOpen && make("button", {type: "button", class: "fold", "data-key": node.key, "aria-expanded": isOn,
    "aria-label": `${row.name || row.type} ${what || "members"}`}, `${isOn ? "\u25be" : "\u25b8"} ${what}`);
  return make("tr", {role: "row", class: `${LOOKS[row.look]} ${kind} ${isOwn && row.name === state.m ? "target" : ""}`,
    "data-at": row.offset},
    make("td", {role: "cell", class: "number offset"}, kind === "removed" ? "" : offsetOf(row)),
    make("td", {role: "cell", class: "number size"}, extentOf(row)),
    make("td", {role: "cell", class: "name d" + Math.min(depth, 6)},
      isOwn ? make("a", {href: `${here}&m=${row.name}`, "data-member": row.name}, row.name) : row.name,
      fold && " ", fold),
    make("td", {role: "cell", class: "type"}, link), make("td", {role: "cell", class: "change"}, change),
    make("td", {role: "cell", class: "note"}, row.note));
}

function pinElement(name, layout, [here]) {
  const row = memberOf(layout, name);
  return make("tr", {role: "row", class: name === state.m ? "target" : null},
    make("td", {role: "cell", class: "number offset"}, row ? offsetOf(row) : "none"),
    make("td", {role: "cell", class: "number size"}, row ? extentOf(row) : ""),
    make("td", {role: "cell", class: "name"}, make("a", {href: `${here}&m=${name}`, "data-member": name}, name), " ",
      make("button", {type: "button", class: "fold", "data-unpin": name, "aria-label": `Unpin ${name}`}, "unpin")),
    make("td", {role: "cell", class: "type"}, row ? typeOf(row) : ""), make("td", {role: "cell", class: "change"}, ""),
    make("td", {role: "cell", class: "note"}, ""));
}

// Puts the members of a structure into that of which it is a member, in the same version.
async function openInner(node) {
  if (node.inner) return void (node.inner = null);
  await loadData(node.row.file);
  const inner = STRATA.data[node.row.file];
  const arch = inner.arches.find(one => one.name === state.arch.name) || inner.arches[0];
  const layout = layoutsOf(arch)[resolve(arch, state.v)?.layout ?? arch.grades.length - 1];
  node.inner = !layout ? [] : rowsOf(layout).filter(row => !row.width).map(row => ({isInner: true, kind: "", words: "",
    key: "", children: [], row: {...row, offset: row.offset === null ? null : row.offset + node.row.offset}}));
}

function showRows(isFirst) {
  const links = [viewLink({m: ""}), viewLink({vs: "", m: "", p: []})], name = state.other;
  const list = shownNodes(state.tree), now = isFirst ? FIRST_ROWS : list.length, body = byId("rows");
  const elements = part => part.map(item => rowElement(item, name, links));
  byId("pinned").replaceChildren(...state.p.map(pin => pinElement(pin, layoutsOf(state.arch)[state.layout], links)));
  body.replaceChildren(...elements(list.slice(0, now)));
  byId("unfold").textContent = isAllOpen ? "Fold all" : "Unfold all";
  byId("found").textContent = filter ? `${list.length} rows` : "";
  return () => now < list.length && body.children.length === now && body.append(...elements(list.slice(now)));
}

// Shows the view. At first only the rows of the first screens are made, so that the page shows at once.
function show(isFirst) {
  const {arch, on, v, vs} = state, found = resolve(arch, v), reference = resolve(on, vs), layouts = layoutsOf(arch);
  if (found) state.layout = found.layout;
  const layout = layouts[state.layout], other = reference && layoutsOf(on)[reference.layout];
  const changes = other && layout && compare(rowsOf(layout), rowsOf(other));
  const name = state.other = on === arch ? labelOf(vs) : `${labelOf(vs)} on ${on.name}`;
  const compared = !vs ? "" : !reference ? problemOf(vs) : !other ? `${data.name} does not exist in ${name}.`
    : changes && `Compared with ${name}: ${changes.words}; ${sizeText(other.size)} there.`;
  const rows = changes ? changes.list : layout ? rowsOf(layout).map(row => [row, "", ""]) : [];
  state.tree = treeOf(rows);
  Object.assign(byId("slider"), {max: layouts.length - 1, value: state.layout, disabled: layouts.length < 2});
  byId("slider").setAttribute("aria-valuetext", layout ? rangeOf(spanOf(arch, state.layout)) : "none");
  [byId("version").value, byId("vs").value] = [labelOf(v), labelOf(vs)];
  byId("vs").setAttribute("aria-invalid", Boolean(vs && !reference));
  byId("on").value = on.name;
  byId("arches").querySelectorAll("input").forEach(radio => radio.checked = radio.value === arch.name);
  const option = ([version, build]) => make("option", {value: labelOf(version)}, build);
  byId("versions").replaceChildren(...arch.names.map(option).reverse());
  showAnswer(layout, found, compared);
  showMarks();
  showEvidence(layout, found);
  byId("members").classList.toggle("compared", Boolean(changes));
  byId("members").classList.toggle("noted", rows.some(([row]) => row.note));
  byId("differ").hidden = !changes;
  byId("link").href = viewLink();
  if (byId("texts").open) showTexts();
  const rest = showRows(isFirst);
  requestAnimationFrame(() => setTimeout(() => {
    rest();
    chosenMember = state.m;
    picture(layout, byId("picture"));
    followMember();
  }));
}

// ---- The picture follows the members

function scrollPicture(offset) {
  const svg = byId("picture"), pane = svg.parentNode, line = Math.floor(offset / 8);
  const y = [...svg.lines || []].findLast(item => item[0] <= line)?.[1];
  if (y !== undefined && pane.scrollHeight > pane.clientHeight) pane.scrollTop = Math.max(0, y - pane.clientHeight / 3);
}

function followMember() {
  const row = memberOf(layoutsOf(state.arch)[state.layout], state.m);
  if (row && row.offset !== null && state.m !== followed) scrollPicture(row.offset);
  followed = state.m;
}

// Shows the bytes of the first row on the screen.
function followScroll() {
  if (getComputedStyle(byId("picture").parentNode).position !== "sticky") return;
  const table = byId("rows").getBoundingClientRect();
  if (table.top > 0 || table.bottom < 0) return;
  const at = document.elementFromPoint(table.left + 8, innerHeight / 3)?.closest("[data-at]")?.dataset.at;
  if (at) scrollPicture(Number(at));
}

function read(isFirst) {
  const view = new URLSearchParams(location.hash.slice(1)), wanted = key => view.get(key) || "";
  const named = name => data.arches.find(arch => arch.name.toLowerCase() === name.toLowerCase());
  const fits = arch => resolve(arch, wanted("v"))?.layout >= 0, usual = named("x64") || data.arches[0];
  const arch = named(wanted("arch")) || (fits(usual) ? usual : data.arches.find(fits) || usual);
  const layout = arch.grades.length - 1, v = aloneOf(wanted("v")) || layoutsOf(arch)[layout].at || "";
  state = {arch, v, layout, m: wanted("m"), vs: aloneOf(wanted("vs")) || wanted("vs"),
    p: wanted("p").split(",").filter(Boolean), on: named(wanted("on")) || arch, problem: problemOf(wanted("v"))};
  show(isFirst);
}

function update(change) {
  Object.assign(state, change, {problem: ""});
  show();
  history.replaceState(null, "", viewLink());
}

