#!/usr/bin/env python3
"""Draws findings about published pages at random, and prints each with the page's rows, so that a person can judge it.

    STRATA=build/strata tests/page/judge.py PAGES [--count N] [--seed S] [--severity error|warning] [--totals]

PAGES is a directory with pages in HTML.  Each page is imported alone and checked; a finding is about the spec that the
page became.  A person then says which it is:

    true        the page contradicts itself
    artefact    the page does not, but the import made a contradiction of it
    false       neither does; the check should not report it

The same seed draws the same findings from the same pages.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from html.parser import HTMLParser

ROWS_MOST = 3           # rows of the page that are shown for each name


class Rows(HTMLParser):
    """The rows of the tables of a page, and where each begins: [(line, [cells])]."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.rows, self.cell = [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append((self.getpos()[0], []))
        elif tag in ("td", "th") and self.rows:
            self.cell = []
            self.rows[-1][1].append(self.cell)

    def handle_endtag(self, tag):
        if tag in ("td", "th", "tr", "table"):
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell.append(data)

    def naming(self, name):
        """The rows in which a cell has a name; first those that declare it."""
        word = re.compile(r"\b%s\b" % re.escape(name))
        declared = re.compile(r"\b%s\s*(\[[^]]*\]\s*)*[;:)]" % re.escape(name))
        found = []
        for line, cells in self.rows:
            texts = [" ".join("".join(cell).split()) for cell in cells]
            if any(word.search(text) for text in texts):
                found.append((not any(declared.search(text) for text in texts), line, " | ".join(texts)))
        return [(line, text) for _, line, text in sorted(found)[:ROWS_MOST]]


def page_paths(directory):
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(directory) for name in names
                  if name.endswith((".htm", ".html")))


def findings_of(strata, page, spec):
    """Imports a page, and returns what `strata check` finds in the spec."""
    subprocess.run([strata, "import", "table", page, "-o", spec, "-q"], stderr=subprocess.DEVNULL, check=False)
    if not os.path.exists(spec):
        return []
    result = subprocess.run([strata, "check", "--format", "json", spec], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False)
    return [json.loads(line) for line in result.stdout.decode().splitlines()]


def show(number, path, rows, lines, finding):
    print(f"{number}. {path}")
    print(f"   {finding['severity']}: {finding['message']} [{finding['code']}]")
    for place in [finding] + finding["notes"]:
        if place.get("file") == finding.get("file") and 0 < place["line"] <= len(lines):
            print(f"   spec {place['line']}: {lines[place['line'] - 1].strip()}")
    names = re.findall(r"'(\w+)'", " ".join(place["message"] for place in [finding] + finding["notes"]))
    shown = set()
    for name in dict.fromkeys(names):
        for line, text in rows.naming(name):
            if line not in shown:
                shown.add(line)
                print(f"   page {line}: {text}")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--severity", choices=("error", "warning"))
    parser.add_argument("--totals", action="store_true", help="print only how many findings of each code there are")
    chosen = parser.parse_args()
    strata = os.path.abspath(os.environ.get("STRATA", "build/strata"))
    found, read = [], {}
    with tempfile.TemporaryDirectory() as scratch:
        for number, page in enumerate(page_paths(chosen.pages)):
            spec = os.path.join(scratch, f"{number}.strata")
            findings = findings_of(strata, page, spec)
            if not findings:
                continue
            with open(spec, encoding="utf-8") as file:
                lines = file.read().splitlines()
            with open(page, encoding="utf-8", errors="replace") as file:
                read[page] = Rows(file.read()), lines
            found += [(page, finding) for finding in findings
                      if finding["severity"] == (chosen.severity or finding["severity"])]
    totals = Counter((finding["severity"], finding["code"]) for _, finding in found)
    for (severity, code), count in sorted(totals.items()):
        print(f"{count:5} {severity} {code}")
    if not chosen.totals:
        print()
        drawn = random.Random(chosen.seed).sample(found, min(chosen.count, len(found)))
        for number, (page, finding) in enumerate(drawn, 1):
            show(number, os.path.relpath(page, chosen.pages), *read[page], finding)
    return 0


if __name__ == "__main__":
    sys.exit(main())
