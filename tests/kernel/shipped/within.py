#!/usr/bin/env python3
"""within.py SMALL.json KERNEL.json SPECS.json

Compares two symbol files that `strata dump --format isf` wrote: what a file of
a kernel alone says, and what the shipped specs say of this kernel. Both say
the same; only the second may have structures of specs that are not made of
kernels (SMALL.json is the dump of these), enumerations of kernels of other
architectures, and the structures that another file of the kernel adds. A structure is a union in all kernels if it is one in the last,
so that kinds are not compared. Prints each difference, and "N compared, N
differ" last. Exit status: 0 none differs, 1 some do.
"""

import importlib.util
import json
import os
import re
import sys

LOADER = importlib.util.spec_from_file_location(
    "listing", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vergilius", "compare.py"))
listing = importlib.util.module_from_spec(LOADER)
LOADER.loader.exec_module(listing)

ADDED = {"_KEXCEPTION_FRAME", "_KTIMER_EXPIRATION_TRACE"} # by Volatility
KIND = re.compile(r"\b(struct|union)\b")


def listed(dump):
    return {path: KIND.sub("record", text) for path, text in listing.list_all(dump)}


def main():
    small, kernel, specs = (listing.load(path) for path in sys.argv[1:])
    others = {struct["name"] for struct in small["structs"]}
    theirs, ours = listed(kernel), listed(specs)
    differ = 0
    for path in sorted(theirs.keys() | ours.keys()):
        tag = path.split(".")[0]
        if path not in theirs and (tag in ADDED or tag.lstrip("_") in others or tag in specs["enums"] and tag not in kernel["enums"]):
            continue
        if theirs.get(path) != ours.get(path):
            differ += 1
            print(f"{path}: the specs have {ours.get(path)}, the kernel {theirs.get(path)}")
    print(f"{len(theirs)} compared, {differ} differ")
    return 1 if differ or not theirs else 0


if __name__ == "__main__":
    sys.exit(main())
