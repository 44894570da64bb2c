#!/usr/bin/env python3
"""Random bytes, printed in each format, come back equal: formats.py READ DIRECTORY SEED COUNT

The printers are written here after the tools' output; xxd, hexdump and od print the same bytes if they are installed.
A text is read twice: as the format that it has, and as the one that is named. The first may be refused if the text has
several meanings, but it must never give other bytes. The last line has the counts."""
import os
import random
import shutil
import subprocess
import sys


def text_column(data):
    return "".join(chr(c) if 0x20 <= c < 0x7F else "." for c in data)


def rows(data, width):
    return [(at, data[at:at + width]) for at in range(0, len(data), width)]


def starred(data, width, write, keeps_last):
    """The rows, equal ones as a `*`."""
    lines, before, has_star = [], None, False
    every = rows(data, width)
    for number, (at, row) in enumerate(every):
        is_last = keeps_last and number == len(every) - 1
        if row == before and len(row) == width and not is_last:
            if not has_star:
                lines.append("*")
            has_star = True
            continue
        lines.append(write(at, row))
        before, has_star = row, False
    return lines


def split(data, size):
    return [data[at:at + size] for at in range(0, len(data), size)]


def words(row, size):
    return [int.from_bytes(group.ljust(size, b"\0"), "little") for group in split(row, size)]


# ---- Printers: data, random -> text


def xxd(group, width, address="%08x", little=False, star=False, upper=False):
    def write(at, row):
        area = width * 2 + (width - 1) // group
        if little:
            groups = [part[::-1].hex().rjust(group * 2) for part in split(row, group)]
        else:
            groups = [part.hex() for part in split(row, group)]
        digits = " ".join(groups).ljust(area)
        return (address % at) + ": " + (digits.upper() if upper else digits) + "  " + text_column(row)
    if star:
        return lambda data, r: "\n".join(starred(data, width, write, True)) + "\n"
    return lambda data, r: "\n".join(write(at, row) for at, row in rows(data, width)) + "\n"


def with_end(data, lines, address):
    return "\n".join(lines + [address % len(data)]) + "\n"


def hexdump_canonical(data, r):
    def write(at, row):
        digits = "  ".join(" ".join("%02x" % c for c in half) for half in split(row, 8))
        return "%08x  %-48s  |%s|" % (at, digits, text_column(row))
    return with_end(data, starred(data, 16, write, False), "%08x")


def hexdump(form, size, blanks, columns=16):
    def write(at, row):
        return "%07x" % at + "".join(" " * blanks + form % word for word in words(row, size))
    return lambda data, r: with_end(data, starred(data, columns, write, False), "%07x")


