for server in absent ntoskrnl.exe '' ';' ftp://127.0.0.1 file:///etc 'http://' 'http://a b' 'http://a/?x' http://a:99999 http://a:x \
    'http://[::1' 'http://a\b' 'srv*' 'srv*http://a*http://b' 'x*two' "$(printf 'x%.0s' {1..3000})"; do
    fetch ntoskrnl.exe --server "$server" -o out
done 2>&1 | cut -c1-200
STRATA_SYMBOL_SERVER=ftp://127.0.0.1 fetch ntoskrnl.exe -o out
