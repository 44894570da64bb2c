# --stdin-filename names standard input, as for an editor that checks what it has not saved: in messages, and for `use`,
# its own and that of others, whose text it replaces.
cp tests/check/base.strata "$SCRATCH"
cd "$SCRATCH"
mkdir sub
ln -s . link
printf 'use "base.strata"; struct INNER in 5.0.. { ULONG A at 0; }\n' >inner.strata
printf 'use "../inner.strata"; struct OUTER in 5.0.. { INNER I at 0; ULONG B at 4; }\n' >sub/outer.strata
run()
{
    echo "--- strata $*"
    "$STRATA" "$@" 2>&1
    echo "status $?"
}
run check -I . sub
# The file on disk is as it was; the editor has a longer structure.
edited='use "base.strata"; struct INNER in 5.0.. { ULONG A at 0; ULONG C at 4; }'
run check -I . sub - --stdin-filename inner.strata <<<"$edited"
run check -I . - sub --stdin-filename link/inner.strata <<<"$edited"
run check -I . --format json - sub --stdin-filename inner.strata <<<"$edited"
# A file that does not exist yet, in another directory.
run check -I . - --stdin-filename sub/new.strata <<<'use "outer.strata"; struct NEW in 5.0.. { OUTER O at 0; ULONG D at 6; }'
run check -I . - --stdin-filename sub/new.strata <<<'use "outer.strata"; struct NEW in 5.0.. { OUTER O at 0; '
run fmt --check - --stdin-filename sub/new.strata <<<'struct  X{ULONG A at 0;}'
run gen -I . - --stdin-filename sub/new.strata -o out <<<'use "outer.strata"; struct NEW in 5.0.. { OUTER O at 0; }'
(cd out && find . -type f | sort)
run import table - --stdin-filename page.csv --struct S --arch x86 <<<$'Offset,Definition\n0x00,ULONG A;\n'
run decode -I . sub --struct OUTER --at 6.1/x64 - --stdin-filename bytes.txt <<<'01 0'
# Names for nothing.
run check -I . sub --stdin-filename new.strata
run check -I . - --stdin-filename sub
run check -I . - --stdin-filename ''
