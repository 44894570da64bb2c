#!/usr/bin/env python3
"""make_etl.py EVENTS DIR

Writes small trace files into DIR, whole and damaged ones, 32-bit and 64-bit,
with events of every kind of header and those of EVENTS; beside each whole one
NAME.hooks, what etl must count in it; and compressed data NAME.lz77 and
NAME.lznt1 with what they were, NAME.raw. The same files every time.
"""

import os
import random
import struct
import sys

SYSTEM, COMPACT, PERFINFO, EVENT, FULL, INSTANCE = (
    {4: 0x01, 8: 0x02}, {4: 0x03, 8: 0x04}, {4: 0x10, 8: 0x11},
    {4: 0x12, 8: 0x13}, {4: 0x0A, 8: 0x14}, {4: 0x0B, 8: 0x15})
COMPRESSED = 0x40
COMPRESSED_MODE = 0x04000000
LZNT1, XPRESS, HUFFMAN = 2, 3, 4
RESOURCE = 0x052B


# --- [MS-XCA] 2.3 ------------------------------------------------------------

class Packer:
    """Writes literals and matches, and the flags and halves before them."""

    def __init__(self):
        self.out = bytearray(4)
        self.flags, self.count, self.flags_at, self.half_at = 0, 0, 0, None

    def flag(self, bit):
        # Flags are written, and room is made for the next, when one is due.
        if self.count == 32:
            struct.pack_into("<I", self.out, self.flags_at, self.flags)
            self.flags_at, self.flags, self.count = len(self.out), 0, 0
            self.out += bytes(4)
        self.flags = self.flags << 1 | bit
        self.count += 1

    def literal(self, byte):
        self.flag(0)
        self.out.append(byte)

    def match(self, back, length):
        self.flag(1)
        length -= 3
        self.out += struct.pack("<H", (back - 1) << 3 | min(length, 7))
        if length < 7:
            return
        half = min(length - 7, 15)
        if self.half_at is None:
            self.half_at = len(self.out)
            self.out.append(half)
        else:
            self.out[self.half_at] |= half << 4
            self.half_at = None
        if half < 15:
            return
        self.out.append(min(length - 22, 255))
        if length - 22 < 255:
            return
        if length < 0x10000:
            self.out += struct.pack("<H", length)
        else:
            self.out += struct.pack("<HI", 0, length)

    def finish(self):
        left = 32 - self.count
        flags = self.flags << left | (1 << left) - 1
        struct.pack_into("<I", self.out, self.flags_at, flags)
        return bytes(self.out)


def compress(data):
    packer, seen, at = Packer(), {}, 0
    while at < len(data):
        key = data[at:at + 3]
        found, length = seen.get(key), 0
        if len(key) == 3 and found is not None and at - found <= 8192:
            while at + length < len(data) and \
                    data[found + length] == data[at + length]:
                length += 1
        step = length or 1
        if length:
            packer.match(at - found, length)
        else:
            packer.literal(data[at])
        for i in range(at, min(at + step, at + 64)):
            seen[data[i:i + 3]] = i
        at += step
    return packer.finish()


# --- [MS-XCA] 2.5 ------------------------------------------------------------

def compress_chunk(data):
    """One of at most 4096 bytes; as it is where nothing is won."""
    items, seen, at = [], {}, 0
    while at < len(data):
        bits = 12
        while 1 << 16 - bits < at:
            bits -= 1
        key = data[at:at + 3]
        found, length = seen.get(key), 0
        if len(key) == 3 and found is not None:
            while at + length < len(data) and length < (1 << bits) + 2 and \
                    data[found + length] == data[at + length]:
                length += 1
        seen[key] = at
        if length:
            items.append(struct.pack(
                "<H", at - found - 1 << bits | length - 3))
        else:
            items.append(data[at:at + 1])
        at += length or 1
    out = b""
    for i in range(0, len(items), 8):
        group = items[i:i + 8]
        out += bytes([sum(1 << n for n, item in enumerate(group)
                          if len(item) == 2)]) + b"".join(group)
    if len(out) < len(data):
        return struct.pack("<H", 0xB000 | len(out) - 1) + out
    return struct.pack("<H", 0x3000 | len(data) - 1) + data


def compress_lznt1(data):
    return b"".join(compress_chunk(data[at:at + 4096])
                    for at in range(0, len(data), 4096))


