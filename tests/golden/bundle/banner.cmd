# What the first comment says: everything that a structure needs, an event and a set of flags, and all of a spec.
for choice in '-s WANTED' '-s START,SHOWN --arch x64 --with print' ''; do
    "$STRATA" bundle tests/bundle/needs.strata $choice | sed '/\*\//q'
done
"$STRATA" bundle specs -s PERFINFO_LOG_TYPE_RESOURCE | grep '^ \*   etw'
