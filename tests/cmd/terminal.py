#!/usr/bin/env python3
"""Runs strata on terminals: which output has colours, and the line of progress. Arguments: strata, and the library of
clock.c, or nothing if it cannot be preloaded."""
import fcntl, os, pty, re, struct, subprocess, sys, termios
from concurrent.futures import ThreadPoolExecutor

strata, clock = sys.argv[1], sys.argv[2]
COLOUR, LINE = re.compile(rb"\x1b\[[0-9;]*m"), re.compile(rb"\r([^\r\n]*)\x1b\[K")
FINDING = ["check", "tests/golden/check/session.strata"]
DIFF = ["diff", "tests/golden/diff/changes.strata", "-s", "ADDED", "--from", "6.0/x64", "--to", "10.0/x64"]
IMPORT = ["import", "table", "tests/page/spec/plain.txt", "--color", "always"]


def run(arguments, terminals, columns=80, **changes):
    """Returns standard output and standard error of a run. A descriptor in `terminals` is a terminal of its own."""
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    environment.update({"TERM": "xterm", **changes})
    ends, files = {}, {}
    for descriptor in 1, 2:
        here, there = pty.openpty() if descriptor in terminals else os.pipe()
        if descriptor in terminals:
            fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        ends[descriptor], files[descriptor] = here, there
    process = subprocess.Popen([strata, *arguments], stdin=subprocess.DEVNULL, stdout=files[1], stderr=files[2],
                               env=environment)
    os.close(files[1])
    os.close(files[2])
    with ThreadPoolExecutor(2) as readers:  # a terminal that nobody reads is soon full
        texts = list(readers.map(read, [ends[1], ends[2]]))
    process.wait()
    return texts


def read(end):
    text = b""
    try:
        while part := os.read(end, 65536):
            text += part
    except OSError:  # Linux ends a terminal so
        pass
    os.close(end)
    return text


# The subject of a case; arguments; which descriptors are terminals; changes of the environment; the descriptor to look
# at; whether that has colours.
COLOURS = [
    ("findings on a terminal", FINDING, {1, 2}, {}, 2, True),
    ("findings, and output into a file", FINDING, {2}, {}, 2, True),
    ("findings into a file", FINDING, {1}, {}, 2, False),
    ("findings into a file, always", FINDING + ["--color", "always"], set(), {}, 2, True),
    ("findings on a terminal, auto", FINDING + ["--color=auto"], {1, 2}, {}, 2, True),
    ("findings on a terminal, never", FINDING + ["--color=never"], {1, 2}, {}, 2, False),
    ("NO_COLOR", FINDING, {1, 2}, {"NO_COLOR": "1"}, 2, False),
    ("NO_COLOR without a value", FINDING, {1, 2}, {"NO_COLOR": ""}, 2, True),
    ("NO_COLOR, but always", FINDING + ["--color=always"], {1, 2}, {"NO_COLOR": "1"}, 2, True),
    ("a dumb terminal", FINDING, {1, 2}, {"TERM": "dumb"}, 2, False),
    ("a dumb terminal, but always", FINDING + ["--color=always"], {1, 2}, {"TERM": "dumb"}, 2, True),
    ("JSON", FINDING + ["--format=json", "--color=always"], {1, 2}, {}, 1, False),
    ("SARIF", FINDING + ["--format=sarif", "--color=always"], {1, 2}, {}, 1, False),
    ("a diff on a terminal", DIFF, {1, 2}, {}, 1, True),
    ("a diff into a file", DIFF, {2}, {}, 1, False),
    ("a diff into a file, always", DIFF + ["--color=always"], {2}, {}, 1, True),
    ("a diff on a terminal, never", DIFF + ["--color=never"], {1, 2}, {}, 1, False),
    ("a diff as JSON", DIFF + ["--format=json", "--color=always"], {1, 2}, {}, 1, False),
    ("a diff as Markdown", DIFF + ["--format=md", "--color=always"], {1, 2}, {}, 1, False),
    ("a spec", IMPORT, {1, 2}, {}, 1, False),
]

# Likewise: arguments; terminals; columns; changes of the environment; the tasks of the line, in their order. An empty
# list: there is no line.
CHECK = ["check", os.environ["KERNEL_SPECS"]]
PROGRESS = [
    ("check", CHECK, {1, 2}, 80, {}, ["reading", "resolving", "checking"]),
    ("output into a file", CHECK, {2}, 80, {}, ["reading", "resolving", "checking"]),
    ("gen", ["gen", "specs/etw", "specs/nt", "specs/std.strata", "-o", "generated", "--check"], {2}, 80, {},
     ["reading", "resolving", "checking", "generating"]),
    ("import isf", ["import", "isf", "--version", "6.1.7601", "tests/kernel/isf/small.json"], {2}, 80, {},
     ["reading", "folding"]),
    ("a narrow terminal", CHECK, {2}, 20, {}, ["reading", "resolving", "checking"]),
    ("messages into a file", CHECK, {1}, 80, {}, []),
    ("--quiet", CHECK + ["-q"], {1, 2}, 80, {}, []),
    ("a dumb terminal", CHECK, {1, 2}, 80, {"TERM": "dumb"}, []),
]

passed = failed = 0


def count(name, is_right, *found):
    global passed, failed
    passed += bool(is_right)
    failed += not is_right
    if not is_right:
        print(f"FAIL cmd/{name}")
        for text in found:
            print("   ", text)


for name, arguments, terminals, changes, descriptor, wanted in COLOURS:
    text = run(arguments, terminals, **changes)[descriptor - 1]
    count(f"colours: {name}", text and bool(COLOUR.search(text)) == wanted and
          (wanted or b"\x1b" not in text), text)

text = run(["check", "specs/etw"], {1, 2})
count("progress: nothing of a quick command", text == [b"", b""], text)
for name, arguments, terminals, columns, changes, wanted in PROGRESS if clock else []:
    out, text = run(arguments, terminals, columns, LD_PRELOAD=clock, **changes)
    plain = run(arguments, set(), LD_PRELOAD=clock)
    lines = LINE.findall(text)
    tasks = [line.split()[1].decode() for line in lines if line]
    order = [task for i, task in enumerate(tasks) if not i or tasks[i - 1] != task]
    count(f"progress: {name}", order == wanted and all(len(line) < columns for line in lines), order, text[:400])
    # The line is gone before anything else is written.
    count(f"progress: {name}: the end", not wanted or (lines[-1] == b"" and LINE.sub(b"", text) == b""), text[-200:])
    count(f"progress: {name}: the output", out.replace(b"\r\n", b"\n") == plain[0] and plain[1] == b"", plain[1])
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
