#!/usr/bin/env python3
"""Draws the pictures of README.md: pictures.py STRATA DIRECTORY. `make pictures` runs it.

Both are of the first spec of README.md: `header.svg` is its way to a header, and `finding.svg` a finding of `check`
when one of its offsets is missing. All texts in them are output of the program. The same tree gives the same bytes.
"""
import os
import re
import subprocess
import sys
import tempfile
from xml.sax.saxutils import escape

STRUCTURE, PAGE = "WMI_RESOURCE", "README.md"
# The offset that the picture of a finding lacks.
RIGHT, WRONG = "at 0x28 | 0x2C;", "at 0x28;"
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def run(directory, *command):
    """Returns the standard output and the standard error of the program."""
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit("%s: %s" % (" ".join(command), done.stderr))
    return done.stdout, done.stderr


def read_spec():
    """Returns the first spec of the page."""
    with open(PAGE, encoding="utf-8") as file:
        return re.search(r"^```strata\n(.*?)^```", file.read(), re.M | re.S)[1]


class Drawing:
    """An SVG. Texts have the width of a monospaced font, whatever font there is."""

    def __init__(self, width, height, title, style):
        self.lines = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">' %
                      (width, height, width, height), "<title>%s</title>" % escape(title),
                      "<style>%s</style>" % re.sub(r"\s+", " ", style).strip()]

    def box(self, x, y, width, height, kind, more=""):
        self.lines.append('<rect x="%g" y="%g" width="%g" height="%g" class="%s"%s/>' %
                          (x, y, width, height, kind, more))

    def text(self, x, y, text, kind, advance=None):
        """Writes a text; with `advance`, each of its characters has that width."""
        blanks = len(text) - len(text.lstrip())
        text = text.strip()
        if not text:
            return
        if advance:
            x += blanks * advance
        length = ' textLength="%g" lengthAdjust="spacingAndGlyphs"' % (len(text) * advance) if advance else ""
        self.lines.append('<text x="%g" y="%g" class="%s"%s>%s</text>' %
                          (round(x, 2), y, kind, length, escape(text)))

    def path(self, path, kind):
        self.lines.append('<path d="%s" class="%s"/>' % (path, kind))

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines) + "\n</svg>\n")


# ---- A finding, as a terminal shows it

TERMINAL = """
    .page { fill: #0d1117; stroke: #484f58; } .button { fill: #484f58; }
    text { font: 13px %s; white-space: pre; fill: #c9d1d9; }
    .t1 { font-weight: bold; } .t31 { fill: #ff7b72; } .t32 { fill: #7ee787; } .t33 { fill: #e3b341; }
    .t34 { fill: #79c0ff; } .t35 { fill: #d2a8ff; } .t36 { fill: #76e3ea; } .t2 { fill: #8b949e; }
    .prompt { fill: #7ee787; font-weight: bold; }
""" % FONT
ADVANCE, LINE = 7.83, 18


def styled(line):
    """Returns the runs of a line: each a text and the classes of its colours."""
    runs, classes = [], ""
    for i, part in enumerate(re.split(r"\x1b\[([0-9;]*)m", line)):
        if i % 2:
            classes = " ".join("t" + code for code in part.split(";") if code.strip("0"))
        elif part:
            runs.append((part, classes))
    return runs


def draw_finding(strata, path):
    spec = read_spec()
    if spec.count(RIGHT) != 1:
        sys.exit("%s has no row with %s" % (PAGE, RIGHT))
    name = STRUCTURE.lower() + ".strata"
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(spec.replace(RIGHT, WRONG))
        patch, findings = run(directory, strata, "check", "--color", "always", "--suggest", name)
    lines = [[("$ ", "prompt"), ("strata check --suggest " + name, "")]]
    lines += [styled(line) for line in (findings + patch).splitlines()]
    columns = max(sum(len(text) for text, _ in line) for line in lines)
    drawing = Drawing(round(columns * ADVANCE) + 40, len(lines) * LINE + 60,
                      "strata check reports that two rows overlap, and suggests the offset", TERMINAL)
    drawing.box(0.5, 0.5, round(columns * ADVANCE) + 39, len(lines) * LINE + 59, "page", ' rx="8"')
    for i in range(3):
        drawing.lines.append('<circle cx="%d" cy="20" r="5" class="button"/>' % (20 + 18 * i))
    for i, line in enumerate(lines):
        column = 0
        for text, classes in line:
            drawing.text(20 + column * ADVANCE, 54 + i * LINE, text, classes, ADVANCE)
            column += len(text)
    drawing.write(path)


# ---- The way of a spec to a header

