#!/bin/bash
# strata fetch. stores.py makes images, PDBs and symbol stores in a tree, and serve.py is a server of that tree on the
# loopback address. Each case is a script, cases/NAME.cmd, which bash runs in a fresh copy of the tree; $HTTP is the
# address of the server. cases/NAME.expect has the output, the status, the files that are new, and the requests that the
# server got.
set -u
. tests/try.sh
here=$PWD/tests/fetch
servers=()
trap 'kill "${servers[@]}" 2>/dev/null; chmod -R u+rwX "$scratch"; rm -rf "$scratch"' EXIT
export STRATA_SPECS=$SPECS
unset STRATA_SYMBOL_SERVER SSL_CERT_FILE http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY

python3 -B "$here/stores.py" "$scratch/tree" || exit 2

# serve LOG [WORD...]: starts a server, and sets $port.
serve()
{
    local log=$1
    shift
    python3 -B "$here/serve.py" "$scratch/tree" "$@" >"$log" 2>"$scratch/errors" &
    servers+=($!)
    until [ -s "$log" ] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
    port=$(head -n 1 "$log")
    [ -n "$port" ] || { cat "$scratch/errors"; exit 2; }
}

# fetch WORD...: for the cases.
fetch()
{
    "$STRATA" fetch "$@"
}

# bytes FILE: prints which file of real/ has its bytes.
bytes()
{
    local real
    for real in real/*; do
        ! cmp -s "$1" "$real" || echo "the bytes of $real"
    done
}

# run_case FILE LOG: prints what the case does.
run_case()
{
    local before
    before=$(wc -l <"$2")
    rm -rf "$scratch/case"
    cp -r "$scratch/tree" "$scratch/case"
    touch "$scratch/begun"
    (cd "$scratch/case" && . "$1") 2>&1
    echo "exit status $?"
    (cd "$scratch/case" && diff -qr "$scratch/tree" . | sed "s,Only in \./*\(.*\): ,new: \1/,; s,new: /,new: ," |
        sed -n 's/^new: //p' | while read -r new; do find "$new" -type f -printf 'new: %p, %s bytes\n'; done | sort)
    (cd "$scratch/case" && diff -qr "$scratch/tree" . | sed -n 's/^Files .* and \.\/\(.*\) differ/changed: \1/p')
    tail -n +$((before + 1)) "$2" | sed 's/^/server: /; s/ $//'
}

# runs CASE LOG
runs()
{
    local name
    name=$(basename "$1" .cmd)
    wanted "$name" || return
    run_case "$1" "$2" | sed "s/\(127.0.0.1\|localhost\):$port/SERVER/g" >"$scratch/actual"
    expects "$name" "${1%.cmd}.expect" "$scratch/actual"
}

serve "$scratch/log"
HTTP=http://127.0.0.1:$port
unpack
for case in "$tree"/cases/*.cmd; do
    runs "$case" "$scratch/log"
done

# With a certificate that this system does not trust, and then one that it is told to trust.
if openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout "$scratch/key.pem" -out "$scratch/cert.pem" >"$scratch/errors" 2>&1; then
    serve "$scratch/https-log" "$scratch/cert.pem" "$scratch/key.pem"
    HTTP=https://localhost:$port
    cp "$scratch/cert.pem" "$scratch/tree"
    for case in "$tree"/https/*.cmd; do
        runs "$case" "$scratch/https-log"
    done
else
    skip https "no certificate can be made: there is no openssl"
fi

# Libraries may be missing.
without()
{
    cd "$scratch/tree" || return 1
    env LD_PRELOAD="$scratch/none.so" "$STRATA" fetch ntoskrnl.exe "$@"
    echo "exit status $?"
}
missing()
{
    without --server szdd -o "$scratch/missing"
    without --server http://127.0.0.1:1 -o "$scratch/missing"
    without --server http://127.0.0.1:1 --server two -o "$scratch/missing" | sed "s,$scratch/,,"
}
if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip "missing libraries" "sanitizers want to be loaded before anything else"
elif ! echo 'void *dlopen(const char *n, int m); void *dlopen(const char *n, int m) { return m ? 0 : (void *)n; }' |
    "$CC" -shared -fPIC -x c -o "$scratch/none.so" - 2>"$scratch/errors"; then
    skip "missing libraries" "no shared library can be made with $CC"
else
    missing >"$scratch/actual" 2>&1
    expects "missing libraries" "$tree/missing.expect" "$scratch/actual"
fi

finish
