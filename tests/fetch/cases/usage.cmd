fetch
fetch --list none/pingme.txt
fetch ntoskrnl.exe --server two
fetch --list wanted.txt --server two
fetch ntoskrnl.exe --into kernel.strata --server two
fetch ntoskrnl.exe --use kernel.strata
fetch ntoskrnl.exe --version 10.0.19041.1
fetch ntoskrnl.exe -o out --into kernel.strata --specs specs --server two
fetch ntkrnlmp.pdb --version 10.0.19041.1 00112233445566778899AABBCCDDEEFF3 -o out --specs specs --server two
fetch ntoskrnl.exe -o out --server two --timeout 0
fetch ntoskrnl.exe -o out --server two --timeout soon
fetch --list none.txt -o out
