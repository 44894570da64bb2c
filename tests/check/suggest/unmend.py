#!/usr/bin/env python3
"""A spec as its document has it: unmend.py SPEC > PUBLISHED

Puts `corrected X was Y` back to Y and `inferred X` to `?`; a row of which all is inferred goes, since the document does
not have it. Works on the text alone, so that it cannot agree with the compiler by sharing its mistakes.
"""

import re
import sys

VALUE = r"0x[0-9A-Fa-f]+"
VERSIONS = r"(?: \([^)]*\))?"


def unmend_column(column):
    lead = re.match(r"\s*", column).group()
    tail = re.search(r"\s*$", column).group()
    alternatives, back = [], []
    for alternative in re.split(r",\s*", column.strip()):
        match = re.fullmatch(rf"corrected {VALUE}{VERSIONS} was ({VALUE}{VERSIONS})", alternative)
        if match:
            alternative = match.group(1)
            back.append(alternative)
        elif re.fullmatch(rf"inferred {VALUE}{VERSIONS}", alternative):
            alternative = "?"
        if alternative not in alternatives:
            alternatives.append(alternative)
    # One bare alternative of the document may have been split into a right and a wrong part.
    for bare in [a for a in back if "(" not in a]:
        alternatives = [a for a in alternatives if a == bare or not a.startswith(bare + " (")]
    return lead + ", ".join(alternatives) + tail


def unmend_cell(match):
    cell = match.group(2)
    if "corrected" not in cell and "inferred" not in cell:
        return match.group()
    return match.group(1) + "|".join(unmend_column(column) for column in cell.split("|"))


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    # Comments would be taken for rows.
    text = re.sub(r"//.*", "", text)
    rows = []
    for row in re.split(r"(?<=;)", text):
        row = re.sub(r"(\bat\s+)((?:[^;{]|\n)*?)(?=\s*(?:;|\{|\bprevious|\bnext\b|\blast\b|$))", unmend_cell, row)
        at = re.search(r"\bat\s+([?|\s]+);", row)
        if at:
            row = "\n"
        rows.append(row)
    sys.stdout.write("".join(rows))


if __name__ == "__main__":
    main()
