# A name with a module, and one without: found if only one module has it or all share it, else refused.
cd tests/module/specs || exit 2
"$STRATA" check .
"$STRATA" list --structs --enums .
"$STRATA" show . 'ntdll!PEB' --at 2004/x64
"$STRATA" show . 'ntoskrnl!_PEB.Z' 'ntdll!_PEB.More' --at 2004/x64
"$STRATA" show . EPROCESS --at 2004/x64
"$STRATA" show . LIST_ENTRY --at 2004/x64
"$STRATA" show . 'ntdll!LIST_ENTRY' --at 2004/x64
"$STRATA" show . PEB
"$STRATA" show . PEB.Links
"$STRATA" show . TEB
"$STRATA" show . 'tcpip!PEB'
"$STRATA" show . 'ntdll!PEX'
"$STRATA" show . 'ntdll!PEB.Linx'
"$STRATA" show . 'ntdll!'
"$STRATA" list . --members 'ntdll!PEB.*' | head -n 2
"$STRATA" list . --structs --struct '*!PEB'
"$STRATA" list . --structs --struct 'tcpip!*'
"$STRATA" table . --struct 'ntdll!PEB'
"$STRATA" diff . --struct 'ntdll!PEB' --from 1507/x64 --to 2004/x64
"$STRATA" export c . --struct 'ntdll!TEB' --at 2004/x64 | grep -A 4 '^struct'
echo '--- globals'
for words in Head 'ntdll!Head' 'ntoskrnl!Head' 'tcpip!Head' '*!He*'; do
    "$STRATA" show . "$words" --at 10.0.19041.7/x64 2>&1
done
"$STRATA" show . Head --at 2C9875F76C8F0FBF3EB9A9D7C1C274DF-1
"$STRATA" show . Head --at 1C9875F76C8F0FBF3EB9A9D7C1C274DF-1
"$STRATA" show . 'ntoskrnl!Head' --at 2C9875F76C8F0FBF3EB9A9D7C1C274DF-1
