#!/bin/bash
# Scripts of messages to `strata lsp`, and the exact messages that it answers; drive.py describes the scripts. Real
# clients have a session each: that of VS Code, Neovim's and eglot.
set -u
. tests/try.sh
. tests/npm.sh
here=$PWD/tests/lsp

# ---- Scripts

play_scripts()
{
    local script scripts=() name
    for script in "$here"/cases/*.lsp; do
        ! wanted "$(basename "$script" .lsp)" || scripts+=("$script")
    done
    mkdir "$scratch/played"
    if ! python3 -B "$here/drive.py" "$STRATA" "$here/files" "$scratch/played" "${scripts[@]}" >"$output" 2>&1; then
        fail drive.py "exit status $?" "$output"
    fi
    for script in "${scripts[@]}"; do
        name=$(basename "$script" .lsp)
        expects "$name" "$script" "$scratch/played/$name"
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

# random_session SEED COUNT: a session that goes on says the same as a new one.
random_session()
{
    python3 -B "$here/sessions.py" "$STRATA" "$here/files" "$@"
}

if in_part quick; then
    play_scripts
    compare "a random session" random_session 1 100
    if [[ $CFLAGS == *-fsanitize* ]]; then
        skip "the server does not grow" "sanitizers keep memory"
    else
        try "the server does not grow" grow
    fi
fi

# ---- Clients

node_session()
{
    copy_files && timeout 300 node "$here/clients/client.js" "$modules" "$STRATA" "$scratch/files"
}
nvim_session()
{
    copy_files && RESULTS=$scratch/results DIRECTORY=$scratch/files timeout 300 \
        nvim -u NONE -i NONE -n --headless -c "luafile $here/clients/client.lua" >"$scratch/nvim" 2>&1
    cat "$scratch/results"
}
emacs_session()
{
    copy_files && DIRECTORY=$scratch/files HOME=$scratch timeout 300 \
        emacs -q --batch -L grammar/editors/emacs -l "$here/clients/client.el" 2>"$scratch/emacs"
}
has_eglot()
{
    emacs -q --batch --eval '(progn (package-initialize) (require (quote eglot)))' >"$output" 2>&1
}

if in_part long; then
    for seed in 2 3 4; do
        compare "a random session from $seed" random_session $seed 300
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
