# A run writes the headers that differ, and no others.
out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT && cp -r tests/golden/gen/repeat "$out/specs" && cd "$out" || exit 2
templates=
try()
{
    echo "- $1"
    "$STRATA" gen specs -o made --depfile made.d $templates $2 2>&1 | grep '^[^ ]*: '
}

try 'the first time'
try 'nothing has changed'
sed -i s/0xEE/0xDD/ specs/one.strata
try 'a spec of the same size'
sed -i s/0x0/0x9/ made/one.h
try 'an output of the same size'
rm made/one_print.h
try 'an output is gone'
: >made/one_assert.h
try 'an output is cut off'
rm made.d
try 'the depfile is gone'
echo 'use "base.strata"; struct TWO in 1.0.. { size 1; UCHAR A at 0; }' >specs/two.strata
try 'a new spec'
rm specs/two.strata
try 'one spec fewer'
try 'another option' --prefix=x_
mkdir mine
templates='--templates mine'
try 'templates'
echo '/* mine */' >mine/banner.mustache
try 'a new template'
sed -i s/mine/ours/ mine/banner.mustache
try 'a changed template'
rm mine/banner.mustache
try 'a template is gone'
sed -i s/struct/strukt/ specs/one.strata
try 'a mistake'
try 'the same mistake'
