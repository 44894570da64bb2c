// Looks at a site in Chromium: checks.mjs MODULES DIRECTORY SPECS...
// DIRECTORY has the site of SPECS in site/ and that of hostile specs in hostile/. Prints failures, then the counts.
import {execFileSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import assert from "node:assert/strict";
import {addPlaygroundTests} from "./playground.mjs";

const [modules, directory, ...specs] = process.argv.slice(2);
const require = createRequire(modules + "/package.json");
const {chromium} = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const address = path => `file://${directory}/site/${path}`;
const strata = (...words) => execFileSync(process.env.STRATA, words, {encoding: "utf8", maxBuffer: 1 << 26});
const wanted = (process.env.NAMES || "").split("\n").filter(Boolean);
const PAGES = ["index.html", "s/EPROCESS.html#v=win10-22h2&vs=1809&m=Token", "s/EX_FAST_REF.html",
  "s/ETW_UM_LOGGER_CONTEXT.html#arch=x86&v=5.1&vs=10.0&on=x64", "s/WMI_RESOURCE_ACTION.html", "versions.html",
  "v/x64-10.0.19041.0.html", "coverage.html", "releases.html#v=11-24H2&vs=win10-22h2", "m/ntoskrnl.html", "data.html",
  "events.html", "identities.html", "sources.html",  "playground.html"];
const hasPlayground = Boolean(process.env.PLAYGROUND);
if (!hasPlayground) PAGES.pop();

// `--no-sandbox`: tests may run as root. Everything that a page asks of a network fails and is noted.
const browser = await chromium.launch({executablePath: process.env.BROWSER,
  args: ["--no-sandbox", "--disable-gpu", "--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND"]});
const complaints = [], tests = [];
const test = (name, run, options) => tests.push({name, run, options});

async function open(options) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}, ...options});
  const page = await context.newPage();
  page.on("request", request => /^(file|blob):/.test(request.url()) || complaints.push(`asks for ${request.url()}`));
  page.on("console", message => message.type() === "error" && complaints.push(`console: ${message.text()}`));
  page.on("pageerror", error => complaints.push(`error: ${error.message}`));
  page.on("dialog", dialog => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  return page;
}

// Goes to a page as if it were opened anew: another part after # alone would not load it.
async function visit(page, path) {
  await page.goto("about:blank");
  await page.goto(address(path));
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done)))));
}

// Returns how many times as long as an idle machine this one takes: a page without content takes 10 ms there at best.
async function busyness(page) {
  const times = [];
  writeFileSync(directory + "/site/empty.html", "<!DOCTYPE html><title>empty</title><p>empty");
  for (let i = 0; i < 5; i++) {
    await visit(page, "empty.html");
    const paint = await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    times.push(await paint.jsonValue());
  }
  return Math.max(1, Math.min(...times) / 10);
}

const text = (page, selector) => page.locator(selector).innerText();
const historyOf = page => page.$$eval("#member-history tr", list =>
  list.map(row => [...row.cells].map(cell => cell.textContent)));
const hash = page => page.evaluate(() => decodeURIComponent(location.hash));
const rows = (page, kind = "") => page.$$eval(`#rows tr${kind}`, list =>
  list.map(row => ({offset: row.cells[0].innerText, change: row.cells[4].innerText,
    name: (row.cells[2].querySelector("a") || row.cells[2].firstChild).textContent})));
const unfold = page => page.locator("#unfold", {hasText: "Unfold all"}).click();

// Compares the members of the table with `strata show`.
async function agrees(page, struct, at) {
  const shown = strata("show", ...specs, "--struct", struct, "--at", at).split("\n").slice(1)
    .map(line => line.match(/^ +\+(0x\S+) (\w+) +:/)).filter(Boolean).map(match => `${match[1]} ${match[2]}`);
  if (await page.locator("#unfold", {hasText: "Unfold all"}).count()) await unfold(page);
  const members = (await rows(page)).filter(row => /^\w+$/.test(row.name));
  assert.deepEqual(members.map(row => `${row.offset === "?" ? "0x???" : row.offset} ${row.name}`), shown);
}

