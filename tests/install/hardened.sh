# Reads the installed program with readelf: it checks its stack and its copies, its addresses are random, and what the
# loader fills in is read-only before it starts. Sourced by run.sh.

# has NAME READELF-OPTION PATTERN: a line that readelf prints of the program matches.
has()
{
    try "hardened, $1" matches "$2" "$3"
}
matches()
{
    readelf -W "$1" "$root$prefix/bin/strata" | tee /dev/stderr | grep -qE "$2"
}
# A stack that code may run on is "RWE".
if command -v readelf >/dev/null && readelf -h "$root$prefix/bin/strata" >"$scratch/elf" 2>&1; then
    has "a position-independent program" -h '^ *Type: *DYN '
    has "read-only after relocation" -l '^ *GNU_RELRO '
    has "all symbols bound at the start" -d 'BIND_NOW|Flags:.* NOW'
    has "no code on the stack" -l '^ *GNU_STACK .* RW +0x'
    has "a guard of the stack" --dyn-syms ' __stack_chk_fail(@|$)'
    if [[ $CFLAGS == *-O[123s]* ]]; then
        has "checked copies and formats" --dyn-syms ' __[a-z]+_chk(@|$)'
    else
        skip "hardened, checked copies and formats" "they need an optimising compiler"
    fi
else
    skip hardened "there is no readelf, or the program is of another format"
fi
