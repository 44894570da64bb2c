#!/usr/bin/env python3
"""newer.py KERNEL.json.xz NEWER.json

Writes a kernel that differs from another in one structure: a member of
_ALPC_HANDLE_TABLE is 8 bytes further on. It has a GUID of its own.
"""

import json
import lzma
import sys


def main():
    with lzma.open(sys.argv[1]) as file:
        kernel = json.load(file)
    table = kernel["user_types"]["_ALPC_HANDLE_TABLE"]
    last = max(table["fields"].values(), key=lambda field: field["offset"])
    last["offset"] += 8
    table["size"] += 8
    kernel["metadata"]["windows"]["pdb"]["GUID"] = "0123456789ABCDEF0123456789ABCDEF"
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(kernel, file)


if __name__ == "__main__":
    main()
