#!/usr/bin/env python3
"""Takes the picture of the site that README.md shows: screenshot.py STRATA FILE. `make pictures` runs it.

chromium shows the page of one structure of the shipped specs. The picture has a palette of its most frequent colours
that differ enough, so that it is small. Its bytes depend on the browser and its fonts.
"""
import collections
import os
import struct
import subprocess
import sys
import tempfile
import zlib

VIEW = "s/EPROCESS.html#arch=x64&v=Windows+10+22H2&m=Token"
WIDTH, HEIGHT = 1120, 1000
# Colours of the palette, and the least distance between two of them, squared.
COLOURS, DISTANCE = 128, 300


def read_chunks(png):
    """Returns the header of a PNG, and its data."""
    position, header, data = 8, None, b""
    while position < len(png):
        size, kind = struct.unpack_from(">I4s", png, position)
        content = png[position + 8:position + 8 + size]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", content)
        elif kind == b"IDAT":
            data += content
        position += size + 12
    return header, zlib.decompress(data)


def predict(kind, left, above, corner):
    """Returns the value that a filter of PNG adds to a byte."""
    if kind < 4:
        return (0, left, above, (left + above) // 2)[kind]
    near = left + above - corner
    return min((left, above, corner), key=lambda value: abs(near - value))


def read_pixels(png):
    """Returns the width of a PNG and its rows, each as a list of (red, green, blue)."""
    (width, height, depth, kind, _, _, interlaced), data = read_chunks(png)
    if depth != 8 or kind not in (2, 6) or interlaced:
        sys.exit("the picture is not as chromium makes it")
    size = 3 if kind == 2 else 4
    rows, before, position = [], bytes(width * size), 0
    for _ in range(height):
        kind, row = data[position], bytearray(data[position + 1:position + 1 + width * size])
        if kind:
            for i in range(len(row)):
                left, corner = (row[i - size], before[i - size]) if i >= size else (0, 0)
                row[i] = (row[i] + predict(kind, left, before[i], corner)) & 255
        rows.append([tuple(row[i:i + 3]) for i in range(0, len(row), size)])
        before, position = row, position + 1 + width * size
    return width, rows


def distance(left, right):
    return sum((a - b) ** 2 for a, b in zip(left, right))


def write_palette(width, rows):
    """Returns a PNG with a palette, in which each colour is the nearest of the palette."""
    counts = collections.Counter(pixel for row in rows for pixel in row)
    palette = []
    for colour, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if len(palette) < COLOURS and all(distance(colour, other) >= DISTANCE for other in palette):
            palette.append(colour)
    nearest = {colour: min(range(len(palette)), key=lambda i: distance(palette[i], colour)) for colour in counts}
    lines = b"".join(b"\0" + bytes(nearest[pixel] for pixel in row) for row in rows)

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 3, 0, 0, 0)) +
            chunk(b"PLTE", b"".join(map(bytes, palette))) + chunk(b"IDAT", zlib.compress(lines, 9)) +
            chunk(b"IEND", b""))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    strata = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([strata, "site", "-q", "specs", "-o", directory + "/site"], check=True)
        taken = directory + "/taken.png"
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        "--user-data-dir=" + directory + "/profile", "--virtual-time-budget=5000",
                        "--window-size=%d,%d" % (WIDTH, HEIGHT), "--screenshot=" + taken,
                        "file://%s/site/%s" % (directory, VIEW)], check=True, stderr=subprocess.DEVNULL)
        with open(taken, "rb") as file:
            small = write_palette(*read_pixels(file.read()))
    with open(sys.argv[2], "wb") as file:
        file.write(small)
    print("%s: %d bytes" % (sys.argv[2], len(small)))


main()
