#!/usr/bin/env python3
"""Runs a command that writes a site: measure.py SITE COMMAND... Prints what it takes; fails if that is above the bars.

A machine that is busy is slower, so only time of the processor counts, and three times the bar is allowed.
"""
import os
import resource
import subprocess
import sys
import time

BARS = {"seconds": 3, "memory": 80, "site": 60, "page": 150}

begin = time.monotonic()
subprocess.run(sys.argv[2:], check=True)
elapsed = time.monotonic() - begin
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
sizes = {}
for directory, _, files in os.walk(sys.argv[1]):
    for file in files:
        sizes[file] = os.path.getsize(os.path.join(directory, file))
pages = [size for file, size in sizes.items() if file.endswith(".html")]
found = {"seconds": (usage.ru_utime + usage.ru_stime) / 3, "memory": usage.ru_maxrss / 1024,
         "site": sum(sizes.values()) / 1e6, "page": max(pages) / 1e3}
print(f"{elapsed:.1f} s, {usage.ru_utime:.1f} s user, {found['memory']:.0f} MB of memory; {len(pages)} pages, "
      f"{found['site']:.0f} MB, the largest {found['page']:.0f} KB")
sanitized = "fsanitize" in os.environ.get("CFLAGS", "")
sys.exit(not sanitized and any(found[key] > bar for key, bar in BARS.items()))
