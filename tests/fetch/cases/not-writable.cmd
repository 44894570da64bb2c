fetch ntoskrnl.exe --server two -o wanted.txt
mkdir -p out/ntkrnlmp.pdb/00112233445566778899AABBCCDDEEFF3/ntkrnlmp.pdb
fetch ntoskrnl.exe --server two -o out