test("three actions find a member and since when", async page => {
  await visit(page, "index.html");
  assert.equal(await page.evaluate(() => document.activeElement.id), "query");
  await page.keyboard.type("EPROCESS.Token Windows 10 22H2");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/s/EPROCESS.html*");
  assert.equal(await text(page, "#answer"), "EPROCESS.Token is at 0x4B8 in Windows 10 22H2 on x64 interpolated");
  assert.equal(await text(page, "#more"), "Since Windows 10 2004; before that at 0x360; at 0x248 from Windows 11 24H2 on. " +
    "It changed in 7 of 21 steps between builds.");
  const history = await historyOf(page);
  const places = strata("list", ...specs, "--members", "EPROCESS.Token").split("\n").filter(line => line.includes("  x64  "))
    .map(line => line.match(/\+(0x\w+) +(\S+) +\S+ +x64 +(?:\S+, )*\S+ +(\w+)/).slice(1));
  assert.deepEqual(history.map(row => row.slice(2)), places);
  assert.deepEqual(history.slice(-3).map(row => row.slice(0, 3).join(", ")), ["Windows 10 2004, 10.0.22621, 0x4B8",
    "Windows 11 24H2, 10.0.26100, 0x248", "10.0.26101, all later versions, 0x248"]);
  assert.ok(await page.locator("#more").evaluate(element => element.getBoundingClientRect().bottom < innerHeight / 3));
});

test("the history of members is that of list", async page => {
  for (const name of ["Protection", "PathRedirectionHashes", "MitigationFlags2", "ActiveThreads", "Vm", "Flags3"]) {
    await visit(page, `s/EPROCESS.html#arch=x64&m=${name}`);
    const history = await historyOf(page);
    const found = [...new Set(history.filter(row => row[2] !== "none").map(row => `${row[2]} ${row[4]}`))].sort();
    const places = strata("list", ...specs, "--members", "EPROCESS." + name).split("\n").filter(line => line.includes("  x64  "));
    const wanted = places.map(line => line.match(/\+(0x\w+) .* x64 +(?:\S+, )*\S+ +([a-z]+)(?:;|$)/).slice(1).join(" "));
    assert.deepEqual(found, [...new Set(wanted)].sort());
  }
});

test("a guess is said to be one", async page => {
  await visit(page, "s/EPROCESS.html#arch=x64&v=10.0.27000&m=Token");
  assert.equal(await text(page, "#answer"), "EPROCESS.Token is probably at 0x248 in 10.0.27000 on x64 extrapolated");
  assert.equal(await text(page, "#more"), "Nobody has looked at this version. Carried forward from 10.0.26100, the nearest " +
    "that was seen. It changed in 7 of 21 steps between builds.");
  await visit(page, "s/EPROCESS.html#arch=x64&v=Windows+10+22H2&m=PathRedirectionHashes");
  assert.equal(await text(page, "#answer"),
    "EPROCESS.PathRedirectionHashes may be at 0xA28 in Windows 10 22H2 on x64 disputed");
  assert.match(await text(page, "#more"), /^The versions around this one differ\. It changed in /);
});

test("search by parts of names, with keys and the mouse", async page => {
  await visit(page, "s/KPRCB.html");
  await page.keyboard.press("/");
  await page.keyboard.type("eproc");
  await page.waitForSelector("#results li");
  assert.equal(await text(page, "#result-0"), "EPROCESS");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.getAttribute("#query", "aria-activedescendant"), "result-1");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.notEqual(await page.getAttribute("#query", "aria-activedescendant"), "result-0");
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#results").isHidden());
  await page.fill("#query", "UniqueProcessId");
  await page.locator("#results li", {hasText: "EPROCESS.UniqueProcessId"}).click();
  await page.waitForURL("**/s/EPROCESS.html#m=UniqueProcessId");
  await page.fill("#query", "_eprocess.nothing_of_this_name");
  await page.waitForSelector("#results li");
  assert.equal(await text(page, "#results"), "Nothing has this name.");
  await page.keyboard.press("Enter");
  assert.ok(page.url().endsWith("#m=UniqueProcessId"));
});

