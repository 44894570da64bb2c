#!/usr/bin/env python3
"""hostile.py DIRECTORY KIND [COUNT]: makes a site of pages that a program may trip over.

    names      pages whose specs would have one path, or a path that is no text, too long or read as something else
    encodings  pages in UTF-16 and windows-1252, and one that is no text at all
    circle     COUNT pages, each of which holds a structure of the next one, the last one that of the first
    chain      the same without the last step
    links      directories and pages that are links to themselves and to each other
    large      one page with COUNT rows
"""

import os
import sys

PAGE = """<html><head><title>{name}</title></head><body><h1>{name}</h1>
<p>The {name} structure is the same in all versions.</p>
<table><tr><th>Offset</th><th>Definition</th></tr>
{rows}</table></body></html>
"""
ROW = "<tr><td>0x%02X</td><td>%s;</td></tr>\n"


def page(name, *members):
    rows = "".join(ROW % (4 * index, member) for index, member in enumerate(members or ("ULONG Id",)))
    return PAGE.format(name=name, rows=rows)


def write(directory, path, content):
    """Writes a page; a path is bytes, since not every name is text."""
    whole = os.path.join(os.fsencode(directory), path)
    os.makedirs(os.path.dirname(whole), exist_ok=True)
    with open(whole, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def names(directory, _):
    paths = [b"aboutinf.htm", b"aboutinf.html", b"AboutInf.htm", b"aboutinf.html.htm", b"a\"b.htm", b"a'b.htm",
             b"a\\b.htm", b"a>b.htm", b"a\nb.htm", b"a\tb.htm", b"\xff\xfe.htm", b"-o.htm", b" .htm", b"a .htm",
             "\u00e4\u4e2d.htm".encode(), b"x" * 250 + b".htm", b"x" * 249 + b"y.htm", b"d.htm", b"d.strata/e.htm",
             b"use.htm", b"%n%s.htm", b"$(id).htm", b"upper.HTM"]
    for number, path in enumerate(paths):
        write(directory, path, page("NAMED_%d" % number, "ULONG Id", "ULONG Other"))


def encodings(directory, _):
    write(directory, b"utf-16-le.htm", b"\xff\xfe" + page("LITTLE").encode("utf-16-le"))
    write(directory, b"utf-16-be.htm", b"\xfe\xff" + page("BIG").encode("utf-16-be"))
    write(directory, b"windows-1252.htm", page("WESTERN").replace(
        "<head>", '<head><meta charset="windows-1252">').replace("same", "\u2018same\u2019").encode("windows-1252"))
    write(directory, b"no-text.htm", bytes(range(256)) * 40)
    write(directory, b"empty.htm", b"")


def chain(directory, count, is_closed=False):
    for number in range(count):
        following = (number + 1) % count
        members = ["ULONG Id"]
        if following or is_closed:
            members.append("LINK_%d Next" % following)
        write(directory, b"%02d/%d.htm" % (number % 100, number), page("LINK_%d" % number, *members))


def circle(directory, count):
    chain(directory, count, True)


def links(directory, _):
    write(directory, b"a/page.htm", page("LINKED"))
    for path, target in (("a/self", "."), ("a/up", ".."), ("b", "a"), ("one.htm", "two.htm"), ("two.htm", "one.htm"),
                         ("gone.htm", "nowhere.htm"), ("again.htm", "a/page.htm")):
        os.symlink(target, os.path.join(directory, path))


def large(directory, count):
    write(directory, b"large.htm", page("LARGE", *("ULONG Member%d" % number for number in range(count))))


def main():
    os.makedirs(sys.argv[1], exist_ok=True)
    kinds = {"names": names, "encodings": encodings, "chain": chain, "circle": circle, "links": links, "large": large}
    kinds[sys.argv[2]](sys.argv[1], int(sys.argv[3]) if len(sys.argv) > 3 else 0)


if __name__ == "__main__":
    main()
