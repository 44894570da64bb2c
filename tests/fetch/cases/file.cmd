fetch ntoskrnl.exe --server "$HTTP/cabinet" --file new.pdb
fetch ntoskrnl.exe --server "$HTTP/cabinet" --file new.pdb
fetch ntoskrnl.exe --server "$HTTP/wrong" --file wrong.pdb
fetch --list wanted.txt --server two --file new.pdb