def od(form, size, address="%07o", text=False):
    def write(at, row):
        line = address % at + "".join(" " + form % word for word in words(row, size))
        area = 7 + (16 // size) * (len(form % 0) + 1)
        return line.ljust(area) + "  >" + text_column(row) + "<" if text else line
    return lambda data, r: with_end(data, starred(data, 16, write, False), address)


def od_bare(form, size):
    return lambda data, r: "".join("".join(" " + form % word for word in words(row, size)) + "\n"
                                   for _, row in rows(data, 16))


def windbg_address(at, is_wide):
    return "%08x`%08x" % (at >> 32, at & 0xFFFFFFFF) if is_wide else "%08x" % at


def windbg(command, size, is_wide):
    def write(at, row):
        if command == "db":
            digits = " ".join("%02x" % c for c in row[:8])
            if len(row) > 8:
                digits += "-" + " ".join("%02x" % c for c in row[8:])
            return "%s  %-47s  %s" % (windbg_address(at, is_wide), digits, text_column(row))
        values = words(row, size)
        if size == 8:
            digits = " ".join(windbg_address(value, True) for value in values)
        else:
            digits = " ".join("%0*x" % (size * 2, value) for value in values)
        if command == "dc":
            return "%s  %-35s  %s" % (windbg_address(at, is_wide), digits, text_column(row))
        return "%s  %s" % (windbg_address(at, is_wide), digits)

    def pointers(at, row):
        symbol = " nt!Symbol+0x10" if sum(row) % 2 else ""
        return windbg_address(at, is_wide) + "  " + windbg_address(words(row, size)[0], size == 8) + symbol

    def text(data, r):
        base = r.choice([0xFFFFF8012345F010, 0x7FFE0000, 0x12FF00]) if is_wide else 0x8012FF00
        lines, width = [], size if command == "dps" else 16
        for at, row in rows(data, width):
            if r.random() < 0.1:
                lines.append("0: kd> %s" % command)
            elif r.random() < 0.05:
                lines.append("nt!PsInitialSystemProcess:")
            lines.append((pointers if command == "dps" else write)(base + at, row))
        return "\n".join(lines) + "\n"
    return text


def plain(data, r):
    return "".join(row.hex() + "\n" for _, row in rows(data, 30))


def lines(data, r):
    return "# bytes\n" + " ".join(part.hex() for part in split(data, r.randint(1, 9))) + "\n"


def string(data, r):
    return "".join('"%s"\n' % "".join("\\x%02x" % c for c in row) for _, row in rows(data, 16))


def python_bytes(data, r):
    return "data = %r\n" % (data + b"\xff")


def bare_string(data, r):
    return "".join("\\x%02X" % c for c in data)


def c_array(data, r):
    body = ",\n".join("  " + ", ".join("0x%02x" % c for c in row) for _, row in rows(data, 12))
    return "unsigned char data[] = {\n%s\n};\nunsigned int data_len = %d;\n" % (body, len(data))


def c_elements(data, r):
    return "".join("0x%02X," % c for c in data) + "\n"


def raw(data, r):
    return b"\0" + data


# Name, format, printer, bytes that the sizes must be a multiple of.
PRINTERS = [
    ("xxd", "xxd", xxd(2, 16), 1),
    ("xxd -g1", "xxd", xxd(1, 16), 1),
    ("xxd -g4", "xxd", xxd(4, 16), 1),
    ("xxd -g0", "xxd", xxd(16, 16), 1),
    ("xxd -c7 -u", "xxd", xxd(2, 7, upper=True), 1),
    ("xxd -a", "xxd", xxd(2, 16, star=True), 1),
    ("xxd -e", "xxd-e", xxd(4, 16, little=True), 1),
    ("xxd -d", "xxd-d", xxd(2, 16, "%08d"), 1),
    ("hexdump -C", "hexdump", hexdump_canonical, 1),
    ("hexdump", "hexdump", hexdump("%04x", 2, 1), 1),
    ("hexdump -x", "hexdump", hexdump("%04x", 2, 4), 1),
    ("hexdump -b", "hexdump", hexdump("%03o", 1, 1), 1),
    ("hexdump -o", "hexdump", hexdump("%06o", 2, 2), 1),
    ("od", "od", od("%06o", 2), 1),
    ("od -b", "od", od("%03o", 1), 1),
    ("od -tx1", "od", od("%02x", 1), 1),
    ("od -tx1z", "od", od("%02x", 1, text=True), 1),
    ("od -tx2", "od", od("%04x", 2), 1),
    ("od -tx4", "od", od("%08x", 4), 1),
    ("od -tx8z", "od", od("%016x", 8, text=True), 1),
    ("od -to4", "od", od("%011o", 4), 1),
    ("od -to8", "od", od("%022o", 8), 1),
    ("od -Ax -tx1", "od-Ax", od("%02x", 1, "%06x"), 1),
    ("od -Ax -tx4z", "od-Ax", od("%08x", 4, "%06x", True), 1),
    ("od -Ad -tx2", "od-Ad", od("%04x", 2, "%07d"), 1),
    ("od -An -tx1", "od-An", od_bare("%02x", 1), 1),
    ("od -An -tx4", "od-An", od_bare("%08x", 4), 4),
    ("db", "windbg", windbg("db", 1, True), 1),
    ("db, 32 bits", "windbg", windbg("db", 1, False), 1),
    ("dw", "windbg", windbg("dw", 2, True), 2),
    ("dd", "windbg", windbg("dd", 4, True), 4),
    ("dd, 32 bits", "windbg", windbg("dd", 4, False), 4),
    ("dc", "windbg", windbg("dc", 4, True), 4),
    ("dq", "windbg", windbg("dq", 8, True), 8),
    ("dq, 32 bits", "windbg", windbg("dq", 8, False), 8),
    ("dps", "windbg", windbg("dps", 8, True), 8),
    ("dps, 32 bits", "windbg", windbg("dps", 4, False), 4),
    ("xxd -p", "plain", plain, 1),
    ("lines", "lines", lines, 1),
    ("string", "string", string, 1),
    ("Python", "string", python_bytes, 1),
    ("escapes", "string", bare_string, 1),
    ("xxd -i", "c", c_array, 1),
    ("elements", "c", c_elements, 1),
    ("raw", "raw", raw, 1),
]

# Texts in these ways may have several meanings.
UNCLEAR = {"xxd -p", "od -An -tx1", "od -An -tx4", "xxd -g4", "xxd -e", "xxd -g0", "dd, 32 bits", "dps, 32 bits",
           "db, 32 bits", "od -Ax -tx1", "od -Ax -tx4z"}

# The forms in which another program may have kept a text.
KEPT = [
    lambda text: text.encode(),
    lambda text: text.encode(),
    lambda text: text.replace("\n", "\r\n").encode(),
    lambda text: b"\xff\xfe" + text.replace("\n", "\r\n").encode("utf-16-le"),
    lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    lambda text: b"\xef\xbb\xbf" + text.encode(),
    lambda text: text.rstrip("\n").encode(),
    lambda text: "\n".join(line.rstrip() for line in text.split("\n")).encode(),
]


def random_bytes(r, multiple):
    size = r.choice([1, 2, 5, 8, 15, 16, 17, 30, 31, 48, 64, 100, 300])
    size = max(multiple, size - size % multiple)
    kind = r.randrange(5)
    if kind == 0:
        return bytes(r.choice([b"\0", b"\xff", b" ", b"0"]) * size)
    if kind == 1:
        return bytes(r.choice(b" .|<>-?0123456789abcdef#*`'\"\\x:") for _ in range(size))
    if kind == 2:
        return bytes(r.choice([0, 0, 0, 1, 2, 0x41, 0xFF]) for _ in range(size))
    if kind == 3:
        row = r.randbytes(16)
        return (row * (size // 16 + 1))[:size]
    return r.randbytes(size)


def run_tool(command, data, path):
    with open(path, "wb") as file:
        file.write(data)
    return subprocess.run(command.split() + [path], stdout=subprocess.PIPE, check=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout.decode()


def read(program, files, name=None):
    """The answers of the program: file -> (format, bytes of all parts), or the first line of its diagnostics."""
    command = [program] + (["--input", name] if name else []) + files
    names, answers = {os.path.basename(file) for file in files}, {}
    for line in subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode().split("\n"):
        file, _, rest = line.removeprefix("strata: error: ").partition(":")
        parts = rest.split()
        if file not in names or file in answers:
            continue
        if parts[0] in FORMATS:
            answers[file] = (parts[0], bytes.fromhex("".join(part for part in parts[1:] if not part.endswith(":"))))
        else:
            answers[file] = line
    return answers


ADDRESSED = {"xxd", "xxd-e", "xxd-d", "hexdump", "od", "od-Ax", "od-Ad", "windbg"}
FORMATS = {printer[1] for printer in PRINTERS}


def add_damaged(cases, directory, file, text, format_name, data, r):
    """Copies of a dump with addresses. One lacks a row and must not be read. In some a character is missing, doubled or
    another one; these must not be read, or give the same bytes."""
    for number in range(3 if len(data) >= 20 else 0):
        at = r.randrange(len(text))
        if text[at] != "\n":
            instead = r.choice(["", text[at] * 2, r.choice("g?. !x")])
            name = "%d.changed.%s" % (number, file)
            with open(os.path.join(directory, name), "w") as out:
                out.write(text[:at] + instead + text[at + 1:])
            cases[name] = ("changed", format_name, data)
    every = text.split("\n")
    if len(every) > 4 and "*" not in every and "kd>" not in text and ":\n" not in text:
        del every[r.randrange(1, len(every) - 3)]
        with open(os.path.join(directory, "damaged." + file), "w") as out:
            out.write("\n".join(every))
        cases["damaged." + file] = ("damaged", format_name, None)


def main():
    program, directory, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    r = random.Random(seed)
    cases, tools = {}, {name for name in ("xxd", "hexdump", "od") if shutil.which(name)}
    for number in range(count):
        for index, (name, format_name, printer, multiple) in enumerate(PRINTERS):
            data = random_bytes(r, multiple)
            text = printer(data, r)
            tool = name.split()[0]
            # Some rounds print with the tool itself. This program prints what the tool cannot.
            if tool in tools and number % 4 == 0 and name != "xxd -d":
                try:
                    # Without addresses, a `*` has no meaning.
                    text = run_tool(name + " -v" * name.startswith("od -An"), data, os.path.join(directory, "data"))
                except subprocess.CalledProcessError:
                    pass
            if name == "Python":
                data += b"\xff"
            if name == "raw":
                data = text
            if name == "xxd -i" and tool in tools and number % 4 == 0:
                text = text.replace(os.path.join(directory, "data").replace("/", "_").replace("-", "_"), "data")
            file = "%d.%d.txt" % (number, index)
            with open(os.path.join(directory, file), "wb") as out:
                out.write(text if name == "raw" else r.choice(KEPT)(text))
            cases[file] = (name, format_name, data)
            if format_name in ADDRESSED:
                add_damaged(cases, directory, file, text, format_name, data, r)
    passed, failed, unclear = 0, 0, 0
    found = read(program, [os.path.join(directory, file) for file in cases])
    named = {}
    for format_name in {case[1] for case in cases.values()}:
        named.update(read(program, [os.path.join(directory, file) for file in cases if cases[file][1] == format_name],
                          format_name))
    for file, (name, format_name, data) in cases.items():
        answer, forced = found.get(file), named.get(file)
        if name in ("damaged", "changed"):
            good = isinstance(answer, str) or answer[1] == data
            passed, failed = passed + good, failed + (not good)
            if not good:
                print("FAIL bytes/formats: %s is read: %s" % (file, answer))
            continue
        is_unclear = isinstance(answer, str) and \
            ("this may be " in answer or (name.endswith(" -b") and "octal or decimal" in answer))
        unclear += is_unclear
        with open(os.path.join(directory, file), "rb") as kept:
            has_star = b"*" in kept.read().replace(b"\0", b"").splitlines()
        good = forced == (format_name, data) and \
            (answer[1] == data if isinstance(answer, tuple) else
             is_unclear and (name in UNCLEAR or has_star or "octal or decimal" in answer))
        passed, failed = passed + good, failed + (not good)
        if not good and failed <= 20:
            print("FAIL bytes/formats: %s, %s: %s\n  by itself: %s\n  as %s: %s\n  bytes: %s" %
                  (file, name, open(os.path.join(directory, file), "rb").read()[:400], answer, format_name, forced,
                   data.hex()))
    print("REPORT bytes/formats: %d texts, %d with several meanings, tools: %s" %
          (len(cases), unclear, " ".join(sorted(tools)) or "none"))
    print("%d passed, %d failed" % (passed, failed))


main()
