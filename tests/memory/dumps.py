#!/usr/bin/env python3
"""Writes kernel dumps of x64 after the documented format: dumps.py DIRECTORY. `dumps.py DIRECTORY seeds` writes seeds of
fuzz_memory, `dumps.py DIRECTORY many` a dump with 3,000 processes, `dumps.py DIRECTORY large` one of 6 GiB with holes.

No real dump with physical memory is at hand. The kernel is 10.0.19041.1586, by the identity of its image in memory. It
has seven processes. Their objects lie in pages of 4 KiB, 2 MiB and 1 GiB; some lie across two pages that are far apart
in physical memory. WRONG/NAME.dmp are damaged or hostile.
"""
import os
import struct
import sys

PAGE = 0x1000
KERNEL = 0xFFFFF80400000000  # in a page of 2 MiB
GIANT = 0xFFFF800040000000  # in a page of 1 GiB
POOL = 0xFFFFA00000000000  # in pages of 4 KiB
TABLES = 0x1A0000  # physical address of the outermost page table
HEAD = KERNEL + 0x1E200
MODULES = KERNEL + 0x1F000
ENTRY = KERNEL + 0x1F100  # of the kernel in the list of modules
IMAGE_SIZE, TIMESTAMP = 0x1046000, 0x0D8333E6
GUID = bytes.fromhex("951880118d9da57caab45b75aed5a976")

# Offsets in an EPROCESS of 19041 on x64, and its size.
ID, LINKS, TOKEN, NAME, SIZE = 0x440, 0x448, 0x4B8, 0x5A8, 0xA40
PROCESSES = [
    (4, "System", POOL + 0x80),
    (92, "Registry", POOL + 0x2E00),  # across two pages
    (348, "smss.exe", GIANT + 0x12340),
    (476, "csrss.exe", KERNEL + 0x20040),
    (552, "wininit.exe", GIANT + 0x3FFFF000),  # the last page of the giant one
    (4712, "explorer.exe", POOL + 0x5680),
    (8000, "a-long-name.exe", KERNEL + 0x1FF300),  # the end of the large page
]


