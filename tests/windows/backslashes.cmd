# Paths as Windows writes them. What is shown of a spec, and what make reads, has forward slashes.
scratch=$(mktemp -d)
mkdir -p "$scratch/specs/nt" "$scratch/specs/etw"
cp tests/check/base.strata "$scratch/specs/nt"
cd "$scratch"
printf 'use "../nt/base.strata";\nstruct S in 5.0.. { ULONG A at 0; ULONG B at 2; }\n' >specs/etw/s.strata
"$STRATA" check -I 'specs\nt' 'specs\etw\s.strata' 2>&1
"$STRATA" check -I 'specs\nt' --apply 'specs\\.\etw' 2>&1
"$STRATA" fmt --check 'specs\etw' 2>&1
"$STRATA" fmt 'specs\etw'
"$STRATA" gen 'specs\' -o 'out\deep' --depfile 'out\x.d'
find out -type f | sort
cat out/x.d
"$STRATA" gen 'specs\etw\..\..\specs' -o .\\out/deep\\ --check
rm -r "$scratch"
