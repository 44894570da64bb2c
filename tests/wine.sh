# What runners have in common that run programs of Windows, to be sourced after try.sh: `wine`, which is empty where
# there is none, and make_prefix, to be called before it.
PATH=$PATH:/usr/lib/wine
wine=$(command -v wine64 || command -v wine)
command -v wineserver >/dev/null || wine=
# Its server leaves a directory behind in TMPDIR.
export WINEPREFIX=$scratch/wine WINEDEBUG=-all TMPDIR=$scratch

# What wine makes of an empty prefix are 700 MB of copies, most of them of what no console program needs. One that says
# that it is up to date, and in which wine's own libraries are, starts at once. Debian's server ends as soon as nothing
# runs (-p0), and takes with it a program that starts in that moment ("recvmsg: Connection reset by peer"): one that
# waits ten minutes for the next program is started before any. Services begin with the first program, stay as long as
# the server, and hold what that one printed to: it must be no pipe, or who reads from that waits for its end as long.
make_prefix()
{
    local libraries
    trap 'end_prefix; chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
    mkdir -p "$WINEPREFIX/drive_c/windows"
    libraries=$(find /usr/lib /opt -path '*/wine/x86_64-windows/kernel32.dll' 2>/dev/null | head -n 1)
    if [ -n "$libraries" ]; then
        ln -s "$(dirname "$libraries")" "$WINEPREFIX/drive_c/windows/system32"
        echo disable >"$WINEPREFIX/.update-timestamp"
    fi
    [ -z "$wine" ] || { wineserver -p600; "$wine" wineboot --init; } </dev/null >/dev/null 2>&1 || true
}

end_prefix()
{
    [ -z "$wine" ] || wineserver -k
}
