# --into takes a page over into a spec that a person has edited: new rows and declarations are added, changed rows stay
# and are reported, corrected values and remarks are no difference.
export STRATA_SPECS=$PWD/specs
cd "$SCRATCH" || exit 2
cat >clock.md <<'END'
The CLOCK structure

Offset (x86) | Offset (x64) | Definition | Versions |
---|---|---|---|
0x00 | 0x00 | LIST_ENTRY Links; | 5.0 and higher |
0x08 | 0x10 | PVOID Owner; | 6.0 and higher |
0x08 (5.0 to 5.2); 0x0C | 0x10 (5.2); 0x14 | ULONG Ticks; | 5.0 and higher |
0x10 | 0x1C | ULONG Flags; | 6.0 and higher |
END
into()
{
    echo "into $*"
    "$STRATA" import table clock.md --into "$@" 2>&1
    echo "exit status $?"
}
"$STRATA" import table clock.md -o clock.strata
into clock.strata                   # nothing changes
sed -i -e 's/10 (5.2), 0x14/10 (5.2), corrected 0x18 was 0x14/' -e 's/ULONG Flags/LONG Flags/' \
    -e 's/at 0x08 | 0x10;/at 0x08 | 0x10 "whoever holds it" allow gap "in 5.x";/' -e 's|^    PVOID|    // of the holder\n&|' clock.strata
cp clock.strata before
into clock.strata
cmp before clock.strata
sed -i 's/^0x08 | 0x10 | PVOID/0x08 | 0x10 | HANDLE/' clock.md
cat >>clock.md <<'END'
0x14 | 0x20 | ULONG Last; | 6.1 and higher |

The OTHER structure

Offset (x86) | Offset (x64) | Definition | Versions |
---|---|---|---|
0x00 | 0x00 | ULONG First; | 5.0 and higher |
END
into clock.strata
cat clock.strata
into clock.strata >/dev/null
diff before clock.strata | grep -c '^>'
into clock.strata -o other
into clock.strata clock.md
echo 'struct CLOCK {' >broken.strata
into broken.strata
mkdir pages tree
cp clock.md pages
"$STRATA" import table pages -o tree 2>/dev/null
sed -i 's/ULONG Last/LONG Last/' tree/clock.strata
cp tree/clock.strata before
"$STRATA" import table pages --into tree 2>&1
cmp before tree/clock.strata
cat >gap.md <<'PAGE' # a group without members is the same one
The GAP structure

Offset (x86) | Offset (x64) | Definition | Versions |
---|---|---|---|
0x00 | 0x00 | ULONG First; | 5.0 and higher |
0x04 | 0x04 | union { <br /> ULONG Flags; struct { /* bit fields, follow link */ }; }; | 5.0 and higher |
PAGE
"$STRATA" import table gap.md -o gap.strata
cp gap.strata before
sed -i 's/4 | union { <br \/>/4 | union { <br \/> ULONG Whole;/' gap.md
"$STRATA" import table gap.md --into gap.strata
diff before gap.strata
