# Without SPECS, commands read the shipped specs: of the structures that --struct names only the files that they need.
root=$PWD
cd "$SCRATCH" || exit 2
"$STRATA" show EX_FAST_REF --at win10-22h2/x64
"$STRATA" show _LIST_ENTRY --at 22H2 2>&1
"$STRATA" show _LIST_ENTRY --at 19045 2>&1
"$STRATA" show EPROCES
"$STRATA" show EX_FAST_REF.Objekt
"$STRATA" show EX_FAST_REF EX_RUNDOWN_REF --at 10.0.19041.1526/x64 | grep struct
"$STRATA" show "$root/specs/nt" EX_FAST_REF --at 5.1/x86
"$STRATA" list --members EPROCESS.Token,EPROCESS.UniqueProcessId
"$STRATA" list --structs --struct 'EX_FAST_*'
"$STRATA" diff --from 10.0.19041.1526/x64 --to 10.0.19041.1586/x64 --struct ALPC_HANDLE_TABLE
"$STRATA" dump --struct EX_FAST_REF | grep -o '"name":"EX_[^"]*"\|"name": *"EX_[^"]*"' | head -n 1
"$STRATA" export c --struct EX_FAST_REF --at "Windows 10 22H2/x64" | grep -A 4 '^struct EX'
"$STRATA" export c --at 2004/x64
"$STRATA" coverage --struct EX_FAST_REF --at 10.0.19041.1/x64
"$STRATA" decode --struct EX_FAST_REF --at 10.0.19041.1526/x64 --hex f0debc9a78563412
"$STRATA" table
"$STRATA" table --struct EX_RUNDOWN_REF | tail -n 5
"$STRATA" bundle
"$STRATA" bundle --struct EX_FAST_REF.Object -o one.h
"$STRATA" gen -o made
"$STRATA" gen --struct ALPC_HANDLE_TABLE -o made && find made -name '*.h' | LC_ALL=C sort
"$STRATA" pack --struct EX_FAST_REF -o one.strpack
"$STRATA" check
"$STRATA" fmt
mkdir empty && STRATA_SPECS=empty "$STRATA" show EX_FAST_REF
