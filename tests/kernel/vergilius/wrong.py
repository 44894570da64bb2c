"""wrong.py DIRECTORY: writes files that are wrong in one way each, and prints their names: those of wrong.list, and
some that a list cannot say."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def listed(whole):
    with open(os.path.join(HERE, "wrong.list"), encoding="ascii") as file:
        for line in file:
            if line.startswith("#"):
                continue
            name, old, new = (part.replace("\\n", "\n").replace("\\t", "\t") for part in line.rstrip("\n").split("\t"))
            assert old.encode() in whole, "%s: not in constructs.yml" % name
            yield name + ".yml", whole.replace(old.encode(), new.encode(), 1)


def chain(count):
    """Types each of which points to the next one."""
    return "types:\n" + "".join("  - {id: %d, kind: POINTER, sizeof: 8, data: [{name: pointee, id: %d, offset: 0, "
                                "ordinal: 0}]}\n" % (i, i + 1) for i in range(100, 100 + count)) + \
        "  - {name: VOID, id: %d, kind: BASE, sizeof: 0}\n" % (100 + count)


def shells(count):
    """Structures each of which holds the next one."""
    return "types:\n" + "".join("  - {name: _S%d, id: %d, kind: STRUCT, sizeof: 8, data: [{name: s, id: %d, offset: 0, "
                                "ordinal: 0}]}\n" % (i, i, i + 1) for i in range(count)) + \
        "  - {name: ULONGLONG, id: %d, kind: BASE, sizeof: 8}\n" % count


def made(whole):
    yield "cut.yml", whole[:len(whole) // 2] + b"\n   : ["
    yield "two.yml", whole + b"---\na: b\n"
    yield "nul.yml", whole.replace(b"Windows", b"Wind\0ows", 1)
    yield "latin.yml", whole.replace(b"Windows", b"Wind\xffows", 1)
    yield "chain.yml", b"arch: x64\n" + chain(10000).encode()
    yield "shells.yml", b"arch: x64\n" + shells(10000).encode()
    yield "many.yml", b"arch: x64\ntypes:\n  - {id: 1, kind: ENUM, sizeof: 4, data: [" + \
        b"{id: 1, offset: 0, ordinal: 0}, " * 1000001 + b"]}\n"


def main():
    with open(os.path.join(HERE, "constructs.yml"), "rb") as file:
        whole = file.read().replace(b"\r\n", b"\n")
    for name, text in list(listed(whole)) + list(made(whole)):
        with open(os.path.join(sys.argv[1], name), "wb") as file:
            file.write(text)
        print(name)


if __name__ == "__main__":
    main()
