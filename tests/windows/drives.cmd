# Drives, and shares: absolute paths, those that count from a drive's own directory, and what no tree holds together.
scratch=$(mktemp -d)
mkdir -p "$scratch/specs/nt" "$scratch/specs/etw"
cp tests/check/base.strata "$scratch/specs/nt"
cp tests/page/spec/plain.txt "$scratch"
cd "$scratch"
plain()
{
    sed "s|${scratch//\//[\\\\/]}|/SCRATCH|g"
}
printf 'use "../nt/base.strata";\nstruct S in 5.0.. { ULONG A at 0; }\n' >specs/etw/s.strata
"$STRATA" gen "z:${scratch//\//\\}\\specs" -o "Z:$scratch/out" --depfile "Z:$scratch\\x.d" 2>&1 | plain
plain <x.d
"$STRATA" import table plain.txt --arch 'x86|x64' --use specs/nt/base.strata -o 'C:\plain.strata' >log 2>&1
grep '^use' "$WINEPREFIX/drive_c/plain.strata" | plain
echo 'struct S { }' >"$WINEPREFIX/drive_c/other.strata"
"$STRATA" gen specs/nt 'c:\other.strata' -o out 2>&1
"$STRATA" check specs 'c:\other.strata' 2>&1
sed -i 's/at 0;/at 0; ULONG B at 2;/' specs/etw/s.strata
"$STRATA" check -I specs/nt Z:specs/etw 2>&1
"$STRATA" check --suggest "Z:$scratch/specs" 2>log
"$STRATA" check -I specs/nt --format=sarif "Z:$scratch/specs/etw/s.strata" | grep -o '"uri":"file[^"]*"' | sort -u | plain
"$STRATA" check 'Q:\none' 'C:none.strata' '\\server\share\none.strata' '//?/C:/none.strata' 2>&1
rm -r "$scratch"
