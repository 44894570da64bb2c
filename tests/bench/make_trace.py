#!/usr/bin/env python3
"""Writes a compressed trace as a session of the kernel logger writes it: make_trace.py FILE [EVENTS].

Nearly all events are short: switches of threads, interrupts, page faults and samples, whose numbers repeat. The same file
every time.
"""
import os
import random
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vendor", "etl"))
import make_etl  # pylint: disable=wrong-import-position

ROOM = 0x10000  # of a buffer
IN_BUFFER = 1000  # as many events always fit


def make_events(count):
    """Yields events: hook ids, sizes and kinds of header as of a system that works."""
    chance = random.Random(1)
    threads = [chance.randrange(4, 0x4000) & ~3 for _ in range(40)]
    routines = [0xFFFFF80000000000 + chance.randrange(1 << 24) for _ in range(60)]
    for i in range(count):
        kind = chance.randrange(10)
        if kind < 4:
            data = struct.pack("<IIbbBBbbBBII", chance.choice(threads), chance.choice(threads), 8, 9, 0, 0, 15, 0, 5, 0,
                               0, i & 0xFF)
            yield make_etl.packet(make_etl.PERFINFO, 8, 0x0524, data)
        elif kind < 7:
            data = struct.pack("<QQII", 1000 * i, chance.choice(routines), 0, chance.randrange(4))
            yield make_etl.packet(make_etl.PERFINFO, 8, 0x0F43, data)
        elif kind < 9:
            data = struct.pack("<QII", chance.choice(routines), chance.choice(threads), 1)
            yield make_etl.packet(make_etl.PERFINFO, 8, 0x0F2E, data)
        else:
            yield make_etl.packet(make_etl.SYSTEM, 8, make_etl.RESOURCE, make_etl.resource(8, wait=i))


def main():
    _, first = make_etl.packed_first(ROOM, make_etl.XPRESS)
    events = list(make_events(int(sys.argv[2]) if len(sys.argv) > 2 else 40000))
    with open(sys.argv[1], "wb") as file:
        file.write(first)
        for i in range(0, len(events), IN_BUFFER):
            file.write(make_etl.packed(events[i:i + IN_BUFFER]))


if __name__ == "__main__":
    main()
