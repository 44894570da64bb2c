id=00112233445566778899AABBCCDDEEFF3
long=$(printf 'x%.0s' {1..200}).pdb
for name in ../x.pdb /etc/x.pdb 'a\x.pdb' C:x.pdb .. . '' nul COM1.pdb 'x.pdb ' ' x.pdb' x. $'x\n.pdb' $'x\xff.pdb' 'x?' \
    "$long"; do
    fetch "$name" $id --server two --server "$HTTP/two" -o out
done
fetch "../../x/../$id/.." --server two -o out
