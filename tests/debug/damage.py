#!/usr/bin/env python3
"""damage.py DIRECTORY FILE...: writes copies of the files with wrong bytes, and some without their end."""
import os
import random
import sys

random.seed(30)
for path in sys.argv[2:]:
    if not os.path.exists(path):
        continue
    with open(path, "rb") as file:
        data = file.read()
    for number in range(60):
        wrong = bytearray(data)
        for _ in range(1 + number % 5):
            wrong[random.randrange(len(wrong))] = random.randrange(256)
        if number % 4 == 0:
            wrong = wrong[:random.randrange(len(wrong))]
        with open(os.path.join(sys.argv[1], "%s-%d" % (os.path.basename(path), number)), "wb") as file:
            file.write(wrong)
