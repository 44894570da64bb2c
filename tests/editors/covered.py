#!/usr/bin/env python3
"""Checks that a sample has every token: covered.py SCANNER TABLE MAP. SCANNER is grammar/strata.l, TABLE is
generator/front/words.c; tokens.c describes maps.

Prints the reserved words, signs and kinds of tokens that the sample lacks. The exit status is 1 if there are any.
"""
import itertools
import re
import sys


def read_tokens(path):
    """Returns the texts of all tokens of a map, by the letters of their kinds. Signs without blanks between are one."""
    tokens, files = {}, []
    with open(path, encoding="utf-8") as file:
        for line in file.read().split("\n"):
            if line.startswith("== "):
                with open(line[3:], encoding="utf-8") as spec:
                    files = spec.read().split("\n")[::-1]
            elif files:
                characters = zip(line, files.pop())
                for kind, group in itertools.groupby(characters, key=lambda pair: pair[0]):
                    tokens.setdefault(kind, set()).add("".join(text for _, text in group))
    return tokens


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        scanner = file.read()
    with open(sys.argv[2], encoding="utf-8") as file:
        words = set(re.findall(r'X\(n, "([a-z]+)"', file.read()))
    tokens = read_tokens(sys.argv[3])
    signs = set(re.findall(r'^"([^a-z"]+)"\{B\}', scanner, re.M))
    signs |= set("".join(re.findall(r"^\[(.*)\]\{B\}", scanner, re.M)))
    if len(words) < 40 or len(signs) < 20:
        sys.exit("no words and signs in " + " ".join(sys.argv[1:3]))
    missing = sorted(words - tokens.get("w", set()))
    missing += sorted(sign for sign in signs if not any(sign in run for run in tokens.get("s", ())))
    missing += sorted(set("cwnkdvts") - set(tokens))
    for name in missing:
        print("the sample has no " + name)
    sys.exit(bool(missing))


main()
