# Files that would not change are not touched, unreadable files are left alone, and all others are written.
directory=$(mktemp -d) && cd "$directory" || exit 2
printf 'type A unsigned 4;\n' >a.strata
printf 'type  B unsigned 4;' >b.strata
printf 'type C\n' >c.strata
printf '\357\273\277type  D unsigned 4;\r\n' >d.strata
: >e.strata
touch -d 2001-01-01 a.strata c.strata
"$STRATA" fmt . nowhere.strata 2>&1
echo "status $?"
find . -newermt 2002-01-01 -name '*.strata' | sort
od -An -c b.strata d.strata
ls
rm -r "$directory"
