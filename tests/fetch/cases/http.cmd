for server in two three moved cabinet; do
    echo "--- $server"
    fetch ntoskrnl.exe --server "$HTTP/$server//" -o out
    bytes out/ntkrnlmp.pdb/*/ntkrnlmp.pdb
    rm -rf out
done
