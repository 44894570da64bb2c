fetch --list wanted.txt -q
