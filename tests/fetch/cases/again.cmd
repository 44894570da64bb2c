# What is there is not fetched again; what is wrong there is.
fetch --list wanted.txt --server "$HTTP/two" -o out
fetch --list wanted.txt --server "$HTTP/two" -o out
fetch --list wanted.txt -o out
echo x >out/tcpip.pdb/*/tcpip.pdb
fetch --list wanted.txt --server "$HTTP/two" -o out -q
