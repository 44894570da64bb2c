# A GUID asks for a build of its module: it attests nothing of any other.
cd tests/module/specs || exit 2
kernel=1C9875F76C8F0FBF3EB9A9D7C1C274DF-1 ntdll=2C9875F76C8F0FBF3EB9A9D7C1C274DF-1
tcpip=3C9875F76C8F0FBF3EB9A9D7C1C274DF-1
for guid in $kernel $ntdll $tcpip; do
    for name in PEB TEB EPROCESS LIST_ENTRY 'ntoskrnl!PEB'; do
        echo "--- $name --at $guid"
        "$STRATA" show . "$name" --at $guid 2>&1 | head -n 2
    done
    "$STRATA" coverage . --at $guid
    echo
done
echo '--- by version: each module has its own evidence'
for version in 10.0.19041.1 10.0.19041.7; do
    for name in 'ntoskrnl!PEB' 'ntdll!PEB' 'ntoskrnl!LIST_ENTRY' 'ntdll!LIST_ENTRY'; do
        "$STRATA" show . "$name" --at $version/x64 | head -n 1
    done
done
"$STRATA" dump . | grep -o '"identities".*'
"$STRATA" dump . --format isf --at $ntdll | grep -o '"database":"[^"]*"\|"_[A-Z_]*":{"kind":"struct","size":[0-9]*'
echo '--- a pack has the identities of one module'
for words in 'ntdll!*' 'ntdll!PEB' 'ntoskrnl!PEB' 'ntdll!PEB,EPROCESS' 'tcpip!TEB'; do
    "$STRATA" pack . --struct "$words" -o "$SCRATCH/a.strpack" >"$SCRATCH/said"
    echo "$words:" $(xxd -p "$SCRATCH/a.strpack" | tr -d '\n' | grep -o 'f775981c\|f775982c\|f775983c')
done
