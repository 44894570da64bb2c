"""large.py KIND COUNT: a spec that has so many rows, clauses or cells, or is as deep as the language goes."""
import sys

kind, count = sys.argv[1], int(sys.argv[2])
if kind == 'rows':
    print('struct S {')
    for i in range(count):
        print(f'ULONG Member{i} in 6.0.. at 0x{i * 4:x} (..6.0), 0x{i * 4 + 8:x} | 0x{i * 8:x} previously 0x{i:x}; // {i}')
    print('}')
elif kind == 'clauses':
    print('struct S { ULONG A')
    for i in range(count):
        print(f'"remark {i}" next in A allow gap "reason"')
    print(': 3 at 0x00 in 6.0.. bit 0; }')
elif kind == 'cells':
    print('struct S { ULONG A at')
    print(', '.join(f'0x{i:x} (10.0.{i})' for i in range(count)), '; }')
elif kind == 'deep':
    print('struct S {' + 'struct { ' * 900 + 'ULONG A[' + '(' * 90 + '1' + ')' * 90 + '];' + '}' * 901)
