"""Files of cases. A block, NAME.cases, holds many small files below its suite's directory:

    Text about the cases, if any.
    -- overlap/array.strata --
    the lines of that file, up to the next such line
    -- overlap/array.expect --

    blocks.py list SUITE            print the names of all members
    blocks.py unpack SUITE INTO     copy the directory of a suite, with the members of its blocks as files
    blocks.py pack SUITE FROM       bring changes of that copy back; a new file goes behind its case in a block
    blocks.py absorb SUITE FILE...  move loose files of the suite into the blocks that have their cases

Directories with a runner of their own are no part of a suite."""
import os
import re
import shutil
import sys

HEADING = re.compile(rb"^-- (\S+) --\n", re.M)


def files_of(suite):
    """Yields the paths of a suite's files, relative to its directory."""
    for directory, folders, names in os.walk(suite):
        folders[:] = sorted(name for name in folders
                            if name != "__pycache__" and not os.path.exists(os.path.join(directory, name, "run.sh")))
        for name in sorted(names):
            yield os.path.relpath(os.path.join(directory, name), suite)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def read_block(path):
    """Returns the text at the beginning of a block, and its members by name."""
    text, *parts = HEADING.split(read(path))
    members = {}
    for name, data in zip(map(os.fsdecode, parts[::2]), parts[1::2]):
        if name in members:
            sys.exit(f"{path}: {name} is there twice")
        members[name] = data
    return text, members


def blocks_of(suite):
    return {name: read_block(os.path.join(suite, name)) for name in files_of(suite) if name.endswith(".cases")}


def unpack(suite, into):
    owners = {}
    for name in files_of(suite):
        if not name.endswith(".cases"):
            owners[name] = "a file"
            os.makedirs(os.path.dirname(os.path.join(into, name)), exist_ok=True)
            shutil.copyfile(os.path.join(suite, name), os.path.join(into, name))
    for block, (_, members) in blocks_of(suite).items():
        for name, data in members.items():
            if name in owners:
                sys.exit(f"{suite}/{block}: {name} is in {owners[name]}, too")
            owners[name] = block
            write(os.path.join(into, name), data)


def stem(name):
    return os.path.splitext(name)[0]


def homes_of(blocks):
    """Returns the block of each case: of all members that are called alike up to their suffix."""
    return {stem(name): block for block, (_, members) in blocks.items() for name in members}


def pack(suite, tree):
    blocks = blocks_of(suite)
    homes = homes_of(blocks)
    for name in files_of(tree):
        data, home, path = read(os.path.join(tree, name)), homes.get(stem(name)), os.path.join(suite, name)
        if home and not os.path.exists(path):
            blocks[home][1][name] = data
        elif not os.path.exists(path) or read(path) != data:
            write(path, data)
    write_blocks(suite, blocks)


def absorb(suite, paths):
    blocks = blocks_of(suite)
    homes = homes_of(blocks)
    for path in paths:
        name = os.path.relpath(path, suite)
        if stem(name) not in homes:
            sys.exit(f"{path}: no block of {suite} has its case")
        blocks[homes[stem(name)]][1][name] = read(path)
    write_blocks(suite, blocks)
    for path in paths:
        os.remove(path)


def write_blocks(suite, blocks):
    """Writes the blocks that have changed."""
    for block, (text, members) in blocks.items():
        places = {}
        for name in members:
            places.setdefault(stem(name), len(places))
        parts = [text]
        for name in sorted(members, key=lambda name: places[stem(name)]):
            data = members[name]
            if HEADING.search(data) or data and not data.endswith(b"\n"):
                sys.exit(f"{suite}/{block}: {name} has a line like a heading, or no end of its last line")
            parts.append(f"-- {name} --\n".encode() + data)
        if b"".join(parts) != read(os.path.join(suite, block)):
            write(os.path.join(suite, block), b"".join(parts))


def main(command, suite, *paths):
    if command == "list":
        print("\n".join(name for _, members in blocks_of(suite).values() for name in members))
    elif command == "unpack":
        unpack(suite, *paths)
    elif command == "absorb":
        absorb(suite, paths)
    else:
        pack(suite, *paths)


main(*sys.argv[1:])
