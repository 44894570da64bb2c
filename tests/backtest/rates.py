"""Compares the table "How certain a layout is" of README.md with all.table, the last output of `make backtest`.

    rates.py README TABLE          exit status 1, and the rows that README should have, if they differ
"""
import re
import sys

MEANS = {'ATTESTED': 'this build and revision was seen',
         'BRACKETED': 'between two seen revisions of its build that agree',
         'INTERPOLATED': 'its build was seen on one side, or the builds on both sides agree',
         'EXTRAPOLATED': 'past all builds that were seen: carried forward',
         'DISPUTED': 'the neighbours differ in this member'}


def rates(lines):
    """{grade: [(members, percent)]} of the part about members."""
    found = {}
    for line in lines:
        if line.startswith('structures'):
            break
        cells = re.findall(r'(\d+)  (\d+\.\d+) %', line)
        found[line.split()[0]] = [(int(count), float(percent)) for count, percent in cells]
    return found


def percent(value):
    return '%d' % round(value) if value >= 1 else '%.2g' % value


def row(grade, cells):
    wrong = [p for _, p in cells]
    if not max(wrong):
        text = '0 of %.1f million' % (sum(count for count, _ in cells) / 1e6)
    else:
        text = '%s to %s %%' % (percent(min(wrong)), percent(max(wrong)))
    return '| %s | %s | %s |' % (grade.lower(), MEANS[grade], text)


def main():
    with open(sys.argv[1]) as file:
        readme = file.read()
    with open(sys.argv[2]) as file:
        date, *lines = file.read().splitlines()
    found = rates(lines)
    wanted = [row(grade, found[grade]) for grade in MEANS]
    missing = [line for line in [*wanted, date] if line not in readme]
    print(*missing, sep='\n', end='\n' if missing else '')
    sys.exit(bool(missing))


main()
