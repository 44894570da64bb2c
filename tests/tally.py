"""Counts comparisons for programs of tests, whose last line is "N compared, N differ"."""
import os
import sys

_counts = {'compared': 0, 'differ': 0}


def expect(name, condition, why):
    """Counts a comparison, and prints it if it fails."""
    _counts['compared'] += 1
    if not condition:
        _counts['differ'] += 1
        print(f'{name}: {why}')


def end():
    """Prints the counts; the exit status is 1 if a comparison failed."""
    print('{compared} compared, {differ} differ'.format(**_counts))
    sys.exit(_counts['differ'] > 0)


def put(directory, path, text):
    """Writes a file and makes its directories."""
    path = os.path.join(directory, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
        file.write(text)
