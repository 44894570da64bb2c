# Headers of versions that an axis has by name or by number become specs with these.
cd "$SCRATCH" || exit 2
target='--target m64=x86_64-linux-gnu'
echo 'struct P { int a; short b; unsigned c; };' >one.h
echo 'struct P { int a; int q; short b; unsigned c; };' >two.h
for axis in 'ue5; fw-900; Beta1;' '20240115; 20240301;'
do
    printf 'axis { %s }\narch m64 pointer 8 align 16;\n' "$axis" >axis.strata
    set -- ${axis//;/}
    later=$2
    [ "$1" = ue5 ] || later=20240120
    rm -rf specs && mkdir specs && mv axis.strata specs
    "$STRATA" import c --use specs/axis.strata $target --version "$1" one.h -o specs || exit 2
    "$STRATA" import c --into specs $target --version "$later" two.h || exit 2
    cat specs/types.strata specs/P.strata
    "$STRATA" check specs
    "$STRATA" show specs P --at "$later"
done
