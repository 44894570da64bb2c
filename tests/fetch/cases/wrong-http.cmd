for server in absent wrong short half page broken loop ftp local large pointer message; do
    fetch ntoskrnl.exe --server "$HTTP/$server" -o out
done
fetch ntoskrnl.exe --server http://127.0.0.1:1/x -o out
