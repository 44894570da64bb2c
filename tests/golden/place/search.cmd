# The order of the search: -I, the directories of the command line, the shipped specs. A `use "PATH"` is first beside
# its file.
cd "$SCRATCH" || exit
axis='axis { 1.0 { 1.0-rtm = 1.0.0; } } arch a pointer 4; type U unsigned 4;'
make() # FILE SIZE: a spec with a structure of that size
{
    mkdir -p "$(dirname "$1")"
    echo "columns a; struct S size $2 { unaccounted $2; }" >"$1"
}
sizes()
{
    "$STRATA" dump "$@" 2>&1 | sed 's,^.*"structs":,,' | grep -o '"size":[0-9]*\|error: .*\|help: .*' || echo "exit status $?"
}
export STRATA_SPECS=shipped
make shipped/a/size.strata 1
make shipped/a/only.strata 2
make given/a/size.strata 3
make other/a/size.strata 4
make own/a/size.strata 5
echo "$axis use <a/size.strata>;" >spec.strata
mkdir tree below
echo "$axis use <a/size.strata>;" >tree/spec.strata
echo "$axis use \"a/size.strata\";" >quoted.strata
echo "$axis use \"a/size.strata\";" >own/quoted.strata
echo "$axis use <a/only.strata>;" >only.strata
echo "$axis use <a/none.strata>; use \"a/none.strata\"; use \"../none.strata\";" >none.strata
echo shipped
sizes spec.strata
sizes quoted.strata
sizes -I given only.strata
echo given
sizes -I given spec.strata
sizes spec.strata --include=given -I other
sizes -Igiven quoted.strata
echo own
sizes own/quoted.strata -I given
make tree/a/size.strata 6
echo tree
sizes tree
sizes tree -I given
echo none
sizes none.strata -I given -I other
STRATA_SPECS='' sizes -I nowhere spec.strata
sizes -I '' spec.strata
sizes spec.strata -I
STRATA_SPECS=nowhere sizes spec.strata
