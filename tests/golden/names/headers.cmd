# Headers are included and named in comments, and depfiles are read by make: names that cannot be said are refused, all
# others work.
cp tests/check/base.strata "$SCRATCH"
cp runtime/strata*.h "$SCRATCH"
cd "$SCRATCH"
count=0
spec() # DIRECTORY NAME
{
    mkdir -p "$1"
    cp base.strata "$1"
    echo "use \"base.strata\"; struct S$((++count)) in 5.0.. { ULONG A at 0x00; }" >"$1/$2.strata"
}
gen()
{
    "$STRATA" gen "$@" 2>&1
    echo "status $?"
}
for name in 'quote"' 'back\slash' $'new\nline' $'es\ec' '*' 'tri??' $'by\xffte'; do
    spec in/x "$name"
    gen in -o out
    rm -r in
done
spec 'in/x*' end
gen in -o out
rm -r in
for name in 'a;b' 'a=b' 'a|b'; do
    spec in "$name"
    gen in -o out --depfile out.d
    rm -r in
done
spec $'li\nne' s
gen $'li\nne' -o out --depfile out.d
spec in s
gen in -o $'o\nut' --depfile out.d
[ ! -e out ] && [ ! -e $'o\nut' ] && [ ! -e out.d ] && echo 'nothing is written'

names=('a b' 'c$d' 'e#f' 'g:h' "i'j" 'k%l' '<m>&' $'caf\xc3\xa9' 'n,o' '(p)' 'q?')
for name in "${names[@]}"; do
    spec in "$name"
done
gen in -o out --depfile out.d
for header in out/*.h; do
    printf '#include "%s"\n' "${header#out/}"
done >all.c
${CC:-cc} -std=c11 -Wall -Wextra -Werror -I. -Iout -fsyntax-only all.c 2>&1 && echo 'all can be included'
printf 'all:\n\t@echo made\n\ninclude out.d\n' >makefile
make -s all 2>&1
for name in "${names[@]}"; do
    make -q "out/$name.h" >why 2>&1 || { echo "make does not know $name"; cat why; }
done
