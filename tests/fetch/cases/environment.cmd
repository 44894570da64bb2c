STRATA_SYMBOL_SERVER="none;$HTTP/two" fetch ntoskrnl.exe -o out
rm -r out
# An option replaces it.
STRATA_SYMBOL_SERVER="$HTTP/two" fetch ntoskrnl.exe --server none -o out
