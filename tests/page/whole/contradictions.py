#!/usr/bin/env python3
"""contradictions.py STRATA PAGES [-v]

Imports the pages with known contradictions, PAGES/contradictions.json, and
looks for each among the findings of `strata check`: a finding or one of its
notes is on a row that declares a member of the contradiction. Prints a line for
each: its case and kind, "found" with the codes, or "lost". -v prints the
findings on the rows.
"""

import collections
import json
import os
import re
import subprocess
import sys

NAME = re.compile(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?::\s*\d+\s*)?;|\(\s*\*\s*(\w+)|(\w+)\s*\(")


def names_of(definition):
    """The names that a definition declares."""
    return {name for match in NAME.finditer(definition) for name in match.groups() if name}


def types_of(definition):
    """The types that a description in words names, as in "an ETW_REF_CLOCK"."""
    return set(re.findall(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b", definition))


def row_at(lines, number):
    """The text of the row that a line belongs to: rows are written on several lines."""
    first = number - 1
    while first > 0 and not lines[first - 1].rstrip().endswith((";", "{", "}")):
        first -= 1
    return " ".join(lines[first:number])


def findings_of(strata, source):
    """(code, message, lines) of the findings on the spec of a page, and its lines."""
    spec = subprocess.run([strata, "import", "table", source], capture_output=True, check=False).stdout
    run = subprocess.run([strata, "check", "--format", "json", "-"], input=spec, capture_output=True, check=False)
    found = []
    for line in run.stdout.decode("utf-8").splitlines():
        item = json.loads(line)
        notes = {note["line"] for note in item["notes"] if note.get("line")}
        found.append((item["code"], item["message"], {item["line"]} | notes))
    return found, spec.decode("utf-8").split("\n")


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "-v"]
    strata, folder = arguments
    with open(os.path.join(folder, "contradictions.json"), encoding="utf-8") as file:
        cases = json.load(file)
    pages = {}
    counts = collections.Counter()
    for case in cases:
        path = case["pages"][0]
        if path not in pages:
            pages[path] = findings_of(strata, os.path.join(folder, "windows", path))
        findings, lines = pages[path]
        names = {name for row in case["rows"] for name in names_of(row["definition"]) or types_of(row["definition"])}
        hits = []
        for code, message, places in findings:
            for line in places:
                words = set(re.findall(r"\w+", row_at(lines, line) + " " + message))
                if names & words or (not names and "unaccounted" in words):
                    hits.append((code, message))
                    break
        counts["found" if hits else "lost"] += 1
        print("%d\t%s\t%s" % (case["case"], case["kind"],
                              "found: " + " ".join(sorted({code for code, _ in hits})) if hits else "lost"))
        if "-v" in sys.argv:
            for code, message in hits[:6]:
                print("    %s: %s" % (code, message))
    print("found\t%d\nlost\t%d" % (counts["found"], counts["lost"]))


if __name__ == "__main__":
    main()
