#!/usr/bin/env python3
"""kept.py SEED COUNT: folds kernels into a spec that people have edited.

Draws COUNT times kernels as order.py does. Imports the first one, puts marks
at random places of the spec: comments on lines of their own, comments behind
rows, documentation, remarks, blank lines. Folds the others in, one by one, and
the last one again. Each mark must be there still, once, and the spec must have
the layouts that it has without marks. Prints "N draws, M marks, K lost". Exit
status 1 if one is lost. STRATA is the program.
"""

import os
import random
import re
import subprocess
import sys
import tempfile

import order

ROW = re.compile(r"^ +(?!size|unaccounted|struct|union|\}|//).*;$")


def mark(rng, path):
    """Puts marks into a file. Returns them."""
    lines, marks = open(path, encoding="utf-8").read().split("\n"), []
    for index in rng.sample(range(len(lines)), min(len(lines), rng.randint(2, 8))):
        name = f"mark {rng.randrange(1 << 40):X}"
        if ROW.match(lines[index]) and rng.random() < 0.7:
            kind = rng.randrange(3)
            if kind == 0:
                lines[index] = lines[index] + f" // {name}"
            elif kind == 1:
                lines[index] = lines[index][:-1] + f' "{name}";'
            else:
                lines[index] = f"    /// {name}\n{lines[index]}"
        elif re.match(r"^(struct|enum|    )", lines[index]) and "}" not in lines[index]:
            lines[index] = f"    // {name}\n{lines[index]}"
        else:
            continue
        marks.append(name)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    return marks


def layouts(path):
    """What the spec says, without remarks."""
    done = subprocess.run([order.STRATA, "show", "--struct", "*", path], capture_output=True, text=True, check=True)
    return re.sub(r' +"?mark [0-9A-F]+"?', "", done.stdout)


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    total, lost = 0, 0
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        with tempfile.TemporaryDirectory() as scratch:
            files = order.draw_kernels(rng, scratch)
            plain, edited = os.path.join(scratch, "plain"), os.path.join(scratch, "edited")
            order.run("import", "pdb", files[0], "-o", plain)
            order.run("import", "pdb", files[0], "-o", edited)
            marks = []
            for name in sorted(os.listdir(edited)):
                marks += mark(rng, os.path.join(edited, name)) if name != "types.strata" else []
            for file in files[1:] + files[-1:]:
                order.run("import", "pdb", file, "--into", plain)
                order.run("import", "pdb", file, "--into", edited)
            text = "".join(open(os.path.join(edited, name), encoding="utf-8").read()
                           for name in sorted(os.listdir(edited)))
            missing = [name for name in marks if text.count(name) != 1]
            total, lost = total + len(marks), lost + len(missing)
            if missing:
                print(f"seed {seed}, draw {number}: {len(missing)} of {len(marks)} marks are lost or there twice")
            if layouts(plain) != layouts(edited):
                lost += 1
                print(f"seed {seed}, draw {number}: the layouts differ")
    print(f"{count} draws, {total} marks, {lost} lost")
    return lost > 0


if __name__ == "__main__":
    sys.exit(main())
