#!/usr/bin/env python3
"""Edits a text many times, with requests between, and prints how much memory the server and its worker have then:
grow.py STRATA FILES

They must not grow: after 200 edits they have what they need.
"""
import os
import pathlib
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from drive import Server, play  # noqa: E402

EDITS, WARM, MOST_KIB = 2000, 200, 1024


def resident(server):
    """Returns the memory of both processes."""
    texts = [pathlib.Path("/proc/%d/status" % process).read_text() for process in (server.process.pid, server.worker())]
    return [int(line.split()[1]) for text in texts for line in text.splitlines() if line.startswith("VmRSS:")]


def main():
    strata, files = sys.argv[1:]
    server = Server(os.path.abspath(strata), [], files)
    play(server, "initialize {}")
    play(server, "open types.strata")
    play(server, "open session.strata")
    for i in range(EDITS):
        play(server, 'edit session.strata 8:35 8:39 "0x%02X"' % (10 + i % 2 * 2))
        play(server, "ask textDocument/%s session.strata 8:13" % ("hover", "completion", "rename", "references")[i % 4]
             + ' {"newName":"X%d"}' % i)
        if i % 10 == 0:
            play(server, 'send {"id":"s","method":"workspace/symbol","params":{"query":"l"}}')
        answers = server.sync()
        if not any('"overlap"' in answer for answer in answers) and i % 2 == 0:
            sys.exit("edit %d is not checked: %s" % (i, answers))
        if i == WARM:
            before = resident(server)
    after = resident(server)
    print("%s KiB after %d edits, %s KiB after %d" % (before, WARM, after, EDITS))
    play(server, 'send {"id":"x","method":"shutdown"}')
    server.notify("exit")
    if server.process.wait() or len(after) != 2 or any(late > early + MOST_KIB for early, late in zip(before, after)):
        sys.exit(1)


main()
