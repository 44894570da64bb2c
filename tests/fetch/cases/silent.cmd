# A server that gives up is not asked for the other files.
fetch --list wanted.txt --timeout 1 --server "$HTTP/silent" -o out