class Memory:
    """Physical pages, and page tables in them."""

    def __init__(self):
        self.pages = {}
        self.next_table = TABLES + PAGE
        self.page(TABLES)

    def page(self, address):
        return self.pages.setdefault(address // PAGE, bytearray(PAGE))

    def put_physical(self, address, data):
        for i, byte in enumerate(data):
            self.page(address + i)[(address + i) % PAGE] = byte

    def get_u64(self, address):
        return struct.unpack_from("<Q", self.page(address), address % PAGE)[0]

    def map(self, virtual, physical, shift=12):
        """Maps a page of 1 << shift bytes."""
        table = TABLES
        for level in (39, 30, 21, 12):
            place = table + (virtual >> level & 0x1FF) * 8
            if level == shift:
                self.put_physical(place, struct.pack("<Q", physical | (0x63 if level == 12 else 0xE3)))
                return
            if not self.get_u64(place):
                self.put_physical(place, struct.pack("<Q", self.next_table | 0x63))
                self.page(self.next_table)
                self.next_table += PAGE
            table = self.get_u64(place) & 0xFFFFFFFFFF000

    def entry(self, virtual, level):
        """The physical address of the entry of a level that a virtual address takes; the last one if level is 0."""
        table = TABLES
        for shift in (39, 30, 21, 12):
            place = table + (virtual >> shift & 0x1FF) * 8
            value = self.get_u64(place)
            if shift == level or shift == 12 or value & 0x80:
                return place
            table = value & 0xFFFFFFFFFF000

    def physical(self, virtual):
        place = self.entry(virtual, 0)
        value = self.get_u64(place)
        for shift in (30, 21, 12):
            if place == self.entry(virtual, shift):
                break
        return (value & 0xFFFFFFFFFF000 & -(1 << shift)) + (virtual & ((1 << shift) - 1))

    def put(self, virtual, data):
        for i, byte in enumerate(data):
            self.put_physical(self.physical(virtual + i), bytes([byte]))


def put_image(memory):
    """The headers of the kernel's image, with the identity of its program database."""
    headers = bytearray(0xC0)
    headers[:4] = b"PE\0\0"
    struct.pack_into("<H", headers, 4, 0x8664)
    struct.pack_into("<I", headers, 8, TIMESTAMP)
    struct.pack_into("<H", headers, 0x18, 0x20B)
    struct.pack_into("<I", headers, 0x50, IMAGE_SIZE)
    struct.pack_into("<I", headers, 0x84, 16)
    struct.pack_into("<II", headers, 0xB8, 0x2000, 56)
    memory.put(KERNEL, b"MZ" + bytes(0x3A) + struct.pack("<I", 0x100))
    memory.put(KERNEL + 0x100, headers)
    memory.put(KERNEL + 0x2000, struct.pack("<IIHHIIII", 0, 0, 0, 0, 13, 16, 0x2200, 0))
    memory.put(KERNEL + 0x201C, struct.pack("<IIHHIIII", 0, 0, 0, 0, 2, 36, 0x2100, 0))
    memory.put(KERNEL + 0x2100, b"RSDS" + GUID + struct.pack("<I", 1) + b"ntkrnlmp.pdb\0")
    memory.put(MODULES, struct.pack("<QQ", ENTRY, ENTRY))
    memory.put(ENTRY, struct.pack("<QQ", MODULES, MODULES) + bytes(0x20))
    memory.put(ENTRY + 0x30, struct.pack("<QQI", KERNEL, KERNEL + 0x1000, IMAGE_SIZE))


def make_memory(processes=PROCESSES, pool=(0x111000, 0x7000, 0x9000, 0x5000, 0x3000, 0x8000, 0x112000)):
    memory = Memory()
    memory.map(KERNEL, 0x200000, 21)
    memory.map(KERNEL + 0x200000, 0x123000)
    memory.map(GIANT, 0x40000000, 30)
    for i, physical in enumerate(pool):
        memory.map(POOL + i * PAGE, physical)
    put_image(memory)
    links = [HEAD] + [address + LINKS for _, _, address in processes]
    for i, link in enumerate(links):
        memory.put(link, struct.pack("<QQ", links[(i + 1) % len(links)], links[i - 1]))
    for number, name, address in processes:
        memory.put(address, b"\3\0\0\0")
        memory.put(address + ID, struct.pack("<Q", number))
        memory.put(address + TOKEN, struct.pack("<Q", 0xFFFFB38F7A1C000F + 16 * number))
        memory.put(address + NAME, name.encode()[:15])
        memory.put(address + SIZE - 1, b"\0")
    return memory


def make_header(kind, machine=0x8664, build=19041):
    header = bytearray(b"PAGE" * (0x2000 // 4))
    struct.pack_into("<4s4sIIQQQQII", header, 0, b"PAGE", b"DU64", 15, build, TABLES, KERNEL + 0x3000, MODULES, HEAD,
                     machine, 2)
    struct.pack_into("<I", header, 0x38, 0xE2)
    struct.pack_into("<Q", header, 0x80, KERNEL + 0x4000)
    struct.pack_into("<I", header, 0xF98, kind)
    return header


def find_runs(memory):
    runs = []
    for page in sorted(memory.pages):
        if runs and runs[-1][0] + runs[-1][1] == page:
            runs[-1][1] += 1
        else:
            runs.append([page, 1])
    return runs


def contents(memory):
    return b"".join(bytes(memory.pages[page]) for page in sorted(memory.pages))


def full(memory, runs=None):
    header = make_header(1)
    runs = runs or find_runs(memory)
    struct.pack_into("<IIQ", header, 0x88, len(runs), 0, len(memory.pages))
    for i, run in enumerate(runs):
        struct.pack_into("<QQ", header, 0x98 + 16 * i, *run)
    return bytes(header) + contents(memory)


def bitmap(memory, kind, mark):
    bits = max(memory.pages) + 3  # not a whole number of bytes
    bitmap = bytearray((bits + 7) // 8)
    for page in memory.pages:
        bitmap[page // 8] |= 1 << page % 8
    first = (0x2038 + len(bitmap) + PAGE - 1) // PAGE * PAGE
    header = mark + b"DUMP" + bytes(0x18) + struct.pack("<QQQ", first, len(memory.pages), bits) + bitmap
    return bytes(make_header(kind)) + header + bytes(first - 0x2000 - len(header)) + contents(memory)


def triage(build=19041, blocks=None, process=b""):
    """A block for each part that a triage dump has, one after the other."""
    header = make_header(4, build=build)
    process = bytearray(process or bytes(SIZE))
    struct.pack_into("<Q", process, ID, 4)
    struct.pack_into("<QQ", process, LINKS, HEAD, HEAD)
    process[NAME:NAME + 6] = b"System"
    head = struct.pack("<QQ", POOL + LINKS, POOL + LINKS)
    driver = bytearray(0x90)
    struct.pack_into("<QQI", driver, 0x38, KERNEL, 0, IMAGE_SIZE)
    struct.pack_into("<I", driver, 0x88, TIMESTAMP)
    place = 0x2080
    places = {}
    parts = b""
    for name, data in (("processor", bytes(0xAF00)), ("process", process), ("thread", bytes(0x898)), ("stack", bytes(64)),
                       ("drivers", driver), ("strings", b"\0" * 16), ("data", bytes(32)), ("head", head)):
        places[name] = place + len(parts)
        parts += data
    table = place + len(parts)
    listed = [(HEAD, places["head"], 16), (POOL + LINKS - 8, places["process"] + LINKS - 8, 32)]
    listed = listed if blocks is None else blocks
    parts += b"".join(struct.pack("<QII", *block) for block in listed)
    valid = place + len(parts)
    block = bytearray(0x80)
    struct.pack_into("<15I", block, 4, valid + 4, valid, 0x348, 0xF00, 0, 0, places["processor"], places["process"],
                     places["thread"], places["stack"], 64, places["drivers"], 1, places["strings"], 16)
    struct.pack_into("<Q", block, 0x48, POOL + 0x100000)
    struct.pack_into("<IIII", block, 0x70, places["data"], 32, table, len(listed))
    return bytes(header) + bytes(block) + parts + b"TRGD"


def changed(data, offset, form, *values):
    data = bytearray(data)
    struct.pack_into(form, data, offset, *values)
    return bytes(data)


def in_memory(change):
    """A full dump whose memory is changed."""
    memory = make_memory()
    change(memory)
    return full(memory)


def put_entry(virtual, level, value):
    return lambda memory: memory.put_physical(memory.entry(virtual, level), struct.pack("<Q", value))


def put_links(place, *values):
    return lambda memory: memory.put(place, struct.pack("<%dQ" % len(values), *values))


def wrong():
    """Yields names and files."""
    memory = make_memory()
    whole = full(memory)
    bits = bitmap(memory, 6, b"SDMP")
    present = struct.unpack_from("<Q", bits, 0x2028)[0]
    small = triage()
    runs = find_runs(memory)
    second = PROCESSES[1][2] + LINKS
    third = PROCESSES[2][2] + LINKS
    yield "cut-mark", b"PAGEDU64"
    yield "cut-header", whole[:0xF98]
    yield "cut-runs", whole[:-1]
    yield "cut-bitmap", bits[:0x2040]
    yield "cut-pages", bits[:-1]
    yield "cut-triage", small[:0x2070]
    yield "cut-mark-of-triage", small[:-1]
    yield "x86", b"PAGEDUMP" + whole[8:]
    yield "type-2", changed(whole, 0xF98, "<I", 2)
    yield "machine-ia64", changed(whole, 0x30, "<I", 0x200)
    yield "machine-arm64", changed(whole, 0x30, "<I", 0xAA64)
    # nor is its kernel known by its identity
    yield "build-unknown", changed(changed(small, 0x0C, "<I", 4), small.index(struct.pack("<I", TIMESTAMP)), "<I", 1)
    yield "runs-none", changed(whole, 0x88, "<I", 0)
    yield "runs-unset", changed(whole, 0x88, "4s", b"PAGE")
    yield "runs-many", changed(whole, 0x88, "<I", 0xFFFFFFFF)
    yield "run-huge", changed(whole, 0x98, "<QQ", 1, 0xFFFFFFFFFFFFFFFF)
    yield "run-beyond", changed(whole, 0x98, "<QQ", 1 << 40, 1)
    yield "runs-overlap", full(memory, [[runs[0][0], runs[0][1] + runs[1][0] - runs[0][0]]] + runs[1:2])
    yield "bitmap-mark", changed(bits, 0x2000, "4s", b"RDMP")
    yield "bitmap-huge", changed(bits, 0x2030, "<Q", 0xFFFFFFFFFFFFFFFF)
    yield "bitmap-long", changed(bits, 0x2030, "<Q", 1 << 39)
    yield "pages-huge", changed(bits, 0x2028, "<Q", 0xFFFFFFFFFFFFFFFF)
    yield "pages-more", changed(bits, 0x2028, "<Q", present - 1)
    yield "pages-fewer", changed(bits, 0x2038 + runs[0][0] // 8, "<B", 0)
    yield "pages-within", changed(bits, 0x2020, "<Q", 0x2038)
    yield "blocks-huge", changed(small, 0x207C, "<I", 0xFFFFFFFF)
    yield "drivers-huge", changed(small, 0x2034, "<I", 0xFFFFFFFF)
    yield "block-outside", triage(blocks=[(HEAD, 0xFFFFFFF0, 0xFFFFFFFF)])
    yield "block-wraps", triage(blocks=[(0xFFFFFFFFFFFFFFF8, 0x2080, 16)])
    yield "process-outside", changed(small, 0x2020, "<I", 0xFFFFFFF0)
    yield "process-none", changed(small, 0x2020, "<I", 0)
    yield "process-short", changed(small, 0x2024, "<I", struct.unpack_from("<I", small, 0x2020)[0] + 0x100)
    yield "tables-circle", in_memory(put_entry(HEAD, 39, TABLES | 0x63))
    yield "tables-absent", in_memory(put_entry(HEAD, 39, 0))
    yield "tables-large-outermost", in_memory(put_entry(HEAD, 39, 0x200000 | 0xE3))
    yield "tables-missing", in_memory(put_entry(HEAD, 30, 0xFFFFFFFFF000 | 0x63))
    yield "page-missing", in_memory(put_entry(HEAD, 21, 0xFFFFFFE00000 | 0xE3))
    yield "page-paged-out", in_memory(put_entry(POOL, 12, 0x80))
    yield "tables-outside", changed(whole, 0x10, "<Q", 0xFFFFFFFFFFFFF000)
    yield "list-head-odd", changed(whole, 0x28, "<Q", 0x0000800000000000)
    yield "list-head-null", in_memory(put_links(HEAD, 0, 0))
    yield "list-circle", in_memory(put_links(third, second))
    yield "list-itself", in_memory(put_links(third, third, second))
    yield "list-loose", in_memory(put_links(HEAD, second, third))
    yield "list-top", in_memory(put_links(HEAD, 0xFFFFFFFFFFFFFFF8, 0))


def make_seed(data):
    """A file as fuzz_memory.c takes it: the size, then pieces that are not what it fills the file with."""
    filler = (b"PAGE" * 0x800 + bytes(len(data)))[:len(data)]
    seed = bytearray(struct.pack("<I", len(data)))
    at = 0
    while at < len(data):
        if data[at:at + 16] == filler[at:at + 16]:
            at += 16
            continue
        end = at
        while end < len(data) and data[end:end + 16] != filler[end:end + 16]:
            end += 16
        seed += struct.pack("<II", at, len(data[at:end])) + data[at:end]
        at = end
    return bytes(seed)


def make_many():
    """Processes in pages of 4 KiB, one each, in an order of their own in physical memory."""
    count = 3000
    processes = [(4 * i + 4, "many.exe", POOL + i * PAGE) for i in range(count)]
    return make_memory(processes, [0x10000000 + i * 7919 % count * PAGE for i in range(count)])


def write_large(path):
    """A full dump of 6 GiB in one run; all that nobody writes is a hole of the file."""
    memory = make_memory(pool=[0x150000000 + i * 0x100000 for i in range(7)])
    with open(path, "wb") as file:
        file.write(full(memory, [[0, 0x180000]])[:0x2000])
        for page, data in memory.pages.items():
            file.seek(0x2000 + page * PAGE)
            file.write(data)
        file.truncate(0x2000 + 0x180000 * PAGE)


def main():
    directory = sys.argv[1]
    kind = sys.argv[2] if len(sys.argv) > 2 else "all"
    os.makedirs(os.path.join(directory, "wrong") if kind == "all" else directory, exist_ok=True)
    if kind == "large":
        write_large(os.path.join(directory, "large.dmp"))
        return
    if kind == "many":
        files = {"many.dmp": bitmap(make_many(), 6, b"SDMP")}
    else:
        memory = make_memory()
        files = {
            "full.dmp": full(memory),
            "bitmap-full.dmp": bitmap(memory, 5, b"FDMP"),
            "bitmap-kernel.dmp": bitmap(memory, 6, b"SDMP"),
            "triage.dmp": triage(),
            "no-processes.dmp": full(make_memory([])),
        }
    if kind == "seeds":
        files = {name[:-4]: make_seed(data) for name, data in files.items()}
    elif kind == "all":
        files.update(("wrong/%s.dmp" % name, data) for name, data in wrong())
    for name, data in files.items():
        with open(os.path.join(directory, name), "wb") as file:
            file.write(data)


if __name__ == "__main__":
    main()
