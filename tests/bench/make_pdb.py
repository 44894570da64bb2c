#!/usr/bin/env python3
"""make_pdb.py COUNT: writes a PDB with COUNT structures to standard output.
Each has ten members: numbers, pointers, an array, bit-fields in a union, and
the structure before it by value or behind a pointer."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kernel", "pdb"))
import pdbs  # pylint: disable=wrong-import-position


def main():
    leaves = pdbs.Leaves()
    bits = [leaves.bits(pdbs.ULONG, 0, 4), leaves.bits(pdbs.ULONG, 4, 28)]
    array = leaves.array(pdbs.UCHAR, 24)
    small = leaves.record("_SMALL", 16, leaves.fields(
        leaves.member("Low", pdbs.ULONG, 0), leaves.member("High", pdbs.ULONG, 4), leaves.member("Next", 0x0603, 8)))
    for i in range(int(sys.argv[1])):
        declared = leaves.record(f"_STRUCTURE_{i}", 0, 0, pdbs.FORWARD)
        pointer = leaves.pointer(declared)
        leaves.record(f"_STRUCTURE_{i}", 88, leaves.fields(
            leaves.member("Links", small, 0), leaves.member("Self", pointer, 16), leaves.member("Count", pdbs.ULONG, 24),
            leaves.member("Flags", pdbs.ULONG, 28), leaves.member("Kind", bits[0], 28),
            leaves.member("Rest", bits[1], 28), leaves.member(f"Name{i}", array, 32),
            leaves.member("Before", pointer, 56), leaves.member("Held", small, 64), leaves.member("Size", 0x23, 80)))
    sys.stdout.buffer.write(pdbs.pdb(leaves.list))


main()
