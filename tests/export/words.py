#!/usr/bin/env python3
"""Prints a spec in which each word of words.tsv is a name:
words.py WORDS KIND, where KIND is types, enums or members."""
import sys

NAMES = {
    "types": ("", "struct `{0}` {{ ULONG A at 0; }}\nstruct S{1} {{ `{0}` A at 0; `{0}` *B at 8; }}", ""),
    "members": ("struct S {{\n", "    ULONG `{0}` at {2};", "}}\n"),
    "enums": ("", "enum `{0}` : ULONG {{ A{1} = {1}; }}\nstruct S{1} {{ `{0}` A at 0; }}", ""),
}


def main():
    words = set()
    with open(sys.argv[1]) as lines:
        for line in lines:
            words.update(line.split("\t")[1].split())
    begin, part, end = NAMES[sys.argv[2]]
    print("axis { 1.0 { } }\narch x64 pointer 8 align 8 in 1.0..;\ncolumns x64;\ntype ULONG unsigned 4;")
    print(begin.format() + "\n".join(part.format(word, i, 4 * i) for i, word in enumerate(sorted(words))))
    print(end.format())


main()
