fetch --list wrong.txt --server "$HTTP/two" -o out
