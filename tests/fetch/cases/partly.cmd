# Those that are there are stored; an import takes all or none.
fetch ntoskrnl.exe nt.pdb 00112233445566778899AABBCCDDEEFF3 --server two -o out --specs specs
