# The structure that exists in the version is the one that another file replaces.
printf 'use "base.strata";\ndefault;\ncolumns x86 | x64;\nattest 5.1.2600.0, 10.0.10240.16384;\nstruct S in 5.1 {\n    ULONG A at 0x00;\n}\nstruct T in 5.1.. {\n    ULONG A at 0x00;\n}\n' >yields.strata
printf 'use "yields.strata";\ncolumns x64;\nstruct T in 10.0.. {\n    ULONG A at 0x00;\n}\n' >user.strata
cp "$CASES/../base.strata" .
"$STRATA" check user.strata yields.strata
