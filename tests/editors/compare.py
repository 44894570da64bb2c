#!/usr/bin/env python3
"""Compares two maps of the tokens of specs: compare.py SCANNER EDITOR. tokens.c describes maps.

A `-` of an editor is a character without a face: a name, a sign or a blank. Prints a line for each spec that differs,
with its first lines that do, and as its last line "N compared, N differ".
"""
import sys


def read(path):
    """Returns the lines of each file of a map."""
    files = {}
    with open(path, encoding="utf-8") as file:
        for line in file.read().split("\n"):
            if line.startswith("== "):
                lines = files[line[3:]] = []
            elif files:
                lines.append(line.rstrip())
    return files


def is_same(scanner, editor):
    if "-" not in editor:
        return scanner == editor
    return len(scanner) <= len(editor) and all(
        there == here or there == "-" and here in "ns " for here, there in zip(scanner.ljust(len(editor)), editor))


def main():
    scanner, editor = map(read, sys.argv[1:])
    differ = 0
    for name, lines in scanner.items():
        others = editor.get(name, [])
        while others and not others[-1]:
            others.pop()
        while lines and not lines[-1]:
            lines.pop()
        others += [""] * (len(lines) - len(others))
        wrong = [i for i in range(len(others)) if i >= len(lines) or not is_same(lines[i], others[i])]
        if not wrong:
            continue
        differ += 1
        print("%s: %d lines differ" % (name, len(wrong)))
        with open(name, encoding="utf-8") as file:
            text = file.read().split("\n")
        for i in wrong[:10]:
            print("%s:%d\n    text    %s\n    scanner %s\n    editor  %s" %
                  (name, i + 1, text[i], lines[i] if i < len(lines) else "", others[i]))
    print("%d compared, %d differ" % (len(scanner), differ))
    sys.exit(differ != 0)


main()
