#!/usr/bin/env python3
"""Kills a language server while its worker hangs in a trap, or has nothing to do: orphan.py STRATA FILES. The worker
must end, too."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from drive import Server, kill, play, state_of  # noqa: E402


def main():
    strata, files = os.path.abspath(sys.argv[1]), sys.argv[2]
    for text in ("// fine", 'use \\".traps/hang.strata\\";'):
        server = Server(strata, ["--time-limit", "3600"], files)
        play(server, "initialize {}")
        play(server, 'open session.strata "%s"' % text)
        if "fine" in text:
            server.sync()
        while (worker := server.worker()) is None:
            pass
        kill(server.process.pid)
        server.process.wait()
        while state_of(worker)[:1] not in ([], ["Z"]):
            pass
        print("the worker has ended: " + text)


main()
