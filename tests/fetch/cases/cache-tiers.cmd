# A cache and a directory of -o may have three tiers.
mkdir cache out
touch cache/index2.txt out/index2.txt
fetch ntoskrnl.exe --server "srv*cache*$HTTP/cabinet" -o out
