# The name is escaped in the address; the user and the password of an address are not shown.
fetch 'blank name+.pdb' 00112233445566778899AABBCCDDEEFF3 --server "${HTTP/127.0.0.1/me:secret@localhost}/two" -o out
fetch ntkrnlmp.pdb 00112233445566778899AABBCCDDEEFF4 --server "${HTTP/127.0.0.1/me:secret@localhost}/two" -o out
