#!/usr/bin/env python3
"""The table of `make bench`: table.py FIGURES [BASE].

FIGURES has a line for each measurement, its cells between tabs: name, value, unit, instructions, name of its peer, limit,
and a remark if it has no value. The limit is a value in the same unit, or a ratio to the peer (x1.5). BASE is what an
earlier run printed: then each row also has the value of that run, and the changes of value and instructions since then.
"""
import sys

HEAD = ["measurement", "value", "instructions", "peer", "ratio to peer", "limit", "ratio to limit"]
COMPARED = ["before", "change", "in instructions"]


def number(text):
    """Returns the number that a cell begins with, or None."""
    try:
        return float(text.split()[0].replace(",", ""))
    except (IndexError, ValueError):
        return None


def digits(value):
    """Returns at least three digits, or a whole number."""
    whole = abs(value) >= 100
    return f"{value:,.0f}" if whole else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def counted(text):
    """Instructions: of a step, or in millions."""
    return digits(number(text)) + text[len(text.split()[0]):] if text else ""


def change(now, before):
    """The change in percent, or nothing if there is no number to compare with."""
    if now is None or not before:
        return ""
    return f"{(now / before - 1) * 100:+.1f} %"


def read_base(path):
    """Returns the cells of each row of an earlier table, by name."""
    rows = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if line.startswith("| ") and len(cells) >= len(HEAD) and cells[0] != HEAD[0]:
                rows[cells[0]] = cells
    if not rows:
        sys.exit(f"table.py: {path} has no table of an earlier run")
    return rows


def row_cells(figure, values):
    """Returns the cells of a measurement. `values` has the value of each."""
    name, value, unit, instructions, peer, limit, remark = figure
    own, other = number(value), values.get(peer)
    if own is None:
        return [name, remark or "-", "", peer, "", limit, ""]
    ratio = own / other if other else None
    most = number(limit.lstrip("x"))
    reached = None
    if most:
        reached = own / most if not limit.startswith("x") else ratio / most if ratio else None
    return [name, f"{digits(own) if '.' in value else format(int(value), ',')} {unit}", counted(instructions), peer,
            digits(ratio) if ratio else "", limit if not limit or limit.startswith("x") else f"{limit} {unit}",
            digits(reached) if reached else ""]


def compare(cells, before):
    """Returns the cells beside a row: the earlier value, and the changes."""
    if before is None:
        return ["-", "", ""]
    return [before[1], change(number(cells[1]), number(before[1])), change(number(cells[2]), number(before[2]))]


def write_table(figures, base):
    """Returns the lines of the table, as wide as its cells."""
    values = {figure[0]: number(figure[1]) for figure in figures}
    rows = [HEAD + (COMPARED if base is not None else [])]
    for figure in figures:
        cells = row_cells(figure, values)
        rows.append(cells + (compare(cells, base.get(figure[0])) if base is not None else []))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    texts = (0, HEAD.index("peer"))
    rows.insert(1, ["-" * widths[i] if i in texts else "-" * (widths[i] - 1) + ":" for i in range(len(widths))])
    return ["| " + " | ".join(cell.ljust(widths[i]) if i in texts else cell.rjust(widths[i])
                              for i, cell in enumerate(row)) + " |" for row in rows]


def main():
    figures = []
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in file:
            cells = line.rstrip("\n").split("\t")
            figures.append(cells + [""] * (7 - len(cells)))
    base = read_base(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else None
    print("\n".join(write_table(figures, base)))


if __name__ == "__main__":
    main()
