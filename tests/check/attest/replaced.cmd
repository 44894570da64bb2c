# A file that gives way attests a version of its structures, of which another file replaces none.
printf 'use "base.strata";\ndefault;\ncolumns x86 | x64;\nattest 5.1.2600.0, 10.0.10240.16384;\nstruct S in 5.1 {\n    ULONG A at 0x00;\n}\n' >yields.strata
printf 'use "yields.strata";\ncolumns x86 | x64;\nstruct T in 5.1.. {\n    ULONG A at 0x00;\n}\n' >user.strata
cp "$CASES/../base.strata" .
"$STRATA" check user.strata yields.strata