# --- events ------------------------------------------------------------------

def packet(kind, pointer, hook, data, extras=0, version=2):
    """An event of one of the three kinds that have a hook id."""
    flags = version | (extras & 7) << 8 | (extras & 8) << 12
    items = b"".join(struct.pack("<Q", 0xE0 + i)
                     for i in range((extras & 7) + (extras >> 3)))
    rest = {id(SYSTEM): struct.pack("<IIQII", 4, 8, 1000, 1, 2),
            id(COMPACT): struct.pack("<IIQ", 4, 8, 1000),
            id(PERFINFO): struct.pack("<Q", 1000) + items}[id(kind)]
    size = 8 + len(rest) + len(data)
    return struct.pack("<HBBHH", flags, kind[pointer], 0xC0, size, hook) \
        + rest + data


def sized(high, size, data=b""):
    """An event of one of the other kinds."""
    return struct.pack("<HH", size, high) + bytes(size - 4 - len(data)) + data


def hook_of(event):
    if event[3] == 0xC0 and event[2] in (1, 2, 3, 4, 0x10, 0x11):
        return struct.unpack_from("<H", event, 6)[0]
    return None


def logfile_header(pointer, version, buffer_size, kind=SYSTEM, mode=1,
                   buffers=0):
    major, minor, build = version
    head = struct.pack("<IBBBBIIQIIII", buffer_size, major, minor, 1, 5,
                       build, 4, 0x01D6000000000000, 156250, 0, mode,
                       buffers)
    head += struct.pack("<IIII", 1, pointer, 0, 2400)
    head += bytes(2 * pointer)
    zone = struct.pack("<i", -60) + "Zone".encode("utf-16le").ljust(64, b"\0")
    head += zone.ljust(0xAC, b"\0") + bytes(4)
    head += struct.pack("<QQQII", 5, 10000000, 7, 1, 0)
    names = "logger\0trace.etl\0".encode("utf-16le")
    return packet(kind, pointer, 0, head + names)


def resource(pointer, action=0x00010022, wait=9):
    data = struct.pack("<QQQII", 1, 2, wait, 3, 4)
    data += struct.pack("<QII" if pointer == 8 else "<III",
                        0xFFFFFA8000000000 if pointer == 8 else 0x80000000,
                        action, 5)
    return data.ljust(0x30, b"\0")


def every_kind(pointer):
    """One event of each kind, and of each number of items before the data."""
    events = [packet(kind, pointer, RESOURCE, resource(pointer))
              for kind in (SYSTEM, COMPACT, PERFINFO)]
    events += [packet(PERFINFO, pointer, RESOURCE, resource(pointer), extras)
               for extras in range(1, 16)]
    events += [packet(PERFINFO, pointer, 0x0524, bytes(n)) for n in range(9)]
    events += [sized(0xC000 | kind[pointer], size)
               for kind, size in ((EVENT, 0x57), (FULL, 0x30), (INSTANCE, 0x4A))]
    events += [sized(0xC00C, 0x10), sized(0xC00D, 0x19), sized(0xC00E, 0x30),
               sized(0xC07F, 0x08), sized(0x9000, 0x1C), sized(0xA000, 0x0C)]
    return events


# --- buffers -----------------------------------------------------------------

def body_of(events, fill=b"\0"):
    body = b""
    for event in events:
        body += event + fill * (-len(event) % 8)
    return body


def header(size, used, flags=0, kind=0, state=3, saved=None):
    return struct.pack("<IIIiQqQHHIIHH", size, used if saved is None else saved,
                       0, 0, 77, 0, 0, 1, 3, state, used, flags,
                       kind).ljust(0x48, b"\0")


def buffer(events, size, fill=b"\xFF", flags=0, **more):
    body = body_of(events)
    used = 0x48 + len(body)
    assert used <= size
    return header(size, used, flags, **more) + body + fill * (size - used)


def packed(events, padding=b"", by=compress):
    body = body_of(events)
    data = by(body) + padding
    return header(0x48 + len(data), 0x48 + len(body), COMPRESSED) + data


def packed_first(size, form, buffers=0, version=(6, 3, 9600), kind=COMPACT):
    """The first event and buffer of a session that compresses."""
    event = logfile_header(8, version, size, kind, COMPRESSED_MODE | 1, buffers)
    return event, buffer([event], size, kind=4, state=0x50000 | form)


