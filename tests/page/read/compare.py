#!/usr/bin/env python3
"""Compares what a reader makes of the published page of ETW_UM_LOGGER_CONTEXT with its transcription.

usage: compare.py whole|lost DUMP DOCUMENTS

Prints how many rows and cells were found, and on standard error every cell that is not what the transcription has.
`whole` is the page with its columns: each cell must be there. `lost` is the one without: what was lost must be said, and
what is left must stand in the right column.
"""

import csv
import re
import sys

TABLE = ["x86", "x64", "declaration", "versions", "remarks"]
SIZES = ["versions", "x86", "x64"]


def read_tsv(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def read_dump(path):
    """Rows of the dump in order: (columns, line, [(text, is_lost)], left over or None); and the lines reported."""
    rows, reported, columns = [], set(), []
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if re.match(r"\d+: table$", line):
            columns = []
        elif match := re.match(r'  column (.*?) "', line):
            columns.append(match[1])
        elif match := re.match(r"  (\d+):$", line):
            rows.append((columns, int(match[1]), [], []))
        elif match := re.match(r'    left over: "(.*)"$', line):
            rows[-1][3].append(match[1])
        elif match := re.match(r'    "(.*)"((?: [a-z]+|(?<=line) \d+)*)$', line):
            rows[-1][2].append((match[1].replace("\\n", " "), " lost" in match[2]))
        elif match := re.match(r"[^ ]+:(\d+):\d+: warning: .*\[unread\]$", line):
            reported.add(int(match[1]))
    return rows, reported


def main():
    how, dump, documents = sys.argv[1:]
    rows, reported = read_dump(dump)
    wanted = [(row, TABLE) for row in read_tsv(f"{documents}/um_logger_context.tsv")]
    wanted = [(row, SIZES) for row in read_tsv(f"{documents}/sizes.tsv") if row["line"].startswith("um_logger")] + wanted
    faults, whole, part, missing = [], 0, 0, 0
    if len(rows) != len(wanted):
        faults.append(f"{len(rows)} rows, not {len(wanted)}")
    for (columns, line, cells, left), (row, names) in zip(rows, wanted):
        if how == "whole" and str(line) != row["line"].split(":")[-1]:
            faults.append(f"line {line} for the row of line {row['line']}")
        if (left or any(lost for _, lost in cells)) and line not in reported:
            faults.append(f"line {line}: cells are lost, and not reported")
        for name, (text, lost) in zip(names, cells):
            right = row[name]
            if text == right and not (lost and how == "lost"):
                whole += 1
            elif lost and how == "lost" and right.startswith(text.replace(":", ";")):
                part += bool(text)
                missing += not text
            else:
                faults.append(f"line {line}: {name} is {text!r}, not {right!r}")
    print(f"{how}: {len(rows)} rows; {whole} cells whole, {part} in part, {missing} lost; {len(reported)} lines reported")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


sys.exit(main())
