#!/usr/bin/env python3
"""moved.py STRATA SPEC COUNT: makes one offset of a spec wrong at a time, by a
few bytes, and checks the spec. Prints the rows whose mistake is not found, and
"N compared, N differ" last. Rows that allow a gap are left out. Exit status: 0
all are found, 1 some are not."""

import os
import random
import re
import subprocess
import sys
import tempfile

OFFSET = re.compile(r"\bat 0x([0-9A-F]+)")


def main():
    strata, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    chance = random.Random(path.rsplit("/", 1)[-1])
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    rows = [i for i, line in enumerate(lines) if OFFSET.search(line) and "allow gap" not in line]
    missed = 0
    with tempfile.TemporaryDirectory() as directory:
        wrong = os.path.join(directory, "wrong.strata")
        for i in chance.sample(rows, min(count, len(rows))):
            offset = int(OFFSET.search(lines[i])[1], 16)
            moved = offset + chance.choice([by for by in (-8, -4, -2, -1, 1, 2, 4, 8) if offset + by >= 0])
            row = OFFSET.sub(f"at 0x{moved:02X}", lines[i], count=1)
            with open(wrong, "w", encoding="utf-8") as file:
                file.write("\n".join(lines[:i] + [row] + lines[i + 1:]))
            result = subprocess.run([strata, "check", wrong], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if result.returncode != 1:
                missed += 1
                print(f"{i + 1}: {row.strip()}, which was 0x{offset:02X}: exit status {result.returncode}")
    print(f"{min(count, len(rows))} compared, {missed} differ")
    sys.exit(missed > 0)


main()