def in_buffers(events, size, make):
    """Events in as many buffers as they need."""
    made, some = [], []
    for event in events:
        if 0x48 + len(body_of(some + [event])) > size:
            made.append(make(some))
            some = []
        some.append(event)
    return made + [make(some)]


# --- the files ---------------------------------------------------------------

def packed_files(real):
    """The first buffer is as it was; then compressed ones of all sizes; one
    that nothing was won on, and one without any event; and bytes that are not
    of a buffer any more, though some look like one."""
    rng = random.Random(1)
    more = real * 60 + every_kind(8) + \
        [packet(SYSTEM, 8, 0x0F00 + i % 7, rng.randbytes(i % 90))
         for i in range(400)] + \
        [packet(PERFINFO, 8, 0x0E00, bytes(n)) for n in (20, 200, 900, 0xFF00)]
    files = {}
    for name, form, by in (("compressed", XPRESS, compress),
                           ("lznt1", LZNT1, compress_lznt1)):
        rest = in_buffers(more, 0x12000, lambda some: packed(some, by=by))
        rest += [buffer(real, 0x4000), buffer([], 0x48),
                 bytes(0x333) + packed([], by=by),
                 packed(real, b"\0\0\xEE\xEE\xEE", by)]
        event, first = packed_first(0x12000, form, 1 + len(rest))
        rest.append(b"\x11" * 0x33 + rest[0])
        files[name] = (first + b"".join(rest), [event] + more + real + real)
    return files


def whole_files(real):
    """name: (file, the events in it)."""
    files = packed_files(real)
    events = [logfile_header(8, (10, 0, 17134), 0x1000)] + real + \
        every_kind(8) + every_kind(4)
    files["x64"] = (b"".join(in_buffers(
        events, 0x1000, lambda some: buffer(some, 0x1000))), events)
    events = [logfile_header(4, (6, 1, 0xF0001DB1), 0x400)] + every_kind(4) + \
        [packet(SYSTEM, 4, 5, bytes(range(0x24)))]
    files["x86"] = (b"".join(in_buffers(
        events, 0x400, lambda some: buffer(some, 0x400, b"\0", 0x06))), events)
    # Buffers of several sizes, compressed ones in a session that does not say
    # so, and without events; and bytes between them that nobody wrote.
    first = logfile_header(8, (10, 0, 19041), 0x1000)
    body = body_of(real)
    files["mixed"] = (
        buffer([first], 0x2000)
        + buffer(real, 0x800) + buffer(every_kind(8), 0x2000, kind=4)
        + header(0x400, 0) + real[0] + bytes(0x3B8 - len(real[0]))
        + header(0x48, 0x47)
        + header(0x48 + len(body), 0x48 + len(body), saved=0) + body
        + bytes(0x2000) + buffer([], 0x48) + b"\xFF" * 0x1234
        + buffer([packet(PERFINFO, 8, 1, b"")], 0x58)
        + header(0x800, 0x148) + body_of(real[:1]).ljust(0x800 - 0x48, b"\0")
        + packed(real) + bytes(0x1234),
        [first] + real + every_kind(8) + real + [packet(PERFINFO, 8, 1, b"")]
        + real[:1] + real)
    return files


