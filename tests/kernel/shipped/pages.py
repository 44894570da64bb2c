#!/usr/bin/env python3
"""pages.py [--each] DUMP.json ROWS.json

Compares the published tables of structures with what kernels say: the dump of
the shipped specs, and an independent reading of the pages. Of each member that
both have by that name on x64, the offset of the page must be that of a kernel
of the release. Releases are those of which a kernel is attested.

Prints a line for each structure and release that do not agree, with --each one
for each of their members, and "N pages, N offsets, N differ" last. Exit
status: 0; 2: a file cannot be used.
"""

import json
import re
import sys

# A release on the axis of the pages, and the kernels of its build.
BUILDS = {"6.1": (6, 1, 7601), "6.3": (6, 3, 9600), "1607": (10, 0, 14393), "1809": (10, 0, 17763),
          "1903": (10, 0, 18362), "2004": (10, 0, 19041)}


def version(text, last):
    """The version of a dump, as four numbers; of a name of the axis, what `begin` or `end` beside it says."""
    return tuple(map(int, text.split("."))) if text else last


def flatten(members):
    for member in members:
        if member["name"] is None:
            yield from flatten(member.get("members", ()))
        else:
            yield member["name"], member["offset"]


def known(struct):
    """{release: {member: offsets that kernels of its build have}}."""
    found = {release: {} for release in BUILDS}
    for layout in struct["layouts"]:
        if layout["arch"] != "x64":
            continue
        begin, end = version(layout["begin"], None), version(layout["end"], (99,))
        for release, build in BUILDS.items():
            if begin < (*build, 0xFFFF) and end > (*build, 0):
                for name, offset in flatten(layout["members"]):
                    found[release].setdefault(name, set()).add(offset)
    return found


def is_in(axis, alternative, release, whole):
    """True if a release is among the versions of an alternative. `whole`: 10.0 is all of Windows 10."""
    def place(name, default):
        name = re.sub(r"\.sp\d$", "", name) if name else name
        return axis.index(name) if name in axis else default
    first, last = place(alternative.get("from"), 0), place(alternative.get("to"), len(axis))
    if whole and alternative.get("to") == "10.0":
        last = len(axis)
    return first <= axis.index(release) <= last


def statements(page, axis):
    """(member, release, offset) of each offset that a page states for x64."""
    whole = page["win10"] == "single"
    for member in page["members"]:
        parsed = member.get("parsed") or {}
        names = [decl["name"] for decl in parsed.get("decl") or () if decl.get("name")]
        if not member["parse_ok"] or member["kind"] != "struct" or len(names) != 1:
            continue
        offsets = [offset for offset in parsed.get("offsets") or () if offset.get("arch") in ("both", "x64")]
        for release in BUILDS:
            stated = parsed.get("versions")
            if stated and not any(is_in(axis, part, release, whole) for part in stated):
                continue
            there = [offset for offset in offsets if is_in(axis, offset, release, whole)]
            exact = [offset for offset in there if not offset.get("bare")] or there
            if exact:
                yield names[0], release, exact[0]["offset"]


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--each"]
    is_each = len(arguments) < len(sys.argv) - 1
    try:
        with open(arguments[0], encoding="utf-8") as file:
            structs = {struct["name"]: struct for struct in json.load(file)["structs"]
                       if struct["file"].startswith("ntoskrnl/")}
        with open(arguments[1], encoding="utf-8") as file:
            rows = json.load(file)
    except (OSError, ValueError, KeyError) as error:
        print(f"pages.py: {error!r}")
        return 2
    pages, compared, differ, counts = set(), 0, 0, {}
    for page in rows["pages"]:
        name = page["struct"].split(" (")[0]
        if name not in structs or "i386" in page["struct"] or page["arch"] == "x86":
            continue
        kernels = known(structs[name])
        stated = {}
        for member, release, offset in statements(page, rows["version_axis"]):
            stated.setdefault((member, release), set()).add(offset) # several: of early and late ones of the release
        for (member, release), offsets in stated.items():
            right = kernels[release].get(member)
            if not right:
                continue
            pages.add(page["page"])
            compared += 1
            count = counts.setdefault((name, release), [0, 0])
            count[1] += 1
            if offsets & right:
                continue
            differ += 1
            count[0] += 1
            if is_each:
                page_has, kernels_have = (", ".join(f"0x{place:02X}" for place in sorted(places))
                                          for places in (offsets, right))
                print(f"{name}.{member} in {release}: the page has {page_has}, kernels {kernels_have}")
    for (name, release), (wrong, all_of_them) in counts.items():
        if wrong and not is_each:
            print(f"{name} in {release}: {wrong} of {all_of_them} differ")
    print(f"{len(pages)} pages, {compared} offsets, {differ} differ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
