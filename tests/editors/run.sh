#!/bin/bash
# The files of grammar/editors: each editor gives every token of the language the kind that the scanner gives it, and
# has every reserved word; it reads the output of `strata check`; the client of VS Code starts the server.
set -u
. tests/try.sh
. tests/npm.sh
here=$PWD/tests/editors editors=$PWD/grammar/editors words=generator/front/words.c
specs=$scratch/specs

# ---- The lists of reserved words

# refuses FILE EDIT: the check of the lists fails after an edit of that file, by sed.
refuses()
{
    rm -rf "$scratch/grammar" "$scratch/generator"
    cp -r --parents grammar/editors $words "$scratch" && sed -i "$2" "$scratch/$1" &&
        ! cmp -s "$1" "$scratch/$1" && ! python3 -B "$scratch/grammar/editors/words.py" --check
}
if in_part quick; then
    try "the lists of reserved words are up to date" python3 -B $editors/words.py --check
    while IFS=$'\t' read -r name file edit; do
        try "$name is refused" refuses "$file" "$edit"
    done <<'END'
a word of TextMate too few	grammar/editors/vscode/strata.tmLanguage.json	s/corrected|//
a word of TextMate too many	grammar/editors/vscode/strata.tmLanguage.json	s/|inferred/|inferred|perhaps/
a word of Vim too few	grammar/editors/vim/syntax/strata.vim	/^syn keyword/s/ slot\b//
a word of Vim too many	grammar/editors/vim/syntax/strata.vim	/^syn keyword/s/ slot\b/ slot partial/
a word of Emacs too few	grammar/editors/emacs/strata-mode.el	s/ "slot"//
a word of Emacs too many	grammar/editors/emacs/strata-mode.el	s/ "slot"/ "slot" "partial"/
a word of the table too few	generator/front/words.c	/"slot"/d
another word of the table	generator/front/words.c	s/"slot"/"spot"/
another class of the table	generator/front/words.c	/"slot"/s/declaration/clause/
another use of the table	generator/front/words.c	/"slot"/s/WORD_ROW/WORD_PART/
END
fi

# ---- The tokens, compared with those of the scanner

# The examples of the reference and awkward constructs; the shipped specs and random tokens take longer.
mkdir "$specs"
awk '/^```strata/ { inside = 1; next } /^```/ { inside = 0 } inside' grammar/README.md >"$specs/reference.strata"
cp $here/constructs.strata "$specs"
if in_part long; then
    cp "$SPECS"/*.strata "$SPECS"/*/*.strata "$specs"
    [ ! -e specs/ntoskrnl/EPROCESS.strata ] || cp specs/ntoskrnl/EPROCESS.strata "$specs"
    python3 -B $here/random_tokens.py $words 1 300 >"$specs/random.strata"
