#!/bin/bash
# Scripts of messages to `strata lsp`, and the exact messages that it answers; drive.py describes the scripts. Real
# clients have a session each: that of VS Code, Neovim's and eglot. In failures/ and for the clients, trap.c makes the
# worker fail.
set -u
. tests/try.sh
. tests/npm.sh
here=$PWD/tests/lsp

# ---- Scripts

# play_scripts DIRECTORY: the scripts of a directory.
play_scripts()
{
    local script scripts=() name
    for script in "$here/$1"/*.lsp; do
        ! wanted "$(basename "$script" .lsp)" || scripts+=("$script")
    done
    mkdir "$scratch/$1"
    if ! python3 -B "$here/drive.py" "$STRATA" "$here/files" "$scratch/$1" "${scripts[@]}" >"$output" 2>&1; then
        fail drive.py "exit status $?" "$output"
    fi
    for script in "${scripts[@]}"; do
        name=$(basename "$script" .lsp)
        expects "$name" "$script" "$scratch/$1/$name"
    done
}

# The files of the scripts, for a session by itself.
export STRATA_SPECS=$scratch/files/shipped
copy_files()
{
    rm -rf "$scratch/files" && cp -r "$here/files" "$scratch/files"
}

# Prints what 2,000 edits cost in memory.
grow()
{
    copy_files && python3 -B "$here/grow.py" "$STRATA" "$scratch/files"
}

# The worker of a server that is killed ends.
orphan()
{
    copy_files && LD_PRELOAD=$trap timeout 100 python3 -B "$here/orphan.py" "$STRATA" "$scratch/files"
}

# random_session SEED COUNT [kills]: a session that goes on says the same as a new one.
random_session()
{
    python3 -B "$here/sessions.py" "$STRATA" "$here/files" "$@"
}

# The library that makes workers fail. Sanitizers want to be loaded before anything else.
trap=$scratch/trap.so
if [[ $CFLAGS != *-fsanitize* ]]; then
    need trap.c "$CC" -std=c11 -O1 -Wall -Wextra -shared -fPIC -o "$trap" "$here/trap.c" -ldl
fi

if in_part quick; then
    play_scripts cases
    if [[ $CFLAGS == *-fsanitize* ]]; then
        skip failures "sanitizers want to be loaded before anything else"
    else
        LD_PRELOAD=$trap play_scripts failures
        try "the worker of a server that is killed ends" orphan
    fi
    compare "a random session" random_session 1 100
    compare "a random session with kills" random_session 1 60 kills
    if [[ $CFLAGS == *-fsanitize* ]]; then
        skip "the server does not grow" "sanitizers keep memory"
    else
        try "the server does not grow" grow
    fi
fi

# ---- Clients

node_session()
{
    copy_files && TRAP=$trap timeout 300 node "$here/clients/client.js" "$modules" "$STRATA" "$scratch/files"
}
nvim_session()
{
    copy_files && RESULTS=$scratch/results TRAP=$trap DIRECTORY=$scratch/files timeout 300 \
        nvim -u NONE -i NONE -n --headless -c "luafile $here/clients/client.lua" >"$scratch/nvim" 2>&1
    cat "$scratch/results"
}
emacs_session()
{
    copy_files && TRAP=$trap DIRECTORY=$scratch/files HOME=$scratch timeout 300 \
        emacs -q --batch -L grammar/editors/emacs -l "$here/clients/client.el" 2>"$scratch/emacs"
}
has_eglot()
{
    emacs -q --batch --eval '(progn (package-initialize) (require (quote eglot)))' >"$output" 2>&1
}

if in_part long; then
    for seed in 2 3 4; do
        compare "a random session from $seed" random_session $seed 300
        compare "a random session with kills from $seed" random_session $seed 300 kills
    done
fi
# Clients send what the scripts send, and take long to start: once, without sanitizers, is enough.
if in_part long && [[ $CFLAGS != *-fsanitize* ]]; then
    if install_modules lsp "$here/clients"; then
        counts node node_session
    else
        skip node "$why"
    fi
    if command -v nvim >/dev/null; then
        counts nvim nvim_session
    else
        skip nvim "there is no nvim"
    fi
    if ! command -v emacs >/dev/null; then
        skip emacs "there is no emacs"
    elif ! has_eglot; then
        skip emacs "it has no eglot; elpa-eglot is its package"
    else
        counts emacs emacs_session
    fi
fi
finish
