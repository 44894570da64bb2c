#!/usr/bin/env python3
"""pahole.py TEXT DUMP [big]: compares what pahole prints of a file with what `strata dump` says of the spec that it became.

Each structure and union of pahole must be one of the spec, member by member, those of unnamed aggregates too: offset and
size, first bit and width of a bit-field, stars, elements, and the tag of a structure, union or enumeration.  Prints each
difference; the last line is "N structures, N members, N differ".  Exit status 1 if any differ, or if there are none.
"""
import json
import re
import sys

PLACE = re.compile(r"^(.*?)\s*/\*\s+(\d+)(?::\s*(-?\d+))?\s+(\d+) \*/$")
OPEN = re.compile(r"^(?:typedef )?(?:const |volatile )*(struct|union|enum)(?: ([\w.:<>]+))? (?:: \w+ )?\{")
CLOSE = re.compile(r"^\}\s*([^;]*);")
ATTRIBUTE = re.compile(r"__attribute__\(\(.*?\)\)+|\b(const|volatile|restrict)\b")


def declarator(text):
    """Name, stars, elements, width and tag of a declaration.  A typedef may hide stars and elements: they are None then.

    Of a pointer to a function, the stars are none of its own alone."""
    text = ATTRIBUTE.sub(" ", text.rstrip().rstrip(";")).strip()
    width = re.search(r":(\d+)$", text)
    text = text[:width.start()] if width else text
    elements = 1
    for bound in re.findall(r"\[(\d*)\]", text.rsplit(")", 1)[-1]):
        elements *= int(bound or 0)
    is_plain = re.match(r"(struct|union|enum|(long|short|int|char|unsigned|signed|float|double|void|_Bool|bool)\b)", text)
    function = re.search(r"\(\s*(\*+)\s*(\w+)", text)
    tag = re.match(r"(?:struct|union|enum) (\w+)", text)
    if function:
        return function.group(2), "function", elements, 0, None
    text = re.sub(r"(\[\d*\])+$", "", text).strip()
    name = re.search(r"(\w*)$", text).group(1)
    stars = text.count("*") if is_plain else None
    return (name, stars, elements if is_plain else None, int(width.group(1)) if width else 0,
            plain(tag.group(1)) if tag and not width else None)


def unescaped(name):
    return re.sub(r"_u([0-9A-F]{4})_", lambda code: chr(int(code.group(1), 16)), name)


def plain(name):
    """The name of a tag without the number of a further definition and underscores before it, which specs leave out."""
    return re.sub(r"-\d+$", "", unescaped(name)).lstrip("_")


class Pahole:
    """The structures of pahole's text: lists of members by the name of the structure."""

    def __init__(self, lines):
        self.lines = [line.strip() for line in lines]
        self.at = 0
        self.structs = []
        while self.at < len(self.lines):
            head = OPEN.match(self.lines[self.at])
            self.at += 1
            if not head or head.group(1) == "enum":
                continue
            members, end, _ = self.members("")
            name = head.group(2) or end
            if name:
                self.structs.append((name, members))

    def members(self, outer):
        """Members up to the closing line, with what that says of name and place."""
        found = []
        while True:
            line = self.lines[self.at]
            self.at += 1
            place = PLACE.match(line)
            text = place.group(1) if place else line
            head, end = OPEN.match(text), CLOSE.match(text)
            if end:
                return found, ATTRIBUTE.sub("", end.group(1)).strip(), place
            if head and head.group(1) == "enum":
                while not CLOSE.match(self.lines[self.at]):
                    self.at += 1
                line = self.lines[self.at]
                self.at += 1
                place = PLACE.match(line)
                end = CLOSE.match(place.group(1)) if place else None
                if end:
                    found.append(self.member(outer, end.group(1), place))
            elif head:
                first = self.at
                inner, name, place = self.members(outer)
                if not place:  # pahole lists a type where it is declared, too
                    continue
                if "*" in name:
                    found.append(self.member(outer, "void " + name, place))
                    continue
                if name:
                    self.at = first
                    member = self.member(outer, name, place)
                    inner, name, place = self.members(member[0] + ".")
                    found.append(member)
                found += inner
            elif place and text.endswith(";"):
                found.append(self.member(outer, text, place))

    @staticmethod
    def member(outer, text, place):
        name, stars, elements, width, tag = declarator(text)
        bit = 8 * int(place.group(2)) + int(place.group(3) or 0)
        size = None if width else int(place.group(4))
        return outer + name, bit, size, width, stars, elements, tag


class Spec:
    """The structures of a dump, as pahole's."""

    def __init__(self, dump, is_big):
        self.is_big = is_big
        self.layouts = {one["name"]: one["layouts"][-1] for one in dump["structs"] if one["layouts"]}
        self.inner = {one["name"] for one in dump["structs"] if "." in one["name"]}

    def members(self, name, outer="", base=0):
        yield from self.listed(self.layouts[name]["members"], outer, base)

    def listed(self, members, outer, base):
        for member in members:
            if member["form"] == "unaccounted" or member.get("offset") is None:
                continue
            offset, of = base + member["offset"], member.get("of")
            if member["name"] is None:
                yield from self.listed(member.get("members", ()), outer, base)
                continue
            bits, width = member.get("bit", 0), member.get("width", 0)
            if width and self.is_big:  # pahole counts from the highest bit of the unit
                bits = 8 * member["size"] - bits - width
            elements = member.get("count", 1)
            size = None if width else member["size"] or 0
            stars = "function" if member.get("function") else member.get("pointers", 0)
            tag = plain(of) if of and of not in self.inner and not width else None
            yield outer + member["name"], 8 * offset + bits, size, width, stars, elements, tag
            if of in self.inner and not member.get("pointers"):
                yield from self.members(of, outer + member["name"] + ".", offset)


def is_same(one, other):
    """True if a member of pahole is one of a spec.  Typedefs hide some of what pahole could say."""
    same = one[:4] == (unescaped(other[0]), *other[1:4])
    return same and all(a is None or b is None or a == b for a, b in zip(one[4:], other[4:]))


def difference(members, others):
    """The first member that differs from those of another list, in either order; None if there is none."""
    key = lambda member: (member[1], unescaped(member[0]), member[3])
    members, others = sorted(members, key=key), sorted(others, key=key)
    for one, other in zip(members, others):
        if not is_same(one, other):
            return "%s, and the spec has %s" % (one, other)
    return None if len(members) == len(others) else "%d members, and the spec has %d" % (len(members), len(others))


def main():
    pahole = Pahole(open(sys.argv[1], encoding="utf-8"))
    spec = Spec(json.load(open(sys.argv[2], encoding="utf-8")), sys.argv[3:] == ["big"])
    variants = {}
    for name in spec.layouts:
        if name not in spec.inner:
            variants.setdefault(plain(name), []).append(name)
    count = differing = 0
    for name, members in pahole.structs:
        count += len(members)
        found = [difference(members, list(spec.members(variant))) for variant in variants.get(plain(name), ())]
        if None not in found:
            differing += 1
            print("%s: %s" % (name, found[0] if found else "the spec does not have it"))
    print("%d structures, %d members, %d differ" % (len(pahole.structs), count, differing))
    sys.exit(1 if differing or not count else 0)


main()
