fetch ntoskrnl.exe --server "srv*new/cache*$HTTP/two"
fetch ntoskrnl.exe --server "srv*new/cache*$HTTP/two" -o out
