# It says what to fetch by other means. When that is done, it works.
fetch ntoskrnl.exe -o out
fetch ntoskrnl.exe --file x.pdb
mkdir -p out/ntkrnlmp.pdb/00112233445566778899AABBCCDDEEFF3
cp real/ntkrnlmp.pdb out/ntkrnlmp.pdb/00112233445566778899AABBCCDDEEFF3
fetch ntoskrnl.exe -o out
