#!/usr/bin/env python3
"""Writes pages that no reader should fall over into a directory: hostile.py DIRECTORY SHARE

Each is some megabytes, and what is quadratic in one of them does not end in time. SHARE divides their lengths.
"""

import os
import sys

SHARE = int(sys.argv[2])
HEAD = b"<table class=Struct><tr><th>Offset<th>Definition<th>Versions\n"
COLUMNS = b"Offset | Definition | Versions |\n---|---|---|\n"
BARE = b"Offset (x86) Offset (x64) Definition Versions Remarks\n"


def rows(text):
    return b"".join(text % (i * 4, i) for i in range(100000 // SHARE))


PAGES = {
    "nested-blocks.html": b"<div>" * (100000 // SHARE) + b"x" + b"</div>" * (100000 // SHARE),
    "nested-tables.html": b"<table><tr><td>" * (100000 // SHARE) + b"x",
    "nested-inline.html": b"<b><i><font>" * (100000 // SHARE) + b"x",
    "rows.html": HEAD + rows(b"<tr><td>0x%X<td><pre>ULONG A%d;</pre><td>6.0\n") + b"</table>",
    "spans.html": HEAD + rows(b"<tr><td rowspan=1000000>0x%X<td colspan=1000000>ULONG A%d;<td>6.0\n"),
    "cell.html": HEAD + b"<tr><td>0x00<td>" + b"ULONG A; " * (1200000 // SHARE) + b"<td>6.0</table>",
    "columns.html": b"<table class=Struct><tr>" + b"<th>Offset" * (100000 // SHARE) +
        b"<tr>" + b"<td>x" * (100000 // SHARE),
    "attributes.html": b"<p " + b"".join(b"a%d=1 " % i for i in range(1000000 // SHARE)) + b">x",
    "nul.html": b"\0" * (5000000 // SHARE),
    "entities.html": b"&amp;&#0;&nbsp;&nothing;" * (500000 // SHARE),
    "open.html": b"<" * (2000000 // SHARE),
    "comment.html": b"<!--" + b"-" * (5000000 // SHARE),
    "ends.html": b"</b></div></td>" * (300000 // SHARE),
    "rows.txt": COLUMNS + b"0x00 |\nULONG A; |\n6.0 |\n" * (100000 // SHARE),
    "one-line.txt": COLUMNS + b"0x00 | ULONG A; | 6.0 |" * (200000 // SHARE),
    "spill.txt": COLUMNS + b"0x00 |\n" + b"words\n" * (1000000 // SHARE),
    "pipes.txt": b"|" * (5000000 // SHARE),
    "empty-lines.txt": b"\n" * (5000000 // SHARE),
    "headings.txt": b"Offset Definition Versions\n" * (100000 // SHARE),
    "bare.txt": BARE + b"0x00 (5.0);\n0x04\n0x00\nULONG A;\n6.0 and higher\n" * (100000 // SHARE),
    "bare-numbers.txt": BARE + b"0x00 (5.0);\n" * (500000 // SHARE),
    "bare-braces.txt": b"Offset Definition Versions\n0x00\nstruct {\n" + b"ULONG A;\n" * (300000 // SHARE),
    "bare-versions.txt": b"Versions Size\n" + b"5.0;\n" * (500000 // SHARE),
    "bare-words.txt": b"Offset Definition Versions\n0x00 " + b"word 5.0 to " * (500000 // SHARE),
    "brackets.txt": b"Offset Definition Versions\n0x00 " + b"0x00 (" * (500000 // SHARE),
    "rows.tsv": b"Offset\tDefinition\tVersions\n" + b"0x00\tULONG A;\t6.0\n" * (200000 // SHARE),
    "quote.csv": b'Offset,Definition\n"' + b"a,\n" * (2000000 // SHARE),
    "quotes.csv": b'Offset,Definition\n"' + b'""' * (3000000 // SHARE),
    "cells.csv": b"Offset,Definition\n" + b"x," * (1000000 // SHARE),
}

for name, page in PAGES.items():
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(page)
