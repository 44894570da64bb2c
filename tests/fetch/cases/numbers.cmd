guid=00112233445566778899AABBCCDDEEFF
for id in $guid "$guid x" "$guid 4294967296" ${guid}123456789 $guid-4294967296 "$guid-0x" 0011-$guid \
    00000000000000000000000000000000-1 "{$guid 1"; do
    fetch ntkrnlmp.pdb $id
done
fetch ${guid}1
