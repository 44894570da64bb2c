# Standard input and output are bytes, and a reader may have gone.
scratch=$(mktemp -d)
cp tests/check/base.strata "$scratch"
cd "$scratch"
printf 'use "base.strata";\r\nstruct S in 5.0.. { ULONG A "\x1a" at 0; }\r\n' | "$STRATA" fmt - | od -c | head -n 4
"$STRATA" dump base.strata >/dev/full 2>errors
echo "exit status $?"
cat errors
exec 3> >(:) && wait $!
"$STRATA" dump base.strata >&3 2>errors
echo "exit status $?"
cat errors
rm -r "$scratch"
