#!/usr/bin/env python3
"""claims.py STRATA SCRATCH HEADER...: C headers whose comments say offsets and sizes, against the specs made of them.

Reads the comments of each header by itself, in the forms of Vergilius, pdbex and vergilius-rs, imports the header, and
compares `strata dump` with the comments: the size of each structure, the offset of each member, and the bit where a
comment says one.  Numbers without a word are offsets if each member has one.  Comments in a structure within a member count from the structure or from the one around it: there the
distances between the members are compared.  A header may be .xz.  Prints each difference, and each header of which
nothing was compared; the last line is "N headers: N structures, N claims compared, N differ; N laid out as claimed".
"""
import json
import lzma
import os
import re
import subprocess
import sys

OFFSET = re.compile(r"^\s*(offset:? |\+)?(0x[0-9A-Fa-f]+)(?:\s*\(\d+\))?(?:\s+bit (?:position: )?(\d+))?\s*$")
SIZE = re.compile(r"^\s*(?:size: )?(0x[0-9A-Fa-f]+)(?: \(\d+\))?(?: bytes(?: \(sizeof\))?)?\s*$")
BIT = re.compile(r"^\s*bit position: (\d+)\s*$")
TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\w+|[{}();:,\[\]*]|\n|[^\S\n]+|.", re.S)


class Aggregate:
    """A structure or union of the header."""

    def __init__(self, tag):
        self.tag, self.size, self.members = tag, None, []
        self.is_bare, self.is_whole = False, True  # it has numbers without a word; each member has a number


def declared_name(tokens):
    """The name that a declaration declares, without widths, bounds and parameters; None: it declares none."""
    if ":" in tokens:
        tokens = tokens[:tokens.index(":")]
    if "(" in tokens:
        inside = tokens[tokens.index("(") + 1:]
        return next(token for token in inside if token != "*" and not token.startswith("__"))
    if "[" in tokens:
        tokens = tokens[:tokens.index("[")]
    return tokens[-1] if tokens and re.match(r"\w+$", tokens[-1]) else None


def body(tokens, at, aggregate):
    """Reads the members of an aggregate from behind its `{` on; returns the place behind its `}`."""
    held, inner, before, bit = [], None, None, None
    while tokens[at] != "}":
        token = tokens[at]
        at += 1
        if token == "{":
            inner = Aggregate(None)
            at = body(tokens, at, inner)
        elif token == ";":
            at, after = comment_behind(tokens, at)
            name = declared_name([one for one in held if one not in ("struct", "union", "volatile", "const")]
                                 if inner else held)
            claim = before or (OFFSET.match(after) if after is not None else None)
            bit = BIT.match(after) if after is not None else None
            if name or inner:
                aggregate.is_bare |= bool(claim and not claim[1])
                aggregate.is_whole &= bool(claim or not name)
                aggregate.members.append((name, int(claim[2], 16) if claim else None,
                                          int(bit[1]) if bit else int(claim[3]) if claim and claim[3] else None, inner))
            held, inner, before = [], None, None
        elif token.startswith("/*") and not held:
            before = OFFSET.match(token[2:-2]) or before
        elif token.strip() and not token.startswith(("//", "/*")):
            held.append(token)
    return at + 1


def comment_behind(tokens, at):
    """The comment behind a semicolon on its line, or None."""
    while at < len(tokens) and tokens[at] != "\n" and not tokens[at].strip():
        at += 1
    if at < len(tokens) and tokens[at].startswith(("//", "/*")):
        return at + 1, tokens[at].strip("/*")
    return at, None


def read(text):
    """The structures and unions of a header that have a name."""
    tokens, found, size, at = TOKEN.findall(text), [], None, 0
    while at < len(tokens):
        token = tokens[at]
        if token.startswith(("//", "/*")):
            size = SIZE.match(token.strip("/*")) or size
        elif token in ("struct", "union"):
            words = [index for index in range(at + 1, min(at + 6, len(tokens))) if tokens[index].strip()][:2]
            if len(words) == 2 and tokens[words[1]] == "{":
                aggregate = Aggregate(tokens[words[0]])
                at = body(tokens, words[1] + 1, aggregate)
                while tokens[at] != ";":
                    at += 1
                at, after = comment_behind(tokens, at + 1)
                behind = SIZE.match(after) if after is not None else None
                aggregate.size = int((behind or size)[1], 16) if behind or size else None
                found.append(aggregate)
                size = None
                continue
        elif token in ("enum", ";"):
            size = None
        at += 1
    return found


