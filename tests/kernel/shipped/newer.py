#!/usr/bin/env python3
"""newer.py KERNEL.json.xz NEWER.json

Writes a kernel that differs from another in two structures: the last member of
_ALPC_HANDLE_TABLE has another name, and _SHIPPED_NOWHERE is new. It has a GUID
of its own.
"""

import json
import lzma
import sys


def main():
    with lzma.open(sys.argv[1]) as file:
        kernel = json.load(file)
    fields = kernel["user_types"]["_ALPC_HANDLE_TABLE"]["fields"]
    last = max(fields, key=lambda name: fields[name]["offset"])
    fields["Renamed"] = fields.pop(last)
    kernel["user_types"]["_SHIPPED_NOWHERE"] = kernel["user_types"]["_LIST_ENTRY"]
    kernel["metadata"]["windows"]["pdb"]["GUID"] = "0123456789ABCDEF0123456789ABCDEF"
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(kernel, file)


if __name__ == "__main__":
    main()
