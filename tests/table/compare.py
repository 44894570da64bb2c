#!/usr/bin/env python3
"""compare.py TABLE.txt DIR STRUCTURE

Compares a table that `strata table --as-documented` printed as text with the
transcription of the published one in DIR (tests/documents/README.md): every
row in its order, every cell as it is spelled there.

What is not compared as it stands, and nothing else:

- A misprint: a `:` for the `;` between two alternatives (MISPRINTS).
- Members without a name: all have the word `unknown` before them, as nearly
  all have on the page; where it has not (BARE_WORDS) it is added.
- Sizes that a document states in prose: it has no words for the versions that
  could be compared, so the last release stands for all that follow.

Prints a line for each difference, and "N rows, N differ" last.  Exit status: 0
all equal, 1 some differ, 2 a file cannot be used.
"""

import os
import sys

TABLES = ("um_logger_context", "wmi_resource", "spinlock_information",
          "kernel_header_extension")
# The page's line, what it prints and what it must mean.
MISPRINTS = {"230": ("(5.1 to 5.2): 0x94", "(5.1 to 5.2); 0x94")}
BARE_WORDS = {"305": "buffer for compressed data",
              "308": "32-bit size of compression buffer",
              "311": "32-bit size of trace buffers in compression buffer",
              "314": "32-bit count of trace buffers in compression buffer",
              "315": "32-bit size of partial trace buffer in compression "
                     "buffer"}
# The page that has a table of sizes.
SIZE_TABLES = ("um_logger_context",)


class Unusable(Exception):
    """A file does not have the form it must have."""


def read_lines(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(str(error))


def read_transcription(directory, name):
    lines = [line.split("\t") for line
             in read_lines(os.path.join(directory, name + ".tsv"))]
    if len(lines) < 2 or any(len(l) != len(lines[0]) for l in lines):
        raise Unusable(name + ".tsv: not a table")
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def read_printed(path):
    """The tables of the text, each a list of dicts by heading."""
    tables, headings = [], None
    for line in read_lines(path):
        if not line.endswith("|"):
            headings = None
        elif headings is None:
            headings = split(line)
            tables.append([])
        elif not set(line) <= set("-|"):
            cells = split(line)
            if len(cells) != len(headings):
                raise Unusable("%s: %d cells: %s" % (path, len(cells), line))
            tables[-1].append(dict(zip(headings, cells)))
    if not tables:
        raise Unusable(path + ": no table")
    return tables


def split(line):
    return [cell.strip() for cell in line[:-1].split("|")]


def by_arch(row, heading):
    """One column serves both."""
    return {arch: row.get("%s (%s)" % (heading, arch), row.get(heading, ""))
            for arch in ("x86", "x64")}


def mend(row):
    """The page's own slips, each in the one row that has it."""
    row, line = dict(row), row["line"]
    if line in MISPRINTS:
        printed, meant = MISPRINTS[line]
        if printed not in row["x86"]:
            raise Unusable("line %s: no such misprint" % line)
        row["x86"] = row["x86"].replace(printed, meant)
    if line in BARE_WORDS:
        if row["declaration"] != BARE_WORDS[line]:
            raise Unusable("line %s: '%s'" % (line, row["declaration"]))
        row["declaration"] = "unknown " + row["declaration"]
    return row


def compare_rows(place, stated, printed, report):
    """Cells by name; both are in the order of their tables."""
    if len(stated) != len(printed):
        report("%s: %d rows are printed, the document has %d"
               % (place, len(printed), len(stated)))
    for (line, wanted), found in zip(stated, printed):
        for name in wanted:
            if wanted[name] != found[name]:
                report("%s, line %s, %s: '%s' is printed, the document has "
                       "'%s'" % (place, line, name, found[name], wanted[name]))


def compare_members(name, structure, directory, printed, report):
    stated = [mend(row) if name == "um_logger_context" else row
              for row in read_transcription(directory, name)
              if row["structure"] == structure]
    names = ("x86", "x64", "declaration", "versions", "remarks")
    compare_rows(
        structure,
        [(row["line"], {key: row[key] for key in names}) for row in stated],
        [dict(by_arch(row, "Offset"), declaration=row["Definition"],
              versions=row.get("Versions", ""),
              remarks=row.get("Remarks", "")) for row in printed], report)
    return len(stated)


def compare_sizes(name, structure, directory, printed, report):
    stated, found = [], []
    for row in read_transcription(directory, "sizes"):
        if row["structure"] == structure:
            stated.append((row["line"],
                           {k: row[k] for k in ("x86", "x64", "versions")}))
    for row in printed:
        found.append(dict(by_arch(row, "Size"), versions=row["Versions"]))
        if name not in SIZE_TABLES:
            found[-1]["versions"] = found[-1]["versions"].replace(
                " to 10.0", " and higher")
    if [wanted["versions"] for _, wanted in stated] == [""]:
        stated[0][1]["versions"] = found[0]["versions"]
    compare_rows(structure + ", sizes", stated, found, report)
    return len(stated)


def main(arguments):
    if len(arguments) != 3:
        print(__doc__.split("\n")[0], file=sys.stderr)
        return 2
    path, directory, structure = arguments
    differences = []
    try:
        tables = read_printed(path)
        if len(tables) != 2:
            raise Unusable("%s: %d tables, of sizes and of members are "
                           "expected" % (path, len(tables)))
        name = next((n for n in TABLES if any(
            row["structure"] == structure
            for row in read_transcription(directory, n))), None)
        if name is None:
            raise Unusable("no document has " + structure)
        rows = compare_sizes(name, structure, directory, tables[0],
                             differences.append)
        rows += compare_members(name, structure, directory, tables[1],
                                differences.append)
    except Unusable as error:
        print("compare.py: %s" % error, file=sys.stderr)
        return 2
    for difference in differences:
        print(difference)
    print("%d rows, %d differ" % (rows, len(differences)))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
