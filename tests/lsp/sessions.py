#!/usr/bin/env python3
"""Opens, edits, saves and closes specs at random, and compares what the client then knows with what a new session says
of the same texts: sessions.py STRATA FILES SEED COUNT [kills]. The last line has the counts.

With `kills`, the server's worker is killed at random moments. Each request still gets one answer, a result or an error.
The texts whose check was killed are then edited, after which the client knows everything as without kills.
"""
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from drive import Server, kill, play  # noqa: E402

NAMES = ["a.strata", "b.strata", "c.strata", "d.strata"]
USES = ["", 'use "a.strata";', 'use "b.strata";', 'use "c.strata";']
ROWS = ["ULONG A at 0x00;", "ULONG A at 0x00; ULONG B at 0x02;", "A_TYPE A;", "B_TYPE A;", "C_TYPE *A;", "ULONG A at;",
        "C_TYPE A at 0x01;"]


def make_text(chance, name):
    letter = name[0].upper()
    uses = [chance.choice(USES[:NAMES.index(name) + 1]) for _ in range(2)]
    twice = "struct SAME { ULONG A; }" if chance.random() < 0.2 else ""
    return "\n".join(["use <base.strata>;", *uses, "columns x86 | x64;",
                      "struct %s_TYPE { %s }" % (letter, chance.choice(ROWS)), twice, ""])


def take(known, messages):
    for message in map(json.loads, messages):
        if message.get("method") == "textDocument/publishDiagnostics":
            known[message["params"]["uri"]] = message["params"]["diagnostics"]


def fresh(strata, root, texts):
    """Returns what a new session knows of the open texts."""
    known = {}
    server = Server(strata, [], root)
    play(server, "initialize {}")
    for name, text in texts.items():
        play(server, "open %s %s" % (name, json.dumps(text)))
    take(known, server.sync())
    server.process.kill()
    server.process.wait()
    server.process.stdout.close()
    server.process.stdin.close()
    return known


def step(chance, server, open_texts):
    name = chance.choice(NAMES)
    text = make_text(chance, name)
    if name not in open_texts:
        play(server, ("open %s %s" if chance.random() < 0.7 else "save %s %s") % (name, json.dumps(text)))
        if name in server.versions:
            open_texts[name] = text
        return
    if chance.random() < 0.2:
        play(server, "close " + name)
        del open_texts[name], server.versions[name]
    else:
        play(server, "text %s %s" % (name, json.dumps(text)))
        open_texts[name] = text


def ask(chance, server, open_texts):
    """Asks about some open texts, and returns the ids of the requests."""
    first = server.number + 1
    for _ in range(chance.randint(0, 3) if open_texts else 0):
        play(server, "ask textDocument/documentSymbol " + chance.choice(sorted(open_texts)))
    return list(range(first, server.number + 1))


def kill_at_random(chance, server, worker):
    """Kills the worker while it works, most likely, or when it has done its work."""
    if worker and chance.random() < 0.7:
        time.sleep(chance.random() * 0.0003)
        kill(worker)
        return server.sync()
    before = server.sync()
    kill(server.worker())
    return before + server.sync()


def answered(messages):
    """Returns the ids of the requests that are answered, each as often as it is."""
    return [message["id"] for message in map(json.loads, messages) if "id" in message and "method" not in message]


def mend(server, known, open_texts):
    """Edits the texts that the server failed to check."""
    for name in sorted(open_texts):
        findings = known.get(server.uri(name).replace(server.root.as_uri(), "ROOT"), [])
        if any(finding["message"].startswith("strata failed") for finding in findings):
            play(server, "text %s %s" % (name, json.dumps(open_texts[name])))
            take(known, server.sync())


def main():
    strata, files, seed, count = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    kills, told = sys.argv[5:] == ["kills"], 0
    chance, compared, differ = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as root:
        shutil.copytree(files + "/shipped", root + "/shipped")
        for name in NAMES:
            pathlib.Path(root, name).write_text(make_text(chance, name))
        server, known, open_texts = Server(strata, [], root), {}, {}
        play(server, "initialize {}")
        server.sync()
        for number in range(count):
            worker = server.worker() if kills else None
            for _ in range(chance.randint(1, 3)):
                step(chance, server, open_texts)
            asked = ask(chance, server, open_texts) if kills else []
            messages = kill_at_random(chance, server, worker) if kills else server.sync()
            take(known, messages)
            told += sum('"window/logMessage"' in message for message in messages)
            if kills and answered(messages) != asked:
                print("step %d: requests %s, answers %s" % (number, asked, answered(messages)))
                differ += 1
            mend(server, known, open_texts)
            wanted = fresh(strata, root, open_texts)
            compared += 1
            for uri in sorted(set(known) | set(wanted)):
                if known.get(uri, []) != wanted.get(uri, []):
                    print("step %d: of %s\n  %s\n  instead of\n  %s" % (number, uri, known.get(uri), wanted.get(uri)))
                    differ += 1
                    break
        server.process.kill()
    if kills and told < count / 2:
        print("only %d kills came to light" % told)
        differ += 1
    print("%d compared, %d differ" % (compared, differ))
    sys.exit(differ > 0)


main()