fi
build_tool editors_tokens $here/tokens.c -pthread
scan()
{
    "$BUILD/tests/editors_tokens" "$specs"/*.strata >"$scratch/scanner.map"
}
need "the scanner reads the samples" scan
try "the samples have every token" python3 -B $here/covered.py grammar/strata.l $words "$scratch/scanner.map"

if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip "the editors" "none of them is built with sanitizers"
    finish
    exit
fi

# agrees NAME COMMAND...: the command prints the map of the samples, the same as the scanner's.
agrees()
{
    local name=$1
    shift
    try "$name ends well" "$@"
    compare "$name" python3 -B $here/compare.py "$scratch/scanner.map" "$scratch/editor.map"
}

# Runs Vim or Neovim without the user's settings, and with the files of Strata.
plainly()
{
    rm -f "$scratch/editor.map"
    MAP=$scratch/editor.map timeout 300 "$1" -u NONE -i NONE -n -es \
        --cmd "set runtimepath^=$editors/vim encoding=utf-8" \
        --cmd 'set nocompatible | filetype plugin on | syntax on' -S "${@:2}"
}
vim_tokens()
{
    plainly "$1" $here/syntax.vim "$specs"/*.strata
}

# A spec with two contradictions, for the editors to find.
mkdir "$scratch/try"
cp $here/findings.strata $here/types.strata "$scratch/try"
vim_finds()
{
    (cd "$scratch/try" && SPEC=findings.strata plainly "$1" $here/compiler.vim)
    prints "$here/vim.expect" cat "$scratch/editor.map"
}

for vim in vim nvim; do
    if ! command -v $vim >/dev/null; then
        skip "$vim" "there is no $vim"
    elif [ $vim = vim ] || in_part long; then
        agrees "the tokens of $vim" vim_tokens $vim
        try "the findings of $vim" vim_finds $vim
    fi
done

# The editors with the server itself: its findings, and the file as it formats it.
nvim_serves()
{
    mkdir "$scratch/served" && ln -s "$STRATA" "$scratch/served/strata" &&
        sed -n '/^```lua$/,/^```$/p' $editors/README.md | sed '/^```/d' >"$scratch/init.lua" &&
        MAP=$scratch/editor.map PATH=$scratch/served:$PATH timeout 300 nvim -u NONE -i NONE -n --headless \
            --cmd "set runtimepath^=$editors/vim | filetype plugin on | luafile $scratch/init.lua" \
            -c "edit $scratch/try/findings.strata" -c "luafile $here/server.lua" -c 'qall!' &&
        prints "$here/server.expect" cat "$scratch/editor.map"
}
emacs_serves()
{
    env -C "$scratch/try" emacs -Q --batch --eval "(add-to-list 'load-path \"$eglot\" t)" -L $editors/emacs \
        -l $here/server.el findings.strata 2>"$scratch/eglot.log"
}
if in_part long; then
    command -v nvim >/dev/null && try "nvim with the server" nvim_serves
    # The eglot of Emacs 29, or of Debian's elpa-eglot.
    eglot=$(ls -d /usr/share/emacs/site-lisp/elpa-src/eglot-* 2>/dev/null | head -n 1)
    if emacs -Q --batch -L "$eglot" --eval "(require 'eglot)" 2>/dev/null; then
        try "emacs with the server" prints "$here/server.expect" emacs_serves
    else
        skip "emacs with the server" "there is no emacs, or it has no eglot"
    fi
fi

emacs_tokens()
{
    emacs -Q --batch -L $editors/emacs -l $here/faces.el "$specs"/*.strata >"$scratch/editor.map"
}
emacs_compiles()
{
    cp $editors/emacs/strata-mode.el "$scratch" && env -C "$scratch" emacs -Q --batch \
        --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile strata-mode.el
}
# Emacs before 29 has no eglot of its own: then a file stands for it.
emacs_finds()
{
    local eglot=$scratch/eglot
    mkdir -p "$eglot" && echo "(defvar eglot-server-programs nil) (provide 'eglot)" >"$eglot/eglot.el" || return
    (cd "$scratch/try" && "$STRATA" check findings.strata 2>findings.txt
        emacs -Q --batch --eval "(add-to-list 'load-path \"$eglot\" t)" -L $editors/emacs -l $here/mode.el \
            findings.strata findings.txt)
}
if command -v emacs >/dev/null; then
    agrees "the tokens of emacs" emacs_tokens
    try "emacs compiles the mode without warnings" emacs_compiles
    try "the findings of emacs" prints "$here/emacs.expect" emacs_finds
else
    skip emacs "there is no emacs"
fi

# ---- VS Code: the grammar by its own engine, and the client with its own library

textmate_tokens()
{
    node $here/textmate.js "$modules" $editors/vscode/strata.tmLanguage.json "$specs"/*.strata >"$scratch/editor.map"
}
# differs EDIT: the map by the grammar after an edit is not the scanner's.
differs()
{
    sed "$1" $editors/vscode/strata.tmLanguage.json >"$scratch/edited.json" &&
        ! cmp -s $editors/vscode/strata.tmLanguage.json "$scratch/edited.json" &&
        node $here/textmate.js "$modules" "$scratch/edited.json" "$specs/constructs.strata" >"$scratch/edited.map" &&
        python3 -B $here/compare.py "$scratch/constructs.map" "$scratch/edited.map" | grep -qx '1 compared, 1 differ'
}
# The client starts the server with `lsp` and the arguments of the settings, once for each time that it is asked.
starts_server()
{
    LOG=$scratch/server.log node $here/extension.js "$modules" $editors/vscode/extension.js $here/server.js \
        "$scratch/missing"
}
starts_server_itself()
{
    node $here/extension.js "$modules" $editors/vscode/extension.js "$STRATA" "$scratch/missing"
}
has_started()
{
    diff - "$scratch/server.log" <<'END'
argv lsp -I specs
initialize
initialized
shutdown
exit
argv lsp
initialize
initialized
shutdown
exit
END
}
if in_part long; then
    if ! install_modules editors "$here"; then
        skip "VS Code" "$why"
    else
        agrees "the tokens of TextMate" textmate_tokens
        "$BUILD/tests/editors_tokens" "$specs/constructs.strata" >"$scratch/constructs.map"
        while IFS=$'\t' read -r name edit; do
            try "$name differs" differs "$edit"
        done <<'END'
a grammar without hexadecimal numbers	s/0\[xX\]\[0-9A-Fa-f\]++/0z/
a grammar with codes without hyphens	s/(\[A-Za-z\]\[A-Za-z0-9_-\]\*)|/([A-Za-z]+)|/
a grammar with nested comments	s/"end": "..\*\/"/&, "patterns": [{ "include": "#comments" }]/
END
        try "the client is JavaScript" node --check $editors/vscode/extension.js
        try "the extension's files" node $here/manifest.js $editors/vscode $here/package.json
        counts "the client" starts_server
        try "the client starts the server" has_started
        counts "the client with the server" starts_server_itself
    fi
fi

finish
