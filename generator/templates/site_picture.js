// The picture of the bytes of a layout.
"use strict";

// The page has the member that is chosen, if one can be.
let chosenMember = "";
const isChosen = row => row.isMember && row.name === chosenMember;

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
      class: isChosen(row) ? look + " target" : look}, draw("title", {}, title)));
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
  svg.lines = places;
}
