#!/usr/bin/env python3
"""cells.py PAGE SPEC

Looks for what stands in the cells of a page in the spec that was made of it:
every hexadecimal number, by its value, and every word that is a name in C.
Prints those that are missing; exit status 1 when there are any.
"""

import html
import re
import sys

# Words of C that the language of specs has another one for, or none.
OTHERWISE = {"unsigned", "signed", "long", "void", "int", "short", "char", "enum", "__int32", "__int64", "_",
             "DECLSPEC_ALIGN", "DECLSPEC_CACHEALIGN"}


def cells(path, text):
    """The text of all table cells, as near as that can be told."""
    if path.endswith(".html"):
        found = re.findall(r"<td[^>]*>(.*?)</td>", text, re.S)
        return [html.unescape(re.sub(r"<[^>]*>", " ", cell)) for cell in found]
    if path.endswith((".tsv", ".csv")):
        return text.splitlines()[1:]
    # Of extracted text, the lines that look like parts of a table.
    return [line for line in text.splitlines()
            if re.match(r"\s*\|?\s*`?(0x|[A-Z_0-9]+ \**\w+ ?(\[.*\])?;)", line)]


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    spec = open(sys.argv[2], encoding="utf-8").read()
    numbers = {int(n, 16) for n in re.findall(r"\b0x([0-9A-Fa-f]+)\b", spec)}
    numbers |= {int(n) for n in re.findall(r"\b[0-9]+\b", spec)}
    words = set(re.findall(r"\b[A-Za-z_]\w*\b", spec))
    missing = []
    for cell in cells(sys.argv[1], text):
        for number in re.findall(r"\b0x([0-9A-Fa-f]+)\b", cell):
            if int(number, 16) not in numbers:
                missing.append("0x" + number)
        for word in re.findall(r"\b[A-Z_]\w*[A-Za-z]\w*\b", cell):
            bare = word.lstrip("_")
            if word not in words and bare not in words and not re.match(
                    r"(SP\d|RTM|NT|XP|Windows|Vista|Server|R2|PAE)$", word) \
                    and word not in OTHERWISE:
                missing.append(word)
    for word in missing:
        print(word)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
