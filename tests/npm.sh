# Modules of npm; source it after try.sh.

# install_modules NAME DIRECTORY: installs the modules of DIRECTORY/package-lock.json below the build directory, unless
# they are there, and sets `modules` to where they are. If they cannot be installed, it sets `why` and fails.
install_modules()
{
    local home=$BUILD/tests/modules/$1
    modules=$home/node_modules why=
    if ! command -v node >"$output" || ! command -v npm >"$output"; then
        why="there is no node or no npm"
    elif ! cmp -s "$2/package-lock.json" "$home/installed"; then
        rm -rf "$home"
        mkdir -p "$home" && cp "$2/package.json" "$2/package-lock.json" "$home" &&
            env -C "$home" npm ci --ignore-scripts --no-audit --no-fund >"$scratch/npm" 2>&1 &&
            cp "$2/package-lock.json" "$home/installed" || why="npm installs nothing: $(grep -m 1 error "$scratch/npm")"
    fi
    [ -z "$why" ]
}
