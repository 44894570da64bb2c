#!/usr/bin/env python3
"""exported.py FILE [PAHOLE]: the names in a symbol file.

Prints the names of base types, structures, unions and enumerations.  With PAHOLE, which is what `pahole -a` prints,
prints instead the names of its structures and unions that the symbol file lacks, and those of the symbol file that
pahole does not have; the last line is "N names".
"""
import json
import re
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        symbols = json.load(file)
    if len(sys.argv) < 3:
        print("system:", *sorted(set(symbols["metadata"]) - {"format", "producer"}))
        for part in ("base_types", "user_types", "enums"):
            print(part + ":", *sorted(symbols[part], key=str), sep="\n    ")
        return
    with open(sys.argv[2], encoding="utf-8", errors="replace") as file:
        wanted = set(re.findall(r"^(?:struct|union) (\w+) \{", file.read(), re.M))
    found = {re.sub(r"-\d+$", "", name) for name in symbols["user_types"]}
    found = {name for name in found if not name.startswith("__unnamed_")}
    for name in sorted(wanted - found):
        print("not in the symbol file:", name)
    if wanted:
        print(len(wanted), "names")
    sys.exit(not wanted or not wanted <= found)


main()
