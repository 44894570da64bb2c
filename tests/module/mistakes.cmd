# Mistakes of texts with modules.
cd "$SCRATCH" || exit 2
cp "$OLDPWD"/tests/module/specs/*.strata .
printf 'module ntdll;\nmodule tcpip;\nuse "axis.strata";\nstruct A { ULONG B; }\n' >twice.strata
printf 'use "kernel.strata";\nshare LIST_ENTRY;\n' >first.strata
printf 'module ntdll;\nuse "kernel.strata";\nshare NOTHING;\nshare ULONG;\nshare PEB;\nstruct PEB { ULONG A; }\n' >shares.strata
printf 'module ntdll;\nuse "kernel.strata";\nidentity x64 10.0.19041.1 pdb "4C9875F76C8F0FBF3EB9A9D7C1C274DF-1";\n' >foreign.strata
for spec in twice first shares foreign; do
    "$STRATA" check $spec.strata
done
