// The playground: the compiler runs in a worker while somebody types. A text that takes too long ends the worker, and
// the next one begins anew.
"use strict";
const WAIT = 250, RUN_MOST = 5000, LINK_MOST = 20000, NAME = "text.strata", VIEWS = ["layouts", "spec", "c", "fixes"];
const SAMPLES = {
  spec: "use <nt/nt.strata>;\ncolumns x86 | x64;\n\nstruct WMI_RESOURCE in 6.1.. {\n    size 0x30;\n\n" +
    "    ULONG64 AcquireTime      at 0x00;\n    ULONG64 HoldTime         at 0x08;\n    ULONG64 WaitTime         at 0x10;\n" +
    "    ULONG MaxRecursionDepth  at 0x18;\n    ULONG ThreadId           at 0x1C;\n    PVOID Resource           at 0x20;\n" +
    "    ULONG Action             at 0x24 | 0x24;\n    ULONG ContentionDelta    at 0x28 | 0x2C;\n}\n",
  table: "Offset (x86)  Offset (x64)  Definition\n0x00  0x00  ULONG Flags\n0x04  0x08  PVOID Object\n0x08  0x10  ULONG Count\n",
  html: "<table>\n<tr><th>Offset (x86)</th><th>Offset (x64)</th><th>Definition</th></tr>\n" +
    "<tr><td>0x00</td><td>0x00</td><td>ULONG Flags;</td></tr>\n<tr><td>0x04</td><td>0x08</td><td>PVOID Object;</td></tr>\n</table>\n",
  dt: "struct _LIST_ENTRY, 2 elements, 0x10 bytes\n   +0x000 Flink            : Ptr64 to struct _LIST_ENTRY, 2 elements, " +
    "0x10 bytes\n   +0x008 Blink            : Ptr64 to struct _LIST_ENTRY, 2 elements, 0x10 bytes\n",
  c: "//0x10 bytes (sizeof)\nstruct _EXAMPLE\n{\n    ULONG Flags;       //0x0\n    VOID* Object;      //0x8\n};\n",
};

// What the worker does for a text of a kind: turns it into a spec, checks and formats it, and shows it.
function playJob() {
  const machine = strataMachine();
  const unpack = async text => new Uint8Array(await new Response(new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))])
    .stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  let module, specs;
  const importers = {
    table: file => ["import", "table", "/in/" + file, "-o", "/text.strata"],
    dt: file => ["import", "text", "--version", "10.0.26100.1", "--arch", "x64", "/in/" + file],
  };
  importers.c = importers.dt;
  // `tell` gets what is found before all of it is.
  function work({text, kind, file = "text.txt"}, tell) {
    const root = machine.makeDirectory(), found = {notes: ""};
    machine.readSpecs(specs, root);
    const run = (...words) => machine.run(module, root, words);
    const show = () => { // the structures of the text, not those that it uses
      const list = run("list", "--structs", "--format", "json", "/text.strata").output;
      const names = list ? JSON.parse(list).structs.map(item => item.name) : [];
      return names.length ? run("show", "--struct", names.join(), "/text.strata").output : "";
    };
    if (kind === "spec") {
      machine.put(root, "text.strata", machine.encode(text));
    } else {
      machine.put(root, "in/" + file, machine.encode(text));
      let made = run(...importers[kind](file));
      if (made.errors.includes("--struct")) made = run(...importers[kind](file), "--struct", "PASTED");
      found.notes = made.errors;
      if (made.output && !made.status) machine.put(root, "text.strata", machine.encode(made.output));
    }
    const spec = machine.find(root, "text.strata"), begun = performance.now();
    if (!spec) return found;
    found.spec = machine.decode(spec.bytes.subarray(0, spec.size));
    const checked = run("check", "--suggest", "/text.strata");
    Object.assign(found, {findings: checked.errors, fixes: checked.output, time: performance.now() - begun});
    tell(found);
    found.layouts = show();
    if (!found.layouts) {
      run("check", "--apply", "/text.strata");
      found.layouts = show();
      found.isFixed = Boolean(found.layouts);
    }
    run("gen", "/text.strata", "-o", "/out");
    const made = machine.find(root, "out/text.h");
    found.c = made ? machine.decode(made.bytes.subarray(0, made.size)) : "";
    return found;
  }
  onmessage = async ({data}) => {
    try {
      if (data.module) {
        module = await WebAssembly.compile(await unpack(data.module));
        specs = await unpack(data.specs);
        postMessage({ready: true});
      } else {
        const tell = part => postMessage({number: data.number, found: part, isPart: true});
        postMessage({number: data.number, found: work(data, tell)});
      }
    } catch (error) {
      postMessage({number: data.number, failure: String(error?.message || error)});
    }
  };
}