test("search for versions by any name", async page => {
  await visit(page, "index.html");
  const results = async query => {
    await page.fill("#query", query);
    return await page.$$eval("#results li", list => list.map(item => item.innerText));
  };
  await results("EPROCESS.Token 26100.1742/x64");
  await page.waitForSelector("#results li");
  const first = async query => (await results(query)).slice(0, 2);
  assert.deepEqual(await first("EPROCESS.Token 22H2"),
    ["EPROCESS.Token in Windows 10 22H2", "EPROCESS.Token in Windows 11 22H2"]);
  assert.deepEqual(await first("EPROCESS.Token banana"), ["No version is called banana."]);
  assert.deepEqual(await first("EPROCESS.Token win11 24h3"),
    ["No version is called win11 24h3. Did you mean 11-24H2?", "EPROCESS.Token in Windows 11 24H2"]);
  await page.keyboard.press("Enter"); // a message leads nowhere
  assert.ok(page.url().endsWith("index.html"));
  assert.deepEqual((await results("EPROCESS.Token Windows 7 Service Pack 1"))[0], "EPROCESS.Token in Windows 7 SP1");
  await visit(page, "s/EPROCESS.html#v=banana&m=Token");
  assert.match(await text(page, "#more"), /^No version is called banana\./);
});

// The script means by a name what commands mean, but for builds behind words.
test("versions of the script and of commands", async page => {
  await visit(page, "index.html");
  let part = "", count = 0;
  for (const line of readFileSync("tests/golden/slips/versions.expect", "utf8").split("\n")) {
    const [name, meaning] = line.split(": ");
    part = line.startsWith("# ") ? line : part;
    if (!meaning || !name || line.startsWith(" ") || / \(?(OS Build )?\d{4,}\b/.test(name) && part === "# a build") continue;
    const found = await page.evaluate(text => meaningsOf(text), name);
    count++;
    if (meaning.includes("means several versions")) assert.ok(found.length > 1, name);
    else if (meaning.includes("is not on the axis")) assert.deepEqual(found, [], name);
    else assert.ok(found.length === 1 && (found[0] === meaning || found[0].endsWith(" " + meaning)), `${name}: ${found}`);
  }
  assert.ok(count > 100);
});

test("slider", async page => {
  await visit(page, "s/EPROCESS.html#v=win10-22h2");
  assert.equal(await text(page, "#answer"), "EPROCESS has 0xA40 bytes in Windows 10 22H2 on x64 disputed");
  const about = await page.locator("#about").textContent();
  assert.match(about, /^10\.0\.19041\.1586 to 10\.0\.19045 on x64: 0xA40 bytes, aligned to 8\./);
  assert.match(about, /Covers Windows 10 2004 \(10\.0\.19041\), Windows 10 20H2 .* Windows 10 22H2 \(10\.0\.19045\)\./);
  assert.match(about, /Windows 10 22H2 is disputed: 10\.0\.19041\.1526 and 10\.0\.19041\.3570 differ\./);
  assert.equal(await page.locator("#marks circle").count(), 43);
  assert.equal(await page.locator("#marks circle.faint").count(), 0);
  const labels = await page.$$eval("#marks text:not(.now)", list => list.map(text => text.textContent));
  assert.ok(labels.includes("10 1507") && labels.includes("Vista SP2"), String(labels));
  await page.focus("#slider");
  await page.keyboard.press("Home");
  assert.match(await hash(page), /^#arch=x64&v=5\.2-sp1$/);
  await agrees(page, "EPROCESS", "5.2-sp1/x64");
  await page.focus("#slider");
  await page.keyboard.press("ArrowRight");
  assert.match(await text(page, "#more"), /Layout 2 of 43/s);
  await page.keyboard.press("End");
  assert.match(await text(page, "#more"), /Layout 43 of 43/);
  await agrees(page, "EPROCESS", "11-24H2/x64");
  await page.locator("#members a[data-member=Token]").click();
  assert.equal(await page.locator("#marks circle:not(.faint)").count(), 8);
});

test("version", async page => {
  await visit(page, "s/EPROCESS.html");
  const choose = async version => { await page.fill("#version", version); await page.keyboard.press("Enter"); };
  await choose("WIN10 22h2");
  await agrees(page, "EPROCESS", "Windows 10 22H2/x64");
  assert.match(await hash(page), /v=Windows\+10\+22H2$/);
  await choose("10.0.19045.3570");
  assert.match(await text(page, "#answer"), /in 10\.0\.19045\.3570 on x64 attested$/);
  await choose("10.0.19041.1000");
  await agrees(page, "EPROCESS", "10.0.19041.1000/x64");
  await choose("10.0.14393");
  await agrees(page, "EPROCESS", "10.0.14393/x64");
  await choose("14393.693");
  await agrees(page, "EPROCESS", "10.0.14393.693/x64");
  await choose("10.0.14393");
  for (const [name, problem] of [["yesterday", "No version is called yesterday."],
    ["22H2", "22H2 means several versions: Windows 10 22H2, 11-22H2."],
    ["24H3", "No version is called 24H3. Did you mean 11-24H2?"]]) {
    await choose(name);
    assert.equal(await page.getAttribute("#version", "aria-invalid"), "true");
    assert.equal(await page.getAttribute("#version", "title"), problem);
  }
  assert.match(await hash(page), /v=10\.0\.14393$/);
  await choose("5.0.2195.1");
  assert.match(await text(page, "#answer"), /is not known in 5\.0\.2195\.1 on x64/);
});

test("architecture", async page => {
  await visit(page, "s/ETW_UM_LOGGER_CONTEXT.html#v=6.1");
  await agrees(page, "ETW_UM_LOGGER_CONTEXT", "6.1/x64");
  await page.check("#arches input[value=x86]");
  await agrees(page, "ETW_UM_LOGGER_CONTEXT", "6.1/x86");
  assert.match(await hash(page), /^#arch=x86&v=6\.1$/);
  await visit(page, "s/ETW_UM_LOGGER_CONTEXT.html#v=5.0");
  assert.ok(await page.isChecked("#arches input[value=x86]"));
});

test("compare with a version", async page => {
  await visit(page, "s/EPROCESS.html#v=win10-22h2");
  await page.fill("#vs", "1809");
  await page.keyboard.press("Enter");
  assert.match(await hash(page), /^#arch=x64&v=Windows\+10\+22H2&vs=1809$/);
  await unfold(page);
  const diff = spawnDiff("EPROCESS", "1809/x64", "win10-22h2/x64"), found = {};
  for (const kind of ["added", "removed", "changed"]) {
    const list = await rows(page, "." + kind);
    found[kind] = list.map(row => row.name).sort();
    const sign = {added: "+ added: not in Windows 10 1809", removed: "\u2212 removed: at 0x", changed: "~ "}[kind];
    assert.ok(list.every(row => row.change.startsWith(sign)), kind);
    const look = await page.locator(`#members tr.${kind} td`).first().evaluate(cell => getComputedStyle(cell).backgroundColor);
    assert.notEqual(look, "rgba(0, 0, 0, 0)");
  }
  assert.deepEqual(found.added, diff.added);
  assert.deepEqual(found.removed, diff.removed);
  assert.deepEqual(found.changed, diff.changed);
  assert.match(await text(page, "#compared"), /Compared with Windows 10 1809: 8 added, 1 removed, .* 0x858 bytes there\./);
  const token = (await rows(page, ".changed")).find(row => row.name === "Token");
  assert.equal(token.change, "~ moved +0x160 from 0x358");
  await page.check("#differences");
  const shown = await rows(page);
  assert.ok(shown.length < found.added.length + found.removed.length + found.changed.length + 40 && shown.length > 100);
});

// Returns the names of the members that `strata diff` lists, by kind.
function spawnDiff(struct, from, to) {
  let output;
  try {
    output = strata("diff", ...specs, "--struct", struct, "--from", from, "--to", to, "--format", "json");
  } catch (error) { // it ends with 1 if something differs
    output = error.stdout;
  }
  const record = JSON.parse(output).structs.find(item => item.name === struct), lists = {added: [], removed: [], changed: []};
  for (const member of record.members) lists[member.change].push(member.name);
  return Object.fromEntries(Object.entries(lists).map(([kind, names]) => [kind, names.sort()]));
}

test("compare with an architecture", async page => {
  await visit(page, "s/ETW_UM_LOGGER_CONTEXT.html#arch=x64&v=6.1");
  await page.selectOption("#on", "x86");
  assert.match(await text(page, "#compared"), /Compared with Windows 7 on x86: /);
  assert.match(await hash(page), /^#arch=x64&v=6\.1&vs=6\.1&on=x86$/);
  assert.ok((await rows(page, ".changed")).length > 10);
  await page.fill("#vs", "never");
  await page.keyboard.press("Enter");
  assert.match(await text(page, "#compared"), /No version is called never\./);
});

test("links lead to the view", async page => {
  const path = "s/EPROCESS.html#arch=x64la57&v=1809&vs=Windows+10+22H2&on=x64&m=Token";
  await visit(page, path);
  assert.ok(await page.isChecked("#arches input[value=x64la57]"));
  assert.match(await text(page, "#compared"), /Compared with Windows 10 22H2 on x64: /);
  assert.equal(await page.getAttribute("#link", "href"), "#" + path.split("#")[1]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#copy-link");
  await page.locator("#copied", {hasText: "copied"}).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address(path));
  await page.locator("#members a[data-member=UniqueProcessId]").click();
  assert.match(await text(page, "#answer"), /^EPROCESS\.UniqueProcessId is probably at \S+ in Windows 10 1809 on x64la57 /);
  await page.locator("#members td.type a", {hasText: /^EX_FAST_REF$/}).first().click();
  await page.waitForURL("**/s/EX_FAST_REF.html#arch=x64la57&v=1809");
  await page.locator("#uses a.member", {hasText: /^Token$/}).first().click();
  await page.waitForURL("**/s/EPROCESS.html#m=Token");
  await visit(page, "v/x64-10.0.19041.0.html");
  await page.locator("li a", {hasText: /^EPROCESS$/}).click();
  await page.waitForURL("**/s/EPROCESS.html#arch=x64&v=*&vs=*");
  assert.match(await text(page, "#compared"), /Compared with /);
});

test("identities, events and sources", async page => {
  await visit(page, "identities.html");
  const all = await page.locator("#long tbody tr:visible").count();
  await page.fill("#rows-filter", "{1c9875f7-6c8f-0fbf-3eb9-a9d7c1c274df}");
  assert.equal(await page.locator("#long tbody tr:visible").count(), 0);
  await page.fill("#rows-filter", "{118018959d8d-7ca5-aab45b75aed5a976}");
  assert.equal(await page.locator("#long tbody tr:visible").count(), 1);
  assert.equal(await text(page, "#rows-found"), `1 of ${all} rows`);
  await page.locator("#long tbody tr:visible a").click();
  await page.waitForURL("**/releases.html#v=10.0.19041.1586&arch=x64");
  assert.match(await text(page, "#answer"), /^10\.0\.19041\.1586 on x64 has \d+ structures\.$/);
  assert.ok(all > 200);
  await visit(page, "s/WMI_RESOURCE.html");
  await page.locator("#uses a", {hasText: /^PERFINFO_LOG_TYPE_RESOURCE$/}).click();
  await page.waitForURL("**/events.html#e-PERFINFO_LOG_TYPE_RESOURCE");
  assert.match(await text(page, "main"), /PERFINFO_TRACE_HEADER, marker 0xC0100002 on x86, x86pae; 0xC0110002 on x64/);
  await visit(page, "coverage.html");
  assert.match(await text(page, "main h2 >> nth=0"), /^x64$/);
  assert.match(await text(page, "main .note >> nth=0"), /structures, \d+ attested kernels from /);
  await visit(page, "sources.html");
  assert.match(await text(page, "main"), /JPCERTCC\/Windows-Symbol-Tables\s+BSD-3-Clause: /);
  assert.match(await text(page, ".sheet"), /ntoskrnl\s+x64\s+symbol file\s+213\s+/);
});

test("releases count members as pages do", async page => {
  await visit(page, "releases.html#v=11-24H2&vs=win10-22h2");
  const listed = await page.$$eval("#lists li.changed", list => list.map(item => item.innerText));
  assert.ok(listed.length > 20);
  assert.match(listed.find(item => item.includes(" EPROCESS ")), /: \d+ added, \d+ removed, \d+ moved, \d+ of another type/);
  for (const name of ["EPROCESS", "KPRCB"]) {
    await visit(page, "releases.html#v=11-24H2&vs=win10-22h2");
    const counts = (await page.locator("#lists li", {hasText: new RegExp(` ${name} `)}).innerText()).split(": ")[1];
    await page.locator("#lists a", {hasText: new RegExp(`^${name}$`)}).click();
    await page.locator("#compared", {hasText: `: ${counts};`}).waitFor();
  }
  await visit(page, "releases.html#v=Windows+7&arch=x64&vs=Windows+7&on=x86");
  assert.match(await text(page, "#answer"), /Windows 7 on x64 against Windows 7 on x86: [1-9]/);
  assert.match(await page.locator("#lists li", {hasText: " KPRCB "}).innerText(), /: \d+ added, \d+ removed, \d+ moved/);
});

// Questions, each with three actions at most; `act` counts them.
const QUESTIONS = {
  "Where is EPROCESS.Token in Windows 10 22H2?": async act => {
    await act("type", "EPROCESS.Token win10 22h2");
    await act("press", "Enter");
    return [["#answer", /is at 0x4B8 in Windows 10 22H2/]];
  },
  "Which Windows moved EPROCESS.Token?": async act => {
    await act("type", "EPROCESS.Token");
    await act("press", "Enter");
    return [["#more", /Since Windows 11 24H2; before that at 0x4B8/]];
  },
  "How certain is it in a build that nobody saw?": async act => {
    await act("type", "EPROCESS.Token 10.0.27000");
    await act("press", "Enter");
    return [["#answer .grade", /^extrapolated$/]];
  },
  "How large is KPRCB in Windows 7?": async act => {
    await act("type", "KPRCB Windows 7/x64");
    await act("press", "Enter");
    return [["#answer", /KPRCB has 0x4D00 bytes in Windows 7/]];
  },
  "What changed in EPROCESS between 22H2 and 24H2?": async act => {
    await act("type", "EPROCESS 24H2");
    await act("press", "Enter");
    await act("choose", "#vs", "Windows 10 22H2");
    return [["#compared", /Compared with Windows 10 22H2: \d+ added, \d+ removed/]];
  },
  "Which structures changed from 1809 to 2004?": async act => {
    await act("click", "nav a:text('Releases')");
    await act("choose", "#version", "Windows 10 2004");
    await act("choose", "#vs", "Windows 10 1809");
    return [["#answer", /2004 on x64 against Windows 10 1809 on x64: \d+ changed/], ["#lists", /EPROCESS/]];
  },
  "Who uses EX_FAST_REF?": async act => {
    await act("type", "EX_FAST_REF");
    await act("press", "Enter");
    return [["#uses", /EPROCESS Token/]];
  },
  "Which bits has EPROCESS.Flags2?": async act => {
    await act("type", "EPROCESS.Flags2");
    await act("press", "Enter");
    await act("click", "#rows tr.target .fold");
    return [["#rows", /JobNotReallyActive/]];
  },
  "What does ntoskrnl have?": async act => {
    await act("click", "main a:text('ntoskrnl')");
    return [["main", /KPRCB/]];
  },
  "Which build has this GUID?": async act => {
    await act("click", "main a:text('Identities')");
    await act("fill", "#rows-filter", "118018959D8D7CA5AAB45B75AED5A976");
    return [["#long tbody tr:not([hidden])", /10\.0\.19041\.1586/]];
  },
  "Is this table right?": async act => {
    if (!hasPlayground) return [];
    await act("click", "nav a:text('Playground')");
    await act("fill", "#input", "Offset  Definition\n0x00  ULONG Flags\n0x02  ULONG Count\n");
    await page.locator("#findings", {hasText: "'Flags'"}).first().waitFor(); // no longer those of the example
    return [["#findings", /'Flags' overlaps 'Count'|'Count' overlaps 'Flags'/]];
  },
};
let page = null;
for (const [question, ask] of Object.entries(QUESTIONS)) test(`question: ${question}`, async tab => {
  let count = 0;
  const actions = {type: text => tab.keyboard.type(text), click: selector => tab.locator(selector).first().click(),
    fill: (selector, text) => tab.fill(selector, text),
    press: async key => {
      await tab.keyboard.press(key);
      await tab.waitForURL("**/s/*");
    },
    choose: async (selector, text) => {
      await tab.fill(selector, text);
      await tab.keyboard.press("Enter");
    }};
  page = tab;
  await visit(tab, "index.html");
  const answers = await ask((kind, ...words) => (count++, actions[kind](...words)));
  for (const [selector, answer] of answers) {
    await tab.locator(selector).first().waitFor();
    assert.match(await text(tab, selector), answer);
  }
  assert.ok(count <= 3);
});

test("fold, pin, search within", async page => {
  await visit(page, "s/EPROCESS.html#v=win10-22h2");
  assert.equal((await rows(page)).some(row => row.name === "JobNotReallyActive"), false);
  await page.locator("#rows .fold", {hasText: "28 bit-fields"}).first().click();
  assert.ok((await rows(page)).some(row => row.name === "JobNotReallyActive"));
  await page.locator("#rows .fold[data-key=Pcb]").click();
  await page.locator("#rows td", {hasText: /^\s*DirectoryTableBase/}).first().waitFor();
  await page.fill("#filter", "priority");
  assert.ok((await rows(page)).length < 12);
  await page.fill("#filter", "");
  await page.locator("#members a[data-member=Token]").click();
  await page.click("#pin");
  assert.match(await hash(page), /p=Token/);
  await page.fill("#version", "Windows 7");
  await page.keyboard.press("Enter");
  assert.match(await text(page, "#pinned"), /0x208/);
});

test("C and dt text", async page => {
  await visit(page, "s/EPROCESS.html#v=10.0.22000.318");
  await page.click("#texts summary");
  await page.locator("#text", {hasText: "struct EPROCESS {"}).waitFor();
  const all = await page.locator("#text").textContent(), c = all.slice(all.indexOf("/* EPROCESS of"));
  const dt = strata("show", ...specs, "--struct", "EPROCESS");
  assert.ok(dt.includes(all.slice(0, all.indexOf("/* EPROCESS of")).trim()));
  const file = directory + "/eprocess.c";
  writeFileSync(file, c + '\n_Static_assert(sizeof(struct EPROCESS) == 0xB80, "size");\n' +
    '_Static_assert(__builtin_offsetof(struct EPROCESS, Token) == 0x4B8, "Token");\n');
  execFileSync(process.env.CC || "cc", ["-std=c11", "-fsyntax-only", file], {stdio: "pipe"});
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#copy-c");
  await page.locator("#copied", {hasText: "copied"}).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), c);
});

test("picture", async page => {
  await visit(page, "s/EPROCESS.html#v=19045&m=Token");
  const boxes = await page.$$eval("#picture > rect", list => list.map(rect => ({title: rect.textContent, look: rect.classList.value,
    x: rect.x.baseVal.value, y: rect.y.baseVal.value, w: rect.width.baseVal.value, h: rect.height.baseVal.value})));
  const named = name => boxes.find(box => box.title.includes(` ${name}: `));
  assert.equal(named("Token").look, "value target");
  assert.equal(named("UniqueProcessId").look, "pointer");
  assert.ok(boxes.some(box => box.look === "hole"));
  const fill = look => page.locator(`#picture > rect.${look}`).first().evaluate(box => getComputedStyle(box).fill);
  assert.equal(await fill("hole"), 'url("#hatch")');
  assert.notEqual(await fill("target"), await fill("value:not(.target)"));
  assert.ok(await page.locator("#picture > text", {hasText: "\u2192UniqueProcessId"}).isVisible());
  assert.equal(named("ProcessLock").y + 24, named("UniqueProcessId").y);
  const [flags, bit] = [named("Flags2"), named("JobNotReallyActive")];
  assert.ok(flags.y === bit.y && bit.x >= flags.x + flags.w && bit.w < flags.w, "side by side");
  for (const [i, one] of boxes.entries()) for (const other of boxes.slice(i + 1))
    assert.ok(one.x + one.w <= other.x + 0.5 || other.x + other.w <= one.x + 0.5 || one.y + one.h <= other.y ||
      other.y + other.h <= one.y || one.w <= 1 || other.w <= 1, `${one.title} lies over ${other.title}`);
});

test("keyboard", async page => {
  await visit(page, "s/EPROCESS.html");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.keyboard.press("Enter");
  const seen = new Set();
  for (let i = 0; i < 26; i++) {
    await page.keyboard.press("Tab");
    seen.add(await page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute("value") ||
      document.activeElement.getAttribute("aria-label")));
  }
  for (const stop of ["x64", "version", "vs", "on", "slider", "link", "copy-link", "copy-c", "filter", "unfold", "Members"])
    assert.ok(seen.has(stop), `${stop} cannot be reached: ${[...seen]}`);
  await page.locator("#members a[data-member=Token]").focus();
  await page.keyboard.press("Enter");
  assert.match(await text(page, "#answer"), /^EPROCESS\.Token is at /);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.member), "Token");
});

