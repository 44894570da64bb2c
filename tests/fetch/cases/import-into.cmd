fetch ntoskrnl.exe --server "$HTTP/two" -o out --into kernel.strata
cat kernel.strata
# Without the image, nobody knows the version.
fetch ntkrnlmp.pdb 00112233445566778899AABBCCDDEEFF-3 -o out --into kernel.strata
fetch --version 10.0.22621.1848 ntkrnlmp.pdb 00112233445566778899AABBCCDDEEFF-3 -o out --into kernel.strata