let worker = null, isReady = false, wanted = null, running = 0, number = 0, typed = 0, shown = {};

function beginWorker() {
  const text = `"use strict";${strataMachine};(${playJob})();`;
  const address = URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
  isReady = false;
  worker = new Worker(address);
  worker.onmessage = ({data}) => {
    if (data.ready) {
      isReady = true;
      return send();
    }
    if (data.number === number) showFound(data.found || {notes: `The compiler failed: ${data.failure}`}, data.isPart);
    if (data.isPart) return;
    clearTimeout(running);
    running = 0;
    if (data.failure) restart("");
    send();
  };
  worker.postMessage({module: STRATA.module, specs: STRATA.specs});
}

function restart(message) {
  worker.terminate();
  clearTimeout(running);
  running = 0;
  if (message) showFound({notes: message});
  beginWorker();
}

function send() {
  if (!wanted || !isReady || running) return;
  worker.postMessage({...wanted, number: ++number});
  wanted = null;
  running = setTimeout(() => restart("This text takes too long; the compiler was ended and started again."), RUN_MOST);
  byId("status").textContent = "Working";
}

// Guesses what a text is. No pattern reads far from where it begins.
function kindOf(text) {
  if (/<(table|tr|td)\b/i.test(text)) return "html";
  if (/^[ \t]*\+0x[0-9a-f]+[ \t]+\w+[ \t]*:/im.test(text)) return "dt";
  if (/(\/\/|\/\*)[ \t]*(0x[0-9a-f]+|\d+)/i.test(text) && /^[ \t]*(typedef[ \t]+)?(struct|union)\b/m.test(text) &&
    !/\bat[ \t]+0x/.test(text)) return "c";
  return /^[ \t]*(use|struct|union|enum|flags|columns|axis|type|opaque)\b[^\t]{0,200}[;{]/m.test(text) ? "spec" : "table";
}

// Returns the tables of HTML as lines with tabs. Reads them as text: a parser of the browser would look at their scripts.
// No pattern reads on past the next `<`, so that the time does not grow with the square of the text.
function tableText(html) {
  const ENTITIES = {lt: "<", gt: ">", amp: "&", quot: '"', nbsp: " "}, lines = [], served = [];
  const decode = (all, name) => name[0] !== "#" ? ENTITIES[name.toLowerCase()] ?? all
    : String.fromCodePoint(Math.min(Number("0" + name.slice(1)) || 0x20, 0x10FFFF));
  const plain = part => part.replace(/<[^<>]*>/g, "").replace(/&(#x?[0-9a-f]{1,6}|\w{1,8});/gi, decode).replace(/\s+/g, " ").trim();
  const span = (attributes, name, most) => Math.min(Number(attributes.match(name)?.[1]) || 1, most);
  for (const row of html.split(/<tr\b[^<>]*>/i).slice(1)) {
    const cells = row.split(/<\/tr\b|<\/?table\b/i)[0].split(/<t[dh]\b/i).slice(1), line = [];
    for (let at = 0; cells.length || served[at]?.rows > 0; at++) { // a cell above may serve the row
      if (!(served[at]?.rows > 0)) {
        const [attributes] = cells[0].split(">", 1), text = plain(cells.shift().slice(attributes.length + 1));
        const rows = span(attributes, /\browspan\W{0,3}(\d{1,4})/i, 999);
        for (let i = span(attributes, /\bcolspan\W{0,3}(\d{1,4})/i, 99); i-- > 0; ) served[at + i] = {rows, text};
      }
      served[at].rows--;
      line.push(served[at].text);
    }
    lines.push(line.join("\t"));
    if (/<\/?table\b/i.test(row)) served.length = 0, lines.push("");
  }
  return lines.join("\n");
}

function showFound(found, isPart) {
  shown = isPart ? {...shown, ...found} : found;
  const lines = (found.findings || "").match(/^\S*:(\d+):(\d+): (error|warning|note): .*/gm) || [];
  byId("findings").textContent = [found.notes, found.findings].filter(Boolean).join("\n").replaceAll("/text.strata", NAME) ||
    (found.spec ? "No findings." : "");
  const count = lines.filter(line => !line.includes(": note:")).length;
  byId("status").textContent = found.spec ? `${count} finding${count === 1 ? "" : "s"}, in ${Math.round(found.time)} ms`
    : "No spec";
  byId("marks").replaceChildren(...lines.slice(0, 20).map(line => {
    const [, row, column, text] = line.match(/:(\d+):(\d+): (.*)/), jump = make("button", {type: "button"}, `line ${row}: ${text}`);
    jump.addEventListener("click", () => select(Number(row), Number(column)));
    return make("li", {}, jump);
  }));
  if (!isPart) showView();
}

// Selects the text from a place of a finding to the end of its line.
function select(row, column) {
  const lines = byId("input").value.split("\n"), at = lines.slice(0, row - 1).reduce((sum, line) => sum + line.length + 1, 0);
  byId("input").focus();
  byId("input").setSelectionRange(at + column - 1, at + (lines[row - 1] || "").length);
}

// Returns the layouts of a text of `show`, each with its heading, and rows as the picture takes them.
function layoutsOfText(text) {
  return text.split("\n\n").filter(Boolean).map(part => {
    const [heading, ...lines] = part.split("\n"), list = [];
    for (const line of lines) {
      const match = line.match(/^ +\+0x([0-9A-F]+)( +)(.+?) +: (.*?)(?:  +0x([0-9A-F]+))?\s*$/);
      if (!match) continue;
      const [, offset, indent, name, type, size] = match, bits = type.match(/ Pos (\d+), (\d+) Bit/);
      const look = name === "(union)" ? 2 : name === "(struct)" ? 1 : name.startsWith("(") ? 4 : type.endsWith("*") ? 7 : 0;
      list.push({name, type, offset: parseInt(offset, 16), size: parseInt(size || "0", 16), note: "", isMember: false, look,
        depth: Math.floor((indent.length - 1) / 3), bit: bits ? Number(bits[1]) : 0, width: bits ? Number(bits[2]) : 0});
    }
    return {heading, list};
  });
}

function showPicture() {
  const layouts = layoutsOfText(shown.layouts || ""), at = Math.max(0, Math.min(byId("which").selectedIndex, layouts.length - 1));
  byId("which").replaceChildren(...layouts.map(layout => make("option", {}, layout.heading)));
  byId("which").selectedIndex = at;
  byId("drawing").hidden = !layouts.length;
  if (layouts.length) picture(layouts[at], byId("picture"));
}

function showView() {
  const view = VIEWS.find(name => byId("view-" + name).checked);
  const text = shown[view] || (view === "fixes" ? "There is nothing to fix." : "");
  byId("output").textContent = view === "layouts" && shown.isFixed ? `With the fixes:\n\n${text}` : text;
  showPicture();
}

function changed(wait = WAIT) {
  const text = byId("input").value, chosen = byId("kind").value, kind = chosen === "auto" ? kindOf(text) : chosen;
  byId("is").textContent = chosen === "auto" ? `read as ${byId("kind").querySelector(`[value=${kind}]`).textContent}` : "";
  clearTimeout(typed);
  wanted = !text.trim() ? null : kind === "html" ? {text: tableText(text), kind: "table", file: "text.tsv"} : {text, kind};
  typed = setTimeout(() => {
    history.replaceState(null, "", text.length < LINK_MOST ? linkOf({kind, text}) : "#");
    send();
  }, wait);
}

function beginPlayground() {
  const wantedText = new URLSearchParams(location.hash.slice(1));
  byId("play").hidden = false;
  for (const kind of Object.keys(SAMPLES)) byId("sample-" + kind).addEventListener("click", () => {
    byId("kind").value = "auto";
    byId("input").value = SAMPLES[kind];
    changed();
  });
  byId("input").addEventListener("input", () => changed());
  byId("kind").addEventListener("change", () => changed());
  byId("views").addEventListener("change", showView);
  byId("which").addEventListener("change", showPicture);
  byId("share").addEventListener("click", () => navigator.clipboard.writeText(location.href)
    .then(() => byId("status").textContent = "The link is copied.", () => byId("status").textContent = "Copy the address."));
  byId("input").value = wantedText.get("text") || SAMPLES.spec;
  if (byId("kind").querySelector(`[value="${CSS.escape(wantedText.get("kind") || "auto")}"]`))
    byId("kind").value = wantedText.get("kind") || "auto";
  beginWorker();
  changed(0);
}

beginPlayground();
