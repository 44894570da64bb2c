fetch ntoskrnl.exe --server "$HTTP/two" -o out
# From https, nothing leads to http.
export SSL_CERT_FILE=cert.pem
fetch ntoskrnl.exe --server "$HTTP/plain" -o out
fetch ntoskrnl.exe --server "$HTTP/two" -o out
