#!/usr/bin/env python3
"""Writes full dumps of other machines after the documented formats: machines.py DIRECTORY. `machines.py DIRECTORY seeds`
writes seeds of fuzz_memory. WRONG/NAME.dmp are damaged.

x86.dmp has page tables of two levels, x86pae.dmp of three, arm64.dmp of four with pages of 4 KiB, and la57.dmp (x64) of
five. No real dump with memory of these machines is at hand. Each has three processes or four: in two pages of 4 KiB that
are far apart in physical memory, in a large page of each level, and the head of their list beside the kernel's image.
"""
import os
import struct
import sys

import dumps

PAGE = 0x1000
TABLES = 0x1A0000  # physical address of the outermost page table
IMAGE_SIZE = 0x800000
FLAGS = {"x86": (0x63, 0x63, 0xE3), "arm64": (0x3, 0x703, 0x701)}  # of a table, a page and a large page


class Machine:
    """A machine and one kernel of it: page tables, addresses, and offsets in its EPROCESS."""

    def __init__(self, name, machine, build, levels, entry, pointer, process, kernel, pool, giant=None):
        self.name, self.machine, self.build, self.levels = name, machine, build, levels
        self.entry, self.pointer, self.process = entry, pointer, process
        self.kernel, self.pool, self.giant = kernel, pool, giant
        self.flags = FLAGS["arm64" if machine == 0xAA64 else "x86"]
        self.pages, self.next_table, self.where = {}, TABLES + PAGE, {}

    def number(self, value, size=None):
        return value.to_bytes(size or self.pointer, "little")

    def put_physical(self, address, data):
        for i, byte in enumerate(data):
            page = self.pages.setdefault((address + i) // PAGE, bytearray(PAGE))
            page[(address + i) % PAGE] = byte

    def get_entry(self, place):
        page = self.pages.setdefault(place // PAGE, bytearray(PAGE))
        return int.from_bytes(page[place % PAGE:place % PAGE + self.entry], "little")

    def map(self, virtual, physical, shift=12):
        """Maps a page of 1 << shift bytes. Pages of 4 MiB have bits of their address from 32 on at bit 13."""
        self.where[virtual >> shift << shift] = (physical, 1 << shift)
        table = TABLES
        for level, bits in self.levels:
            place = table + (virtual >> level & (1 << bits) - 1) * self.entry
            if level == shift:
                high = physical >> 32 << 13 if self.entry == 4 else physical >> 32 << 32
                value = physical & 0xFFFFFFFF | high | self.flags[1 if level == 12 else 2]
                self.put_physical(place, self.number(value, self.entry))
                return
            if not self.get_entry(place):
                # The outermost table of PAE has no other bits than that it is there.
                flags = 1 if self.pointer == 4 and level == 30 else self.flags[0]
                self.put_physical(place, self.number(self.next_table | flags, self.entry))
                self.pages.setdefault(self.next_table // PAGE, bytearray(PAGE))
                self.next_table += PAGE
            table = self.get_entry(place) & 0xFFFFFFFFF000

    def place(self, virtual, wanted):
        """The physical address of the entry of a level that a virtual address takes."""
        table = TABLES
        for level, bits in self.levels:
            place = table + (virtual >> level & (1 << bits) - 1) * self.entry
            if level == wanted:
                return place
            table = self.get_entry(place) & 0xFFFFFFFFF000

    def put(self, virtual, data):
        for i, byte in enumerate(data):
            for begin, (physical, size) in self.where.items():
                if begin <= virtual + i < begin + size:
                    self.put_physical(physical + virtual + i - begin, bytes([byte]))

    def head(self):
        return self.kernel + 0x1E200

    def processes(self):
        """Numbers, names and addresses."""
        found = [(4, "System", self.pool + 0x80), (92, "Registry", self.pool + 0xF00),
                 (476, "csrss.exe", self.kernel + 0x20040)]
        return found + ([(552, "wininit.exe", self.giant + 0x3FFFF000)] if self.giant else [])

    def put_links(self, links):
        for i, link in enumerate(links):
            self.put(link, self.number(links[(i + 1) % len(links)]) + self.number(links[i - 1]))

    def put_image(self):
        """The headers of the kernel's image, with the identity of its program database."""
        magic, count, debug = (0x10B, 0x74, 0xA8) if self.pointer == 4 else (0x20B, 0x84, 0xB8)
        headers = bytearray(0xC0)
        struct.pack_into("<4sH", headers, 0, b"PE\0\0", self.machine)
        struct.pack_into("<I", headers, 8, 0x12345678)
        struct.pack_into("<H", headers, 0x18, magic)
        struct.pack_into("<I", headers, 0x50, IMAGE_SIZE)
        struct.pack_into("<I", headers, count, 16)
        struct.pack_into("<II", headers, debug, 0x2000, 28)
        self.put(self.kernel, b"MZ" + bytes(0x3A) + struct.pack("<I", 0x100))
        self.put(self.kernel + 0x100, headers)
        self.put(self.kernel + 0x2000, struct.pack("<IIHHIIII", 0, 0, 0, 0, 2, 36, 0x2100, 0))
        self.put(self.kernel + 0x2100, b"RSDS" + bytes(range(16)) + struct.pack("<I", self.pointer))

    def fill(self):
        """The kernel's image in the list of drivers; the processes and their list."""
        number, links, name = self.process
        entry, modules = self.kernel + 0x1F100, self.kernel + 0x1F000
        base, size = (0x18, 0x20) if self.pointer == 4 else (0x30, 0x40)
        self.put_links([modules, entry])
        self.put(entry + base, self.number(self.kernel))
        self.put(entry + size, self.number(IMAGE_SIZE, 4) + bytes(0x60))
        self.put_image()
        self.put_links([self.head()] + [address + links for _, _, address in self.processes()])
        for value, text, address in self.processes():
            self.put(address, b"\3")
            self.put(address + number, self.number(value))
            self.put(address + name, text.encode().ljust(16, b"\0"))
            self.put(address + 0xA40, b"\0")
        return self

    def header(self):
        modules = self.kernel + 0x1F000
        if self.pointer == 8:
            header = dumps.make_header(1, self.machine, self.build)
            struct.pack_into("<QQQQ", header, 0x10, TABLES, 0, modules, self.head())
            return header
        header = bytearray(b"PAGE" * (PAGE // 4))
        struct.pack_into("<4s4sIIIIIIII", header, 0, b"PAGE", b"DUMP", 15, self.build, TABLES, 0, modules, self.head(),
                         self.machine, 2)
        struct.pack_into("<I", header, 0x28, 0xE2)
        header[0x5C] = self.entry == 8
        struct.pack_into("<I", header, 0xF88, 1)
        return header

    def dump(self):
        header = self.header()
        at, form = (0x88, "<IIQ") if self.pointer == 8 else (0x64, "<II")
        runs = dumps.find_runs(self)
        values = (len(runs), 0, len(self.pages)) if self.pointer == 8 else (len(runs), len(self.pages))
        struct.pack_into(form, header, at, *values)
        for i, run in enumerate(runs):
            place = at + struct.calcsize(form) + 2 * self.pointer * i
            header[place:place + 2 * self.pointer] = self.number(run[0]) + self.number(run[1])
        return bytes(header) + dumps.contents(self)


def machines():
    """Returns the machines, their memory filled."""
    x86 = Machine("x86", 0x14C, 7600, [(22, 10), (12, 10)], 4, 4, (0xB4, 0xB8, 0x16C), 0x82800000, 0x85001000)
    x86.map(x86.kernel, 0x300400000, 22)  # past 4 GiB
    pae = Machine("x86pae", 0x14C, 19041, [(30, 2), (21, 9), (12, 9)], 8, 4, (0xE4, 0xE8, 0x1AC), 0x82800000, 0x85001000)
    pae.map(pae.kernel, 0x240000000, 21)
    arm64 = Machine("arm64", 0xAA64, 26100, [(39, 9), (30, 9), (21, 9), (12, 9)], 8, 8, (0x1C0, 0x1C8, 0x328),
                    0xFFFFF80400000000, 0xFFFFA00000000000, 0xFFFF800040000000)
    la57 = Machine("la57", 0x8664, 19041, [(48, 9), (39, 9), (30, 9), (21, 9), (12, 9)], 8, 8, (0x440, 0x448, 0x5A8),
                   0xFFFFF80400000000, 0xFF10A00000000000, 0xFF21800040000000)
    for machine in (arm64, la57):
        machine.map(machine.kernel, 0x200000, 21)
        machine.map(machine.giant, 0x40000000, 30)
    for machine in (x86, pae, arm64, la57):
        for i, physical in enumerate((0x111000, 0x7000, 0x9000)):
            machine.map(machine.pool + i * PAGE, physical)
    return [machine.fill() for machine in (x86, pae, arm64, la57)]


def wrong():
    """Yields names and files: an entry for the head of the list that is none, and headers."""
    for name, level, value in (("x86", 22, 0), ("x86", 22, 0x7FFFF063), ("x86pae", 30, 0), ("x86pae", 21, 0x62),
                               ("arm64", 39, 0x200001), ("arm64", 30, 0x200002), ("arm64", 21, 0x200000),
                               ("arm64", 21, 0xFFFFFFE00701), ("la57", 48, 0), ("la57", 39, 0x62)):
        machine = next(one for one in machines() if one.name == name)
        machine.put_physical(machine.place(machine.head(), level), machine.number(value, machine.entry))
        yield "%s-%d-%X" % (name, level, value), machine.dump()
    arm64 = machines()[2]
    arm64.put_physical(arm64.place(arm64.pool, 12), arm64.number(0x111001, 8))  # a block where only pages are
    yield "arm64-12-block", arm64.dump()
    whole = machines()[0].dump()
    yield "x86-type-4", dumps.changed(whole, 0xF88, "<I", 4)
    yield "x86-type-2", dumps.changed(whole, 0xF88, "<I", 2)
    yield "x86-machine", dumps.changed(whole, 0x20, "<I", 0x8664)
    yield "x86-runs-none", dumps.changed(whole, 0x64, "<I", 0)
    yield "x86-runs-many", dumps.changed(whole, 0x64, "<I", 87)
    yield "x86-run-huge", dumps.changed(whole, 0x6C, "<II", 1, 0xFFFFFFFF)
    yield "x86-cut-header", whole[:0xF88]
    yield "x86-cut-runs", whole[:-1]
    yield "x86-build-unknown", dumps.changed(whole, 0x0C, "<I", 4)
    yield "x86-list-head-null", dumps.changed(whole, 0x1C, "<I", 0)
    yield "x86-list-head-top", dumps.changed(whole, 0x1C, "<I", 0xFFFFFFFC)


def main():
    directory = sys.argv[1]
    is_seeds = sys.argv[2:] == ["seeds"]
    os.makedirs(directory if is_seeds else os.path.join(directory, "wrong"), exist_ok=True)
    files = {machine.name: machine.dump() for machine in machines()}
    if is_seeds:
        files = {name: dumps.make_seed(data) for name, data in files.items()}
    else:
        files = {name + ".dmp": data for name, data in files.items()}
        files.update(("wrong/%s.dmp" % name, data) for name, data in wrong())
    for name, data in files.items():
        with open(os.path.join(directory, name), "wb") as file:
            file.write(data)


if __name__ == "__main__":
    main()
