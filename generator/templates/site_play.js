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
  function work({text, kind}) {
    const root = machine.makeDirectory(), found = {notes: ""};
    machine.readSpecs(specs, root);
    const run = (...words) => machine.run(module, root, words);
    if (kind === "spec") {
      machine.put(root, "text.strata", machine.encode(text));
    } else {
      machine.put(root, "in/text.txt", machine.encode(text));
      let made = run(...importers[kind]("text.txt"));
      if (made.errors.includes("--struct")) made = run(...importers[kind]("text.txt"), "--struct", "PASTED");
      found.notes = made.errors;
      if (made.output && !made.status) machine.put(root, "text.strata", machine.encode(made.output));
    }
    const spec = machine.find(root, "text.strata"), begun = performance.now();
    if (!spec) return found;
    found.spec = machine.decode(spec.bytes.subarray(0, spec.size));
    const checked = run("check", "--suggest", "/text.strata");
    found.findings = checked.errors;
    found.fixes = checked.output;
    found.layouts = run("show", "--struct", "*", "/text.strata").output;
    if (!found.layouts) {
      run("check", "--apply", "/text.strata");
      found.layouts = run("show", "--struct", "*", "/text.strata").output;
      found.isFixed = Boolean(found.layouts);
    }
    found.time = performance.now() - begun;
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
        postMessage({number: data.number, found: work(data)});
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
    clearTimeout(running);
    running = 0;
    if (data.number === number) showFound(data.found || {notes: `The compiler failed: ${data.failure}`});
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

// Guesses what a text is.
function kindOf(text) {
  if (/^\s*\+0x[0-9a-f]+\s+\w+\s*:/im.test(text)) return "dt";
  if (/(\/\/|\/\*)\s*(0x[0-9a-f]+|\d+)/i.test(text) && /^\s*(typedef\s+)?(struct|union)\b/m.test(text) && !/\bat\s+0x/.test(text))
    return "c";
  return /^\s*(use|struct|union|enum|flags|columns|axis|type|opaque)\b[^\t]*[;{]/m.test(text) ? "spec" : "table";
}

function showFound(found) {
  shown = found;
  const lines = (found.findings || "").match(/^\S*:(\d+):(\d+): (error|warning|note): .*/gm) || [];
  byId("findings").textContent = [found.notes, found.findings].filter(Boolean).join("\n").replaceAll("/text.strata", NAME) ||
    (found.spec ? "No findings." : "");
  byId("status").textContent = found.spec ? `${lines.filter(line => !line.includes(": note:")).length} findings` +
    `, in ${Math.round(found.time)} ms` : "No spec";
  byId("marks").replaceChildren(...lines.slice(0, 20).map(line => {
    const [, row, column, text] = line.match(/:(\d+):(\d+): (.*)/), jump = make("button", {type: "button"}, `line ${row}: ${text}`);
    jump.addEventListener("click", () => select(Number(row), Number(column)));
    return make("li", {}, jump);
  }));
  showView();
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

function changed() {
  const text = byId("input").value, chosen = byId("kind").value, kind = chosen === "auto" ? kindOf(text) : chosen;
  byId("is").textContent = chosen === "auto" ? `read as ${byId("kind").querySelector(`[value=${kind}]`).textContent}` : "";
  clearTimeout(typed);
  wanted = text.trim() ? {text, kind} : null;
  typed = setTimeout(() => {
    history.replaceState(null, "", text.length < LINK_MOST ? linkOf({kind, text}) : "#");
    send();
  }, WAIT);
}

function beginPlayground() {
  const wantedText = new URLSearchParams(location.hash.slice(1));
  byId("play").hidden = false;
  for (const kind of Object.keys(SAMPLES)) byId("sample-" + kind).addEventListener("click", () => {
    byId("kind").value = "auto";
    byId("input").value = SAMPLES[kind];
    changed();
  });
  byId("input").addEventListener("input", changed);
  byId("kind").addEventListener("change", changed);
  byId("views").addEventListener("change", showView);
  byId("which").addEventListener("change", showPicture);
  byId("share").addEventListener("click", () => navigator.clipboard.writeText(location.href)
    .then(() => byId("status").textContent = "The link is copied.", () => byId("status").textContent = "Copy the address."));
  byId("input").value = wantedText.get("text") || SAMPLES.spec;
  if (byId("kind").querySelector(`[value="${CSS.escape(wantedText.get("kind") || "auto")}"]`))
    byId("kind").value = wantedText.get("kind") || "auto";
  beginWorker();
  changed();
}

beginPlayground();
