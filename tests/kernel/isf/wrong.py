"""wrong.py wrong|left DIRECTORY: writes files that are wrong in one way each, and prints their names: those of wrong.list,
and some that are too large to stand there; or those of left.list, which are read but for a field, and some others."""

import bz2
import gzip
import lzma
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MIB = 1 << 20


def listed(small, name):
    for line in open(os.path.join(HERE, name), encoding="ascii").read().split("\n"):
        if line and not line.startswith("#"):
            name, old, new = line.replace("\\n", "\n").split("\t")
            new = b"".join(part if i == 0 else bytes([int(part[:2], 16)]) + part[2:]
                           for i, part in enumerate(new.encode().split(b"\\x")))
            assert old.encode() in small, "%s: not in small.json" % name
            yield name + ".json", small.replace(old.encode(), new, 1)


def records(small, text):
    """The small file with more records."""
    return small.replace(b'"user_types": {', b'"user_types": {' + text.encode())


def record(name, fields):
    texts = ['"%s": {%s, "type": %s}' % field for field in fields]
    return '"%s": {"kind": "struct", "size": 4, "fields": {%s}},' % (name, ", ".join(texts))


def tag(name):
    return '{"kind": "struct", "name": "%s"}' % name


def nested(count, of, how='"offset": 0'):
    """Records without a name in each other, each of which holds the one before it twice."""
    text = record("__unnamed_a0", [("x", how, of)])
    for i in range(1, count):
        text += record("__unnamed_a%x" % i, [(name, how, tag("__unnamed_a%x" % (i - 1))) for name in "xy"])
    return text + record("_Holder", [("x", how, tag("__unnamed_a%x" % (count - 1)))])


def made(small):
    packed, integer = lzma.compress(small), '{"kind": "base", "name": "int"}'
    yield "empty.json", b""
    yield "cut.json", small[:-3]
    yield "nul.json", small.replace(b" ", b"\0", 1)
    yield "utf-16-odd.json", small.decode().encode("utf-16") + b" "
    yield "utf-16-half.json", b"\xFF\xFE" + "{\ud800}".encode("utf-16-le", "surrogatepass")
    yield "behind.json", small + b"{}"
    yield "no-structures.json", b'{"metadata": {}, "base_types": {}, "enums": {}, "user_types": {}, "symbols": {"a": {}}}'
    yield "deep.json", small.replace(b'"symbols": {}', b'"symbols": ' + b"[" * 100000)
    yield "deep-type.json", small.replace(b'"subtype": {', b'"subtype": {"kind": "pointer", "subtype": {' * 100, 1)
    yield "deep-records.json", records(small, "".join(
        record("__unnamed_b%x" % i, [("x", '"offset": 0', tag("__unnamed_b%x" % (i + 1)))]) for i in range(100000)) +
        record("_Holder", [("x", '"offset": 0', tag("__unnamed_b0"))]))
    yield "many.json", records(small, nested(30, integer))
    yield "many-anonymous.json", records(small, nested(30, integer, '"offset": 0, "anonymous": true'))
    yield "values.json.xz", lzma.compress(small.replace(b'{"One"', b"{" + b'"V": 1, ' * 1000001 + b'"One"'), preset=0)
    bases = b"".join(b'"t%d": {"kind": "int", "size": 4}, ' % i for i in range(1000))
    yield "bases.json", small.replace(b'"int": {', bases + b'"int": {')
    yield "cut.json.xz", packed[:-40]
    yield "damaged.json.xz", packed[:60] + b"\0" * 8 + packed[68:]
    yield "cut.json.gz", gzip.compress(small, mtime=0)[:-40]
    yield "damaged.json.gz", gzip.compress(small, mtime=0)[:60] + b"\xFF" * 60
    yield "behind.json.gz", gzip.compress(small, mtime=0) + b"more"
    yield "symbols.zip", b"PK\3\4" + small
    yield "symbols.7z", b"7z\xBC\xAF\x27\x1C" + small
    yield "small.json.bz2", bz2.compress(small)
    yield "kernel.pdb", b"Microsoft C/C++ MSF 7.00\r\n\x1ADS\0\0\0" + b"\0" * 4064
    yield "blanks.json.xz", lzma.compress(b"{" + b" " * 3 * MIB + small[1:])
    yield "name.json.gz", gzip.compress(small.replace(b"_S", b"S" * 3 * MIB), 1, mtime=0)
    yield "dictionary.json.xz", lzma.compress(
        small, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 256 * MIB, "mode": lzma.MODE_FAST, "mf": lzma.MF_HC3}])


def made_to_leave(small):
    yield "far.json", records(small, record("_Far", [("x", '"offset": 2147483647, "anonymous": true', tag("_S"))]))
    yield "inner.json", records(small, record("_Inner", [("x", '"offset": 0, "anonymous": true', tag("_S"))]))
    yield "line.json", records(small, record("_Line", [("a", '"offset": 0', tag("_Two\\nlines"))]))


def main():
    small = open(os.path.join(HERE, "small.json"), "rb").read()
    extra = {"wrong": made, "left": made_to_leave}[sys.argv[1]]
    for name, text in [*listed(small, sys.argv[1] + ".list"), *extra(small)]:
        with open(os.path.join(sys.argv[2], name), "wb") as file:
            file.write(text)
        print(name)


main()
