echo '00112233445566778899AABBCCDDEEFF-3 10.0.19041.1' >versions.txt
echo 'use <nt/axis.strata>;' >base.strata
fetch ntkrnlmp.pdb 00112233445566778899AABBCCDDEEFF-3 --server two --file -new.pdb --specs specs --versions versions.txt \
    --struct _S --use base.strata
cat specs/*.strata
# A PDB without types is fetched, and not imported.
fetch --version 10.0.19041.1 tcpip.pdb 00112233445566778899AABBCCDDEEFF-3 --server two -o out --specs more