test("dark", async page => {
  await visit(page, "s/EPROCESS.html");
  const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({colorScheme: "light"});
  const light = await color();
  await page.emulateMedia({colorScheme: "dark"});
  assert.notEqual(await color(), light);
});

test("print", async page => {
  await visit(page, "s/ETW_UM_LOGGER_CONTEXT.html");
  await page.emulateMedia({media: "print"});
  assert.ok(await page.locator(".bar").isHidden() && await page.locator("#controls").isHidden());
  assert.ok(await page.locator("#members").isVisible());
  assert.ok((await page.pdf({format: "A4"})).length > 10000);
});

test("without JavaScript", async page => {
  await page.goto(address("s/EPROCESS.html"));
  assert.ok(await page.locator("#view").isHidden() && await page.locator("#search").isHidden());
  await page.locator("#all a").first().click();
  assert.match(await text(page, "[id='t-EPROCESS.UniqueProcessId']"), /0x0440/);
  await page.goto(address("index.html"));
  await page.locator("a", {hasText: /^ntoskrnl$/}).click();
  await page.locator("a", {hasText: /^EX_FAST_REF$/}).click();
  assert.ok(await page.locator("#all table").first().isVisible());
}, {javaScriptEnabled: false});

test("hostile texts stay texts", async page => {
  for (const path of ["index.html", "s/FOO.html", "s/foo=2.html", "s/SHAPES.html", "s/STATE.html", "s/=COM1.html", "versions.html"]) {
    await page.goto(`file://${directory}/hostile/${path}`);
    assert.equal(await page.locator("img, b:not(#view b, #results b), main script").count(), 0, path);
  }
  await page.goto(`file://${directory}/hostile/s/FOO.html#v=1.0`);
  assert.match(await text(page, "#members"), /<b>bold<\/b> & 'quoted' "words"/);
  assert.match(await text(page, "#members"), /corrected, was 0x08/);
  assert.match(await text(page, "#origin"), /<\/script><script>alert\(1\)<\/script> & "a document" <!-- of 1999/);
  await page.goto(`file://${directory}/hostile/s/SHAPES.html#v=%3Cimg%20src=x%3E&m=%3Cb%3E&vs=%22%3E`);
  assert.match(await text(page, "#compared"), /No version is called ">\./);
});

for (const [width, colorScheme] of [[320, "dark"], [1280, "light"]])
  test(`axe: ${width} pixels, ${colorScheme}`, async page => {
    for (const path of PAGES) {
      await visit(page, path);
      await page.evaluate(axe); // not as a <script>, which the policy of the page forbids
      const {violations} = await page.evaluate(() => axe.run({resultTypes: ["violations"], preload: false}));
      assert.deepEqual(violations.map(item => `${item.id}: ${item.nodes[0].html}`), [], path);
    }
  }, {colorScheme, viewport: {width, height: 800}});

for (const width of [320, 768, 3840])
  test(`width: ${width} pixels`, async page => {
    for (const path of [...PAGES, "s/KPRCB.html"]) {
      await visit(page, path);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is too wide`);
    }
  }, {viewport: {width, height: 800}});

// The bar is 100 ms; KPRCB, with three architectures, is allowed 150.
test("pages show fast", async page => {
  const times = {}, busy = await busyness(page);
  for (let i = 0; i < 5; i++) for (const path of ["index.html", "s/EPROCESS.html", "s/KPRCB.html"]) {
    await visit(page, path);
    const paint = await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    const time = await paint.jsonValue();
    times[path] = Math.min(times[path] ?? Infinity, Math.round(time));
  }
  console.log("REPORT pages show after " + Object.entries(times).map(([path, time]) => `${time} ms (${path})`).join(", ") +
    ` on a machine that takes ${busy.toFixed(1)} times as long as an idle one`);
  const most = path => (path === "s/KPRCB.html" ? 150 : 100) * busy;
  for (const [path, time] of Object.entries(times)) assert.ok(time <= most(path), `${path}: ${time} ms`);
});

if (hasPlayground) addPlaygroundTests({test, visit, text, busyness});

let passed = 0, failed = 0;
for (const {name, run, options} of tests) {
  if (wanted.length && !wanted.includes("browser") && !wanted.some(word => name.startsWith(word))) continue;
  const page = await open(options);
  complaints.length = 0;
  try {
    await run(page);
    assert.deepEqual(complaints, []);
    passed++;
  } catch (error) {
    failed++;
    console.log(`FAIL site/browser/${name}: ${error.message}`);
  }
  await page.context().close();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