WAY = """
    .panel { fill: #f6f8fa; stroke: #d0d7de; } .member { fill: #ddf4ff; stroke: #54aeff; }
    .pointer { fill: #fff8c5; stroke: #d4a72c; } .hole { fill: url(#hatch); stroke: #8c959f; }
    .arrow { fill: none; stroke: #7d8590; stroke-width: 2; } .tip { fill: #7d8590; } .line { stroke: #8c959f; }
    text { font: 11.5px %s; white-space: pre; fill: #1f2328; }
    .title, .step, .arch { font-family: system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; }
    .title { font-size: 14px; font-weight: 600; } .step { fill: #7d8590; font-size: 12px; text-anchor: middle; }
    .arch { font-size: 12px; font-weight: 600; } .word { fill: #cf222e; } .number { fill: #0550ae; }
    .name { text-anchor: middle; font-size: 10.5px; } .offset { fill: #59636e; font-size: 10.5px; }
    @media (prefers-color-scheme: dark) {
        .panel { fill: #161b22; stroke: #3d444d; } .member { fill: #0c2d6b; stroke: #388bfd; }
        .pointer { fill: #4b2900; stroke: #d29922; } text { fill: #e6edf3; } .step { fill: #7d8590; }
        .word { fill: #ff7b72; } .number { fill: #79c0ff; } .offset { fill: #9198a1; }
    }
""" % FONT
WORD, SMALL = 6.93, 17
# The rows of the spec that the picture shows, and the calls for them.
ROWS = ("Resource", "Action", "ContentionDelta")
HATCH = ('<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
         '<line x1="0" y1="0" x2="0" y2="6" class="line"/></pattern></defs>')


def write_code(drawing, x, y, line):
    """Writes a line of code with its words and numbers in their colours."""
    column = 0
    for part in re.split(r"(\b(?:struct|in|at|size|if)\b|\b0x[0-9A-F]+\b|\b[0-9]+\.[0-9]\.\.)", line):
        kind = "number" if re.match("[0-9]", part) else "word" if re.fullmatch("[a-z]+", part) else ""
        drawing.text(x + column * WORD, y, part, kind, WORD)
        column += len(part)


def read_layout(strata, arch):
    """Returns the members of the spec's end: offset, name, size, and true for a pointer."""
    shown, _ = run(None, strata, "show", "specs/etw", "--struct", STRUCTURE, "--at", "6.1/" + arch)
    rows = re.findall(r"^ +\+0x([0-9A-F]+) (\S+) +: (.*?) +0x([0-9A-F]+)$", shown, re.M)
    members = [(int(offset, 16), name, int(size, 16), kind == "PVOID") for offset, name, kind, size in rows]
    first = min(offset for offset, name, _, _ in members if name == ROWS[0])
    return [member for member in members if member[0] >= first]


def draw_layout(drawing, x, y, arch, members):
    """Draws rows of eight bytes."""
    drawing.text(x, y, arch, "arch")
    first, byte, height = members[0][0], 27, 30
    for offset, name, size, is_pointer in members:
        row, column = divmod(offset - first, 8)
        kind = "hole" if name.startswith("(") else "pointer" if is_pointer else "member"
        left, top = x + 48 + column * byte, y + 12 + row * (height + 6)
        drawing.box(left, top, size * byte - 3, height, kind, ' rx="3"')
        if kind != "hole":
            drawing.text(left + size * byte / 2 - 1.5, top + 19, name, "name")
        if not column:
            drawing.text(x, top + 19, "+0x%02X" % offset, "offset")


def draw_arrow(drawing, x, y, command):
    drawing.path("M%d %d h54" % (x, y), "arrow")
    drawing.path("M%d %d l-9 -5 v10 z" % (x + 62, y), "tip")
    for i, word in enumerate(command.split()):
        drawing.text(x + 31, y - 26 + i * 15, word, "step")


def draw_header(strata, path):
    drawing = Drawing(1030, 268, "A spec, the layouts of its structure on two architectures, and calls of the header",
                      WAY)
    drawing.lines.append(HATCH)
    panels = ((0.5, 306, "A spec: a row for each member"), (378.5, 284, "Layouts: x86 | x64"),
              (734.5, 295, "A header: one call for all layouts"))
    for x, width, title in panels:
        drawing.box(x, 0.5, width, 267, "panel", ' rx="8"')
        drawing.text(x + 14, 28, title, "title")
    spec = read_spec().splitlines()
    head = next(line for line in spec if line.startswith("struct " + STRUCTURE))
    rows = [line.split(None, 2) for line in spec if re.search(r" (%s) " % "|".join(ROWS), line)]
    rows = ["%s %-*s %s" % (kind, max(map(len, ROWS)), name, offset) for kind, name, offset in rows]
    layouts = {arch: read_layout(strata, arch) for arch in ("x86", "x64")}
    code = ["columns x86 | x64;", "", head, "    …"] + ["    " + row for row in rows] + ["}"]
    for i, line in enumerate(code):
        write_code(drawing, 14, 60 + i * SMALL * 1.4, line)
    draw_arrow(drawing, 311, 134, "strata check")
    for i, (arch, members) in enumerate(layouts.items()):
        draw_layout(drawing, 390, 58 + i * 110, arch, members)
    draw_arrow(drawing, 667, 134, "strata gen")
    calls = ["%s_open(" % STRUCTURE, "    &v, bytes, size, target);", ""]
    for name in ROWS[1:]:
        calls += ["%s_get_%s(" % (STRUCTURE, name), "    &v, &value);"]
    for i, line in enumerate(calls):
        drawing.text(749, 60 + i * SMALL * 1.4, line if line.startswith(" ") or not line else "strata_" + line, "",
                     WORD * 0.96)
    drawing.write(path)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    strata, directory = os.path.abspath(sys.argv[1]), sys.argv[2]
    draw_header(strata, os.path.join(directory, "header.svg"))
    draw_finding(strata, os.path.join(directory, "finding.svg"))


main()
