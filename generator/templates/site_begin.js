// The frame, the texts and the controls of the view of a structure.
"use strict";

// What only the script needs is no part of each page.
const FRAME = `<div id="view">
<div class="card">
<p id="answer" role="status"></p>
<p id="more"></p>
<p id="compared" role="status" hidden></p>
<form id="controls" class="controls">
<fieldset id="arches">
<legend>Architecture</legend></fieldset>
<label class="field">Version
<input id="version" list="versions" autocomplete="off" spellcheck="false"></label>
<label class="field">Compare with
<input id="vs" list="versions" autocomplete="off" spellcheck="false"
  placeholder="a version"></label>
<label class="field">on <select id="on"></select></label>
<datalist id="versions"></datalist>
<div class="slider"><label for="slider">Layouts, from the oldest to the newest</label>
<input id="slider" type="range" min="0" step="1">
<div id="marks" aria-hidden="true"></div></div>
</form>
<p class="actions"><button type="button" id="pin" hidden>Pin</button>
<button type="button" id="unselect" hidden>All members</button>
<a id="link" href="#">Link to this view</a>
<button type="button" id="copy-link">Copy link</button>
<button type="button" id="copy-dt">Copy dt text</button>
<button type="button" id="copy-c">Copy C</button>
<a id="json" href="#">JSON</a>
<span id="copied" role="status"></span></p>
<details id="evidence">
<summary>Evidence: all versions, and what was seen</summary>
<div id="history" class="scroll" role="group" aria-label="The member in all versions" tabindex="0">
<table>
<thead><tr>
<th scope="col">Since</th>
<th scope="col">To</th>
<th scope="col">Offset</th>
<th scope="col">Type</th>
<th scope="col">Known</th></tr></thead>
<tbody id="member-history"></tbody>
</table>
</div>
<div id="about"></div>
<p class="legend" aria-hidden="true"><span class="attested">attested</span>
<span class="bracketed">bracketed</span>
<span class="interpolated">interpolated</span>
<span class="extrapolated">extrapolated: carried forward</span>
<span class="disputed">disputed</span></p>
</details>
</div>
<div class="two">
<div>
<p class="tools"><label class="field">Search within
<input id="filter" type="search" autocomplete="off" spellcheck="false"></label>
<span id="found" role="status"></span> <label id="differ" hidden><input id="differences" type="checkbox"> Only differences</label>
<button type="button" id="unfold">Unfold all</button></p>
<div class="scroll" role="group" aria-label="Members" tabindex="0">
<table id="members" role="table">
<thead role="rowgroup"><tr role="row">
<th scope="col" role="columnheader" class="offset">Offset</th>
<th scope="col" role="columnheader" class="size">Size</th>
<th scope="col" role="columnheader" class="name">Name</th>
<th scope="col" role="columnheader" class="type">Type</th>
<th scope="col" role="columnheader" class="change">Change</th>
<th scope="col" role="columnheader" class="note">Notes</th></tr></thead>
<tbody id="pinned" role="rowgroup"></tbody>
<tbody id="rows" role="rowgroup"></tbody>
</table>
</div>
</div>
<div class="scroll picture" role="group" aria-label="Picture of the bytes" tabindex="0">
<p class="caption">Eight bytes a line. Pointers have an arrow, holes are hatched;
members that overlap are side by side.</p>
<svg id="picture" role="img" aria-label="The bytes of the layout; the table has the same members"></svg>
</div>
</div>
<details id="texts">
<summary>C and dt text</summary>
<div class="scroll" role="group" aria-label="C and dt text" tabindex="0"><pre id="text"></pre></div>
</details>
</div>`;

// ---- C and dt text