def damaged_files():
    first = buffer([logfile_header(8, (10, 0, 17134), 0x400)], 0x400)
    event = packet(PERFINFO, 8, RESOURCE, resource(8))
    good = buffer([event] * 3, 0x400)
    long_body = compress(body_of([event] * 30))
    pack = packed([event] * 30)
    files = {
        "empty": b"",
        "cut-in-header": first + good[:0x20],
        "cut-in-event": first + good[:0x48 + 0x58],
        "cut-in-first": first[:0x60],
        "size-0": first + bytes(0x400) + good,
        "size-small": first + header(0x47, 0x48) + bytes(0x400 - 0x48) + good,
        "size-huge": first + header(0xFFFFFFFF, 0x60) + good,
        "size-huge-first": header(0x01000001, 0x60) + good,
        "used-0": first + header(0x400, 0) + bytes(0x3B8) + good,
        "used-beyond": first + header(0x400, 0x408) + good[0x48:] + good,
        "no-logfile-header": good,
        "version-5-2": buffer([logfile_header(4, (5, 2, 3790), 0x400)], 0x400)
        + good,
        "event-size-0": first + buffer([b"\2\0\x11\xC0" + bytes(12)], 0x400),
        "event-size-below-header": first + buffer(
            [event, packet(SYSTEM, 8, 1, b"")[:4] + b"\x1F\0\1\0" + bytes(24)],
            0x400) + good,
        "event-size-below-items": first + buffer(
            [packet(PERFINFO, 8, 1, b"", 7)[:4] + b"\x47\0\1\0" + bytes(64)],
            0x400),
        "event-too-long": first + buffer(
            [event[:4] + b"\xFF\xFF" + event[6:]], 0x400) + good,
        "event-cut": first + header(0x400, 0x48 + 0x0C) + event[:12]
        + bytes(0x400 - 0x54),
        "sized-0": first + buffer([sized(0xC012, 0x50)[2:4] * 2], 0x400)
        + buffer([b"\0\0\x12\xC0" + bytes(76)], 0x400) + good,
        "marker-0": first + buffer([event, bytes(16), event], 0x400) + good,
        "marker-low": first + buffer([b"abcd" + bytes(16)], 0x400) + good,
        "data-short": first + buffer(
            [packet(PERFINFO, 8, RESOURCE, resource(8)[:0x1A])], 0x400),
        "packed-cut": first + header(0x48 + len(long_body) // 2, 0x48 + 30 * 64,
                                     COMPRESSED)
        + long_body[:len(long_body) // 2] + good,
        "packed-garbage": first + header(0x60, 0x200, COMPRESSED)
        + b"\xFF" * 0x18 + good,
        "packed-huge": first + header(0x48 + len(long_body), 0xFFFFFFFF,
                                      COMPRESSED) + long_body,
        "packed-used-0": first + header(0x60, 0x47, COMPRESSED) + bytes(0x18)
        + good,
        "packed-then-size-0": first + packed([event]) + bytes(0x48) + good,
        "packed-between-others": packed_first(0x800, XPRESS)[1] + pack
        + b"x" * 999 + pack + bytes(777) + pack + b"\0\1" * 50,
        "packed-lznt1": packed_first(0x200, LZNT1)[1]
        + packed([event] * 9, by=compress_lznt1),
        "packed-lznt1-cut": packed_first(0x4000, LZNT1)[1] + packed(
            [event] * 30, by=lambda body: compress_lznt1(body)[:40])
        + packed([event] * 30, by=compress_lznt1),
        "packed-huffman": packed_first(0x4000, HUFFMAN)[1] + pack + good,
        "packed-bomb": first + 8 * (
            header(0x57, 0x1000000, COMPRESSED) + b"\xFF\xFF\xFF\x7Fa"
            + b"\7\0\x0F\xFF\0\0\xFF\xFF\xFF\xFF"),
    }
    return files


def raw_files():
    rng = random.Random(2)
    text = b"".join(rng.choice((b"event ", b"trace ", b"buffer", b"\0\0\0"))
                    for _ in range(4000))
    return {
        "nothing": b"", "one": b"x", "zeros": bytes(100000),
        "random": rng.randbytes(20000), "text": text,
        "lengths": b"".join(bytes([i & 255]) + b"ab" * i for i in range(500)),
        "far": rng.randbytes(8192) * 3,
        "mixed": rng.randbytes(700) + bytes(70000) + text + rng.randbytes(9),
    }


def write(directory, name, data):
    with open(os.path.join(directory, name), "wb") as file:
        file.write(data)


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        real = [bytes.fromhex(line) for line in file if line[0] != "#"]
    directory = sys.argv[2]
    for name, (trace, events) in whole_files(real).items():
        write(directory, name + ".etl", trace)
        hooks = {}
        for event in events:
            if hook_of(event) is not None:
                hooks.setdefault(hook_of(event), []).append(len(event))
        write(directory, name + ".hooks", "".join(
            f"{len(sizes)} {sum(sizes)} 0x{hook:04X}\n"
            for hook, sizes in sorted(hooks.items())).encode())
    for name, trace in damaged_files().items():
        write(directory, name + ".bad", trace)
    for name, data in raw_files().items():
        write(directory, name + ".raw", data)
        write(directory, name + ".lz77", compress(data))
        write(directory, name + ".lznt1", compress_lznt1(data))


if __name__ == "__main__":
    main()
