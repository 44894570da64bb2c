# A file that is reached by several paths is read once.
cd "$SCRATCH" || exit
mkdir a
echo 'axis { 1.0 { 1.0-rtm = 1.0.0; } } arch x pointer 4; type U unsigned 4;' >a/axis.strata
ln -s axis.strata a/link.strata
ln -s a b
cat >s.strata <<TEXT
use "a/axis.strata";
use "./b/../a/axis.strata";
use "$PWD/a/axis.strata";
use "a/link.strata";
use "b/axis.strata";
use <axis.strata>;
use <a/link.strata>;
TEXT
"$STRATA" check -I a -I "$PWD" s.strata a/link.strata "$PWD/a" b s.strata ./s.strata
echo 'use "b/cycle.strata";' >a/cycle.strata
ln -s . a/b
"$STRATA" check a/cycle.strata
