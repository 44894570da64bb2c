# A path of more characters than MAX_PATH.
scratch=$(mktemp -d)
deep=$(printf 'directory%03d/' {1..30})
mkdir -p "$scratch/specs/$deep"
cp tests/check/base.strata "$scratch/specs"
cd "$scratch"
echo 'use "'"${deep//directory???/..}"'base.strata"; struct S in 5.0.. { ULONG A at 0; }' >"specs/${deep}s.strata"
"$STRATA" gen specs -o out
find out -type f | sed 's|directory.*/|DEEP/|' | sort
"$STRATA" fmt "specs\\${deep//\//\\}" | sed 's|directory.*\\|DEEP\\|'
rm -r "$scratch"