// Loads the dt text of the view, and puts its C text together with those of the structures that it holds.
async function texts() {
  await load(`t/${data.page}.js`);
  const linesOf = (text, list) => {
    let next = 0;
    return list.map(step => text.lines[(next += step + 1) - 1] + "\n").join("");
  };
  const partOf = (text, part) => Object.fromEntries(["macro", "forwards", "enums", "body"].map(key =>
    [key, linesOf(text, part[key])]));
  const own = STRATA.texts[data.page], index = state.arch.first + state.layout, c = own.c[index], parts = [];
  const once = (key, end) => [...new Set(parts.flatMap(part => part[key].split(end)))].join(end);
  const at = state.v.includes(" ") ? `"${state.v}/${state.arch.name}"` : `${state.v}/${state.arch.name}`;
  const dt = linesOf(own, own.dt[index] || []);
  if (state.layout < 0 || !c) return {dt, c: "/* No version has this layout. */\n"};
  for (let i = 0; i < c.needs.length; i += 2) {
    await load(`t/${c.needs[i]}.js`);
    const text = STRATA.texts[c.needs[i]];
    parts.push(partOf(text, text.c[c.needs[i + 1]]));
  }
  parts.push(partOf(own, c));
  const head = `/* ${data.name} of ${at}; strata export c --struct ${data.name} --at ${at} adds checks. */\n\n`;
  return {dt, c: head + parts.at(-1).macro + once("forwards", "\n") + "\n" + once("enums", "\n\n") +
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

async function loadData(file) {
  await load(`d/${file}.js`);
  if (!STRATA.data[file].isOpen) Object.assign(openData(STRATA.data[file]), {isOpen: true});
}

function chooseRow(event) {
  const {member, key, unpin} = event.target.dataset;
  if (unpin) return update({p: state.p.filter(name => name !== unpin)});
  if (key !== undefined) return toggleNode(key);
  if (!member || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  update({m: member === state.m ? "" : member});
  byId("members").querySelector(".target a")?.focus({preventScroll: true});
}

async function toggleNode(key) {
  const node = shownNodes(state.tree).map(item => item.node).find(item => item.key === key);
  if (!node.children.length) await openInner(node);
  else if (!opened.delete(key)) opened.add(key);
  showRows();
  byId("rows").querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({preventScroll: true});
}

function beginControls() {
  const on = (id, kind, act) => byId(id).addEventListener(kind, act);
  const named = name => data.arches.find(arch => arch.name === name);
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
  on("members", "click", chooseRow);
  on("pin", "click", () => update({p: state.p.includes(state.m) ? state.p.filter(name => name !== state.m)
    : [...state.p, state.m]}));
  on("unselect", "click", () => update({m: ""}));
  on("filter", "input", event => {
    filter = event.target.value.trim().toLowerCase();
    showRows();
  });
  on("differences", "change", () => showRows());
  on("unfold", "click", () => {
    isAllOpen = !isAllOpen;
    showRows();
  });
  on("controls", "submit", event => event.preventDefault());
  on("texts", "toggle", () => byId("texts").open && showTexts());
  on("copy-link", "click", () => copy(new URL(viewLink(), location.href).href, "The link"));
  on("copy-dt", "click", () => texts().then(text => copy(text.dt, "The dt text")));
  on("copy-c", "click", () => texts().then(text => copy(text.c, "The C text")));
}

function beginView() {
  data = Object.values(STRATA.data)[0];
  Object.assign(openData(data), {isOpen: true});
  loading[`d/${data.page}.js`] = Promise.resolve();
  const frame = document.importNode(new DOMParser().parseFromString(FRAME, "text/html").getElementById("view"), true);
  byId("view").replaceWith(frame);
  byId("json").href = `../json/${data.page}.json`;
  byId("all").open = false;
  byId("arches").append(...data.arches.map(({name: value}) =>
    make("label", {}, make("input", {type: "radio", name: "arch", value}), " " + value)));
  byId("on").append(...data.arches.map(arch => make("option", {}, arch.name)));
  beginControls();
  addEventListener("hashchange", () => read());
  addEventListener("resize", () => {
    showMarks();
    picture(layoutsOf(state.arch)[state.layout], byId("picture"));
  });
  addEventListener("scroll", () => requestAnimationFrame(followScroll), {passive: true});
  read(true);
}

if (byId("view")) beginView();
