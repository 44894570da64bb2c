#!/usr/bin/env python3
"""Checks the machine code of tests/runtime/assembly.c on x86-64: assembly.py OBJECT. Prints mistakes, or nothing."""

import re
import subprocess
import sys


def functions(path):
    """Name -> [(address, mnemonic, operands)] without what only fills space."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", path], check=True, capture_output=True, text=True).stdout
    found, code = {}, None
    for line in text.splitlines():
        head = re.match(r"[0-9a-f]+ <([\w.]+)>:", line)
        row = re.match(r" +([0-9a-f]+):\s+(.*)", line)
        if head:
            code = found.setdefault(head.group(1), [])
        elif row and not re.search(r"\bnop|xchg +%ax,%ax|endbr64", row.group(2)):
            mnemonic, _, operands = row.group(2).partition(" ")
            code.append((int(row.group(1), 16), mnemonic, operands.strip()))
    return found


def show(code):
    return "\n".join("    %x: %s %s" % row for row in code)


def loads(code):
    return [row for row in code if "(" in row[2] and not row[1].startswith("lea")]


def check_loop(title, code, most):
    """A loop that steps from record to record has one load, its own branch, and at most so many instructions."""
    step = next((i for i, row in enumerate(code) if row[1].startswith("add") and row[2].startswith("$0x30,")), None)
    if step is None:
        print("no loop steps from record to record:\n" + show(code))
        return
    ends = [i for i, row in enumerate(code) if i > step and row[1].startswith("j")]
    begin = int(code[ends[0]][2].split()[0], 16)
    loop = [row for row in code if begin <= row[0] <= code[ends[0]][0]]
    branches = [row for row in loop if row[1].startswith(("j", "call"))]
    if code[step] not in loop or len(branches) != 1 or len(loads(loop)) != 1 or len(loop) > most:
        print("%s is more than one load, one branch and %d instructions:\n" % (title, most) + show(loop))


def main(path):
    found = functions(path)
    fixed, bits = found["fixed"], found["fixed_bits"]
    if len(fixed) != 2 or fixed[0][1:] != ("mov", "0x1c(%rdi),%eax") or not fixed[1][1].startswith("ret"):
        print("a fixed read is more than one load:\n" + show(fixed))
    if len(bits) != 4 or len(loads(bits[:1])) != 1 or {row[1] for row in bits[1:3]} != {"shr", "and"}:
        print("a fixed read of a bit-field is more than a load, a shift and a mask:\n" + show(bits))
    check_loop("a hoisted loop", found["hoisted"], 6)
    check_loop("a hoisted loop over a bit-field", found["hoisted_bits"], 8)


if __name__ == "__main__":
    main(sys.argv[1])