class Checker:
    """Compares the claims of a header with a dump."""

    def __init__(self, dump, arch):
        self.layouts = {}
        for struct in dump["structs"]:
            for layout in struct["layouts"]:
                if layout["arch"] == arch:
                    self.layouts[struct["name"]] = layout
        self.compared, self.wrong = 0, []

    def say(self, where, claimed, found):
        self.compared += 1
        if claimed != found:
            self.wrong.append("%s: claimed %s, found %s" % (where, claimed, found))

    def flat(self, found):
        """The named members of a layout, those of unnamed aggregates among them."""
        for member in found:
            if member["name"] is not None:
                yield member
            elif "members" in member:
                yield from self.flat(member["members"])

    def names(self, aggregate, seen):
        """The members of an aggregate and of its unnamed ones, with the names that a spec gives them."""
        for name, claim, bit, inner in aggregate.members:
            if name is None and inner:
                yield from self.names(inner, seen)
            elif name is not None:
                claim = None if aggregate.is_bare and not aggregate.is_whole else claim
                seen[name] = seen.get(name, 0) + 1
                yield name + ("_u002D_%d" % seen[name] if seen[name] > 1 else ""), claim, bit, inner

    def check(self, aggregate, name, is_inner):
        layout = self.layouts.get(name)
        members = list(self.names(aggregate, {}))
        if layout is None:
            if members:
                self.wrong.append("%s: not in the spec" % name)
            return
        if aggregate.size is not None and members:
            self.say(name, aggregate.size, layout["size"])
        found = {member["name"]: member for member in self.flat(layout["members"])}
        distance = None
        for member, claim, bit, inner in members:
            if member not in found:
                self.wrong.append("%s.%s: not in the spec" % (name, member))
                continue
            offset = found[member]["offset"]
            if claim is not None:
                distance = claim - offset if is_inner and distance is None else distance
                self.say("%s.%s" % (name, member), claim - (distance or 0), offset)
            if bit is not None:
                self.say("%s.%s bit" % (name, member), bit, found[member].get("bit"))
            if inner:
                self.check(inner, "%s.%s" % (name, member), True)


def main():
    strata, scratch = sys.argv[1:3]
    structures = compared = differ = laid_out = 0
    for number, path in enumerate(sys.argv[3:]):
        packed = path.endswith(".xz")
        with (lzma.open if packed else open)(path, "rt", encoding="utf-8") as file:
            text = file.read()
        header, spec = (os.path.join(scratch, "%d-%s" % (number, os.path.basename(path).removesuffix(".xz"))) +
                        end for end in ("", ".strata"))
        with open(header, "w", encoding="utf-8") as file:
            file.write(text)
        options = [] if re.search(r"\d+\.\d+\.\d{4,}", path) else ["--version", "10.0.19041.1"]
        said = subprocess.run([strata, "import", "c", *options, header], capture_output=True, text=True, check=False)
        with open(spec, "w", encoding="utf-8") as file:
            file.write(said.stdout)
        if said.returncode:
            print(os.path.basename(path), said.stderr)
            continue
        dump = json.loads(subprocess.run([strata, "dump", spec], capture_output=True, text=True, check=True).stdout)
        checker = Checker(dump, re.search(r"^columns (\w+);", said.stdout, re.M)[1])
        read_all = read(text)
        for aggregate in read_all:
            if aggregate.tag == "__unnamed":  # what PDBs call a type without a name
                continue
            checker.check(aggregate, aggregate.tag.lstrip("_"), False)
        structures += len(read_all)
        compared += checker.compared
        differ += len(checker.wrong)
        laid_out += said.stderr.count("laid out as its text claims")
        print("".join("%s: %s\n" % (os.path.basename(path), text) for text in checker.wrong[:20]), end="")
        if not checker.compared:
            print("%s: nothing was compared" % os.path.basename(path))
    print("%d headers: %d structures, %d claims compared, %d differ; %d laid out as claimed" %
          (len(sys.argv) - 3, structures, compared, differ, laid_out))


main()
