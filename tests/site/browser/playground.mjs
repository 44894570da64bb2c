// The tests of the playground: what it takes, hostile texts, a worker that hangs, and the time to the first finding.
import assert from "node:assert/strict";

// Texts to break a compiler or a page with: each gets an answer, and the next text is checked as ever.
const HOSTILE = {
  "marks": "</script><img src=x onerror=alert(1)>;struct {",
  "a table with marks": "<table><tr><td>0x00<td><script>alert(1)</script><img src=x onerror=alert(1)>ULONG A<tr><td colspan=9999 rowspan=9999>x</table>",
  "depth": "use <nt/nt.strata>;\n" + "struct A { ".repeat(100000),
  "brackets": "use <nt/nt.strata>;\nconst A = " + "(".repeat(300000),
  "a file of the machine": "use \"/etc/passwd\";\nuse \"../../../../etc/passwd\";\nstruct A { }",
  "numbers": "use <nt/nt.strata>;\nstruct A in 6.1.. { size 0xFFFFFFFFFFFFFFFF; ULONG B[4294967295][4294967295] at 0xFFFFFFFF; }",
  "bytes": "struct \0\x01\ud800 A { \u202e }",
  "blank lines": "\n".repeat(300000) + "x",
  "words": "struct\n".repeat(200000),
  "tags": "<".repeat(1000000) + "<td" + "<tr".repeat(200000),
  "references": "<table><tr><td>" + "&#99999999;&#x110000;&nonsense;&lt;" + "</table>",
  "one line": "x".repeat(2000000),
};
export function addPlaygroundTests({test, visit, text, busyness}) {
  test("playground", async page => {
    await visit(page, "playground.html");
    const found = selector => page.locator(selector).first().waitFor();
    await found("#marks button");
    await page.locator("#output", {hasText: /^With the fixes:/}).waitFor();
    assert.match(await text(page, "#output"), /^With the fixes:\s+struct WMI_RESOURCE, /);
    assert.match(await text(page, "#status"), /^1 finding, in /);
    await page.locator("#marks button").first().click();
    const selected = () => page.$eval("#input", input => input.value.slice(input.selectionStart, input.selectionEnd));
    assert.equal(await selected(), "0x24;");
    for (const [sample, spec] of [["table", /struct PASTED/], ["html", /struct PASTED[^]*Object +at 0x04 \| 0x08/], ["dt", /LIST_ENTRY \*Flink +at 0x00/], ["c", /struct EXAMPLE/]]) {
      await page.click("#sample-" + sample);
      await page.check("#view-spec");
      await page.waitForFunction(source => new RegExp(source).test(document.getElementById("output").textContent), spec.source);
      assert.ok(await page.locator("#picture rect").count() > 1, sample);
    }
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    assert.match(await page.inputValue("#input"), /struct _EXAMPLE/);
    await page.evaluate(() => worker.onmessage({data: {number, failure: "it fails"}}));
    await page.click("#sample-spec");
    await found("#marks button");
  });

  test("hostile texts in the playground", async page => {
    await visit(page, "playground.html");
    for (const [name, hostile] of Object.entries(HOSTILE)) {
      await page.evaluate(() => byId("findings").textContent = "");
      await page.evaluate(text => {
        byId("input").value = text;
        changed(0);
      }, hostile);
      await page.waitForFunction(() => byId("findings").textContent, null, {timeout: 20000})
        .catch(() => assert.fail(`${name}: no answer`));
      assert.equal(await page.locator("main img, main script").count(), 0, name);
      assert.doesNotMatch(await text(page, "#findings"), /root:/, name);
      await page.evaluate(() => byId("marks").replaceChildren());
      await page.click("#sample-spec");
      await page.locator("#marks button", {hasText: "'Action' overlaps 'Resource'"}).waitFor();
    }
  });

  test("a worker that hangs is ended", async page => {
    await visit(page, "playground.html");
    await page.locator("#marks button").first().waitFor();
    await page.evaluate(() => {
      const kept = playJob;
      playJob = function () {
        postMessage({ready: true});
        onmessage = () => { for (;;); };
      };
      restart("");
      playJob = kept;
    });
    await page.click("#sample-table");
    await page.locator("#findings", {hasText: /^This text takes too long/}).waitFor();
    await page.click("#sample-spec");
    await page.locator("#marks button", {hasText: "'Action' overlaps 'Resource'"}).waitFor();
  });

  // The bar is 300 ms from the text to its first finding, in a worker that is ready.
  test("the first finding comes fast", async page => {
    const times = {load: Infinity, typed: Infinity}, busy = await busyness(page);
    for (let i = 0; i < 5; i++) {
      await visit(page, "playground.html");
      await page.locator("#marks button").first().waitFor();
      await page.waitForFunction(() => !wanted && !running);
      const time = await page.evaluate(() => new Promise(done => {
        const loaded = performance.now();
        byId("marks").replaceChildren();
        new MutationObserver(() => byId("marks").children.length && done([loaded, performance.now() - loaded]))
          .observe(byId("marks"), {childList: true});
        byId("input").value += " ";
        changed(0);
      }));
      times.load = Math.min(times.load, Math.round(time[0]));
      times.typed = Math.min(times.typed, Math.round(time[1]));
    }
    console.log(`REPORT the first finding: ${times.typed} ms after a change, ${times.load} ms to a page with all results`);
    assert.ok(times.typed <= 300 * busy, `${times.typed} ms`);
  });
}
