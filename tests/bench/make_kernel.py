"""make_kernel.py SCALE FILE.xz: prints a file of Volatility with all its types SCALE times, under names of their own, as
Volatility would write it."""

import json
import lzma
import re
import sys


def main():
    scale, text = int(sys.argv[1]), lzma.open(sys.argv[2], "rt").read()
    data = json.loads(text)
    copies = [data]
    for i in range(1, scale):
        # A tag begins with a capital letter or an underscore, and keys of the format with a small one.
        copy = json.loads(re.sub(r'"(_[A-Z_]\w*|__(?:un|ano)\w*)"', lambda name: '"%s%d"' % (name[1], i), text))
        copies.append(copy)
    for part in "user_types", "enums", "symbols":
        data[part] = {key + ("" if i == 0 or part != "symbols" else str(i)): value
                      for i, copy in enumerate(copies) for key, value in copy[part].items()}
    json.dump(data, sys.stdout, indent=2, sort_keys=True)


main()
