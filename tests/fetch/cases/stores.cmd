for store in two three small cabinet szdd 'pointer;real' 'wrong;none;two' 'srv*two' 'SRV*none*two' 'symsrv*symsrv.dll*two'; do
    echo "--- $store"
    fetch ntoskrnl.exe --server "$store" -o out
    bytes out/ntkrnlmp.pdb/*/ntkrnlmp.pdb
    rm -rf out none/ntkrnlmp.pdb
done
