# Runs programs of Windows; source it after try.sh. `wine` is the command, or empty if there is none. Call make_prefix
# before the first program.
PATH=$PATH:/usr/lib/wine
wine=$(command -v wine64 || command -v wine)
command -v wineserver >/dev/null || wine=
# One program of a thousand finds a library of Linux at the address that Windows has for its own page, and ends with
# status 1 ("failed to map the shared user data"). So addresses are not random, if the system permits that.
if [ -n "$wine" ] && setarch -R true 2>/dev/null; then
    printf '#!/bin/sh\nexec setarch -R "%s" "$@"\n' "$wine" >"$scratch/run-wine"
    chmod +x "$scratch/run-wine"
    wine=$scratch/run-wine
fi
# The server of wine leaves a directory in TMPDIR.
export WINEPREFIX=$scratch/wine WINEDEBUG=-all,err+virtual TMPDIR=$scratch

# Makes a prefix that wine takes for complete: it has a link to wine's own libraries, and says that it is up to date. In
# an empty prefix wine would write 700 MB of copies. Debian's server ends as soon as nothing runs (-p0), and a program
# that starts in that moment fails ("recvmsg: Connection reset by peer"). So a server that waits ten minutes starts
# first. Services begin with the first program and end with the server. They keep that program's output open, so it goes
# to /dev/null: the reader of a pipe would wait for the server.
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
