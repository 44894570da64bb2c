// Compares the compiler in WebAssembly with the native program: compare.mjs MODULE SCRIPT OUTPUT FILES...
// Both run each command over each spec, and import all other files: listings as such, others as pages. Output,
// diagnostics, exit status and files must be the same to the byte. Then prints the counts. The script is the worker of
// the playground. OUTPUT is a directory below the current one.
import {spawnSync} from "node:child_process";
import {readFileSync, readdirSync, rmSync, statSync} from "node:fs";
import vm from "node:vm";
import {gunzipSync} from "node:zlib";

const [modulePath, script, output, ...all] = process.argv.slice(2);
const specs = all.filter(path => !/\.\w+$/.test(path) || path.endsWith(".strata"));
const pages = all.filter(path => !specs.includes(path));
const STRATA = {}, unpack = text => gunzipSync(Buffer.from(text, "base64"));
new Function("STRATA", readFileSync(modulePath, "utf8"))(STRATA);
const machine = vm.runInThisContext(readFileSync(script, "utf8") + "\nstrataMachine")();
const module = await WebAssembly.compile(unpack(STRATA.module));

const list = path => statSync(path).isDirectory() ? readdirSync(path).sort().flatMap(name => list(`${path}/${name}`)) : [path];
const files = ["specs/nt", "specs/etw", "specs/std.strata", "tests/check", ...new Set(specs.map(spec => spec.replace(/\/[^/]*$/, "")))]
  .flatMap(list).filter(path => path.endsWith(".strata"));
const COMMANDS = [["check"], ["check", "--suggest"], ["check", "--format", "json"], ["fmt", "--check"], ["dump"],
  ["list"], ["table", "--struct", "*"], ["show", "--struct", "*"], ["gen", "-o", output]];
const importOf = path => path.startsWith("tests/listing/")
  ? ["import", "text", "--version", "10.0.26100.1", "--arch", path.includes("x86") ? "x86" : "x64", path]
  : ["import", "table", "--struct", "PASTED", path];
const runs = [...specs.flatMap(spec => COMMANDS.map(command => [spec, [...command, spec]])),
  ...pages.map(path => [path, importOf(path)])];
let passed = 0, failed = 0;

function native(words) {
  const {status, stdout, stderr} = spawnSync(process.env.STRATA, words,
    {encoding: "utf8", maxBuffer: 1 << 28, env: {...process.env, STRATA_SPECS: "specs"}});
  return {status, output: stdout, errors: stderr};
}

function filesOf(node, path, found = {}) {
  for (const [name, entry] of node?.entries || [])
    if (entry.entries) filesOf(entry, `${path}/${name}`, found);
    else found[`${path}/${name}`] = Buffer.from(entry.bytes.subarray(0, entry.size)).toString("latin1");
  return found;
}

function filesOnDisk(path) {
  try {
    return Object.fromEntries(list(path).map(file => [file, readFileSync(file, "latin1")]));
  } catch {
    return {};
  }
}

for (const [file, words] of runs) {
  const root = machine.makeDirectory();
  for (const path of [...files, ...specs.includes(file) ? [] : [file]]) machine.put(root, path, new Uint8Array(readFileSync(path)));
  rmSync(output, {recursive: true, force: true});
  const wanted = native(words), found = machine.run(module, root, words, "specs");
  const sort = made => JSON.stringify(Object.entries(made).sort(([a], [b]) => (a < b ? -1 : 1)));
  const isSame = ["status", "output", "errors"].every(key => wanted[key] === found[key]) &&
    sort(filesOnDisk(output)) === sort(filesOf(machine.find(root, output), output));
  passed += isSame;
  failed += !isSame;
  if (!isSame) console.log(`FAIL site/machine/${words.join(" ")}: status ${found.status}, not ${wanted.status}; ` +
    `${found.errors.slice(0, 200)} not ${wanted.errors.slice(0, 200)}`);
}
rmSync(output, {recursive: true, force: true});
const size = Buffer.from(STRATA.module, "base64").length;
console.log(`REPORT the compiler in WebAssembly has ${Math.round(size / 1000)} KB compressed`);
if (size > 900000) console.log("FAIL site/machine/size");
failed += size > 900000;
console.log(`${passed} passed, ${failed} failed`);
