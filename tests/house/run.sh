#!/bin/bash
# The rules of the house, over the whole tree.
set -u
. tests/try.sh
. tests/warnings.sh
house=$PWD/tests/house objects=$BUILD/obj

if [[ $CFLAGS == *-fsanitize* ]]; then
    skip rules "they are about sources, and objects without sanitizers"
    finish
    exit
fi

# rule NAME COMMAND...: the rule holds if the command prints nothing. What it prints comes below a failure.
rule()
{
    local name=$1 found
    wanted "$name" || return
    found=$("${@:2}")
    [ -z "$found" ] && pass || fail "$name" "broken by" <(sed 's/^/    /' <<<"$found")
}

# The folders of generator/, from the ground up; generator/README.md has the task of each.
folders='base guard front bytes model answer spec check mustache render pack page book sparse pdb fetch clang kernel'
folders+=' vergilius listing debug fold merge view memory uses export lsp site run intake cmd'

# Prints the includes that point to a folder above.
includes_up()
{
    local before= folder
    for folder in $folders; do
        before="$before|$folder"
        grep -HE '^#include "[a-z]+/' generator/$folder/*.[ch] | grep -vE "#include \"(${before#|})/"
    done
}

# Prints folders of code that the list of folders lacks, and those with more than 25 modules. The files of a module for
# POSIX and for Windows are parts of it.
folder_sizes()
{
    local folder count
    for folder in generator/*/; do
        folder=$(basename "$folder")
        count=$(ls generator/$folder | grep -v '_parts\.h$' | sed -nE 's/(_posix|_windows)?\.[ch]$//p' | sort -u |
            wc -l)
        [[ " $folders templates install " == *" $folder "* ]] || echo "generator/$folder is no folder of the house"
        [ "$count" -le 25 ] || echo "generator/$folder has $count modules"
    done
}

# Prints files that bear the prefix of their folder, or of the folder in which they lay before.
prefixes()
{
    ls -d generator/*/* | grep -E '/([a-z]+)/(\1|import_into|export|cmd|edges)_' |
        grep -v '_parts\.h$'
}

# Prints files that need each other in a circle.
circles()
{
    python3 -B "$house/circles.py" "$objects"
}

# Prints lines above model/ that read the syntax tree for more than positions: a member of a declaration, clause or
# alternative that is no span, or a node that only the model gives a meaning. spec/ writes the text itself.
meanings()
{
    local nodes='\bast_(clause_find|range|set|column|cell|name|bound)\b|->decls\b'
    local node='(->(slot|alternative|columns_row|attest_row|size_row|size_cell)|\b(decl|clause))->'
    local after='check mustache render pack page book sparse pdb fetch clang kernel vergilius listing debug merge view'
    after+=' memory uses export lsp site run intake cmd'
    grep -nE "$nodes|$node" $(printf 'generator/%s/*.[ch] ' $after) |
        sed -E "s/${node}([a-z_]+(\.|->))*([a-z_]*_)?span\b//g" | grep -E "$nodes|$node"
}

# Prints includes of what only one system has, outside the file of that system.
systems()
{
    grep -nE '^# *include <(sys/.*|unistd|dirent|dlfcn|fcntl|signal|pthread|windows|shellapi|io|direct|process)\.h>' \
        generator/*/*.[ch] | grep -vE '^generator/(base|guard)/[a-z]+_(posix|windows)\.c:'
}

# Prints files of code that are too long. runtime/ is one header and one source on purpose.
long_files()
{
    wc -l generator/*/*.[ch] grammar/strata.[ly] | awk '$2 != "total" && $1 > 650 { print $2 ": " $1 " lines" }'
}

# Variables that outlive a run: what signal handlers need, and nothing else.
variables()
{
    objdump -t "$BUILD/libstrata.a" |
        awk '/file format/ { file = $1 } /[ gl] +O \.(bss|data)[\t ]/ { print file $NF }' |
        grep -vxE 'cleanup\.o:state|file_(posix|windows)\.o:(before_ending|observation)|limited_posix\.o:child'
}

# Typedefs of structures hide what they are.
typedefs()
{
    grep -nE "^ *typedef (struct|union|enum)" generator/*/*.[ch]
}

# A module explains itself first.
silent_headers()
{
    local header
    for header in generator/*/*.h runtime/*.h; do
        head -c 2 "$header" | grep -q '/\*' || echo "$header: no comment at its beginning"
    done
}

# The grammar is a table, rules beside actions, and may be wider.
long_lines()
{
    grep -nE '^.{121,}$' generator/*/*.[ch] generator/*/*.awk generator/base/*.def runtime/*.[ch] Makefile tests/run \
        tests/*.sh tests/*/run.sh tests/*/*/test.sh
}

# A scanner that may have to back up keeps track of where it could, at every byte.
backing_up()
{
    { flex -t grammar/strata.l || echo 'flex fails'; } | grep -e 'yy_last_accepting_state = ' -e '^flex fails$'
}

unfinished()
{
    grep -rnwE 'TODO|FIXME|XXX|HACK' generator/*/*.[ch] generator/templates grammar/strata.[ly] runtime Makefile
}

# Names of the runtime that generated code could give again without anybody noticing.
runtime_names()
{
    gcc -w -fpreprocessed -dD -E -P runtime/*.h | sed 's/"[^"]*"//g' |
        grep -oE '\b(strata|STRATA)_[A-Za-z0-9_]*[A-Za-z0-9]\b' | sort -u | while read -r name; do
        grep -q "(\"${name%%_*}_\", \"${name#*_}\")" generator/render/runtime_names.def || echo "$name"
    done
}

# Prints the warnings of the programs of tests/bench, which no other test compiles. select.c includes a bundle that
# tests/bench/size writes.
bench_warnings()
{
    local program
    "$STRATA" gen --names tests/bench/process.strata -o "$scratch/process" 2>&1 >/dev/null
    "$STRATA" gen --names tests/bench/twins.strata -o "$scratch/process" 2>&1 >/dev/null
    for program in tests/bench/*.c; do
        [ $program = tests/bench/select.c ] || ${CC:-cc} -std=c11 $warnings -fsyntax-only -Igenerated -Iruntime \
            -Igenerator -I"$BUILD" -I"$scratch/process" $program 2>&1
    done
}

# Prints public names of runtime/ without a comment.
undocumented()
{
    python3 -B tests/house/undocumented.py runtime/*.h
}

# Prints the packages of README.md and of the Makefile if they differ, and the second command if README.md lacks it.
packages()
{
    local installed packages
    packages=$(env -u BUILD make -s --no-print-directory packages)
    installed=$(tr '\n' ' ' <README.md | sed 's/\\ */ /g' |
        grep -oE 'apt-get install -y [^&]*&& make (-j[0-9]+ )?[a-z]*' | head -n 1)
    [ "$(echo $installed)" = "apt-get install -y $packages && make -j4 run" ] ||
        printf 'README.md: %s\nMakefile:  apt-get install -y %s && make -j4 run\n' "$(echo $installed)" "$packages"
    grep -qx '    make deps test' README.md || echo 'README.md: no make deps test'
}

# Prints the commands of README.md that .ci/run does not run.
ci_commands()
{
    local goal
    for goal in deps run test; do
        grep -qE "^step [a-z]+ make (-j\"[$]jobs\" )?$goal(-all)?\$" .ci/run || echo ".ci/run: no make $goal"
    done
}

# Every link of the pages leads somewhere.
dead_links()
{
    local page target
    for page in $(git ls-files '*.md' 2>/dev/null || find . -name '*.md' -not -path './build/*'); do
        grep -oE '\]\([^)#]+' "$page" | cut -c 3- | grep -vE '^https?:' | while read -r target; do
            [ -e "$(dirname "$page")/$target" ] || echo "$page: $target"
        done
    done
}

# Prints the anchors of a page, one for each heading.
anchors()
{
    awk '/^```/ { fenced = !fenced }
         !fenced && sub(/^#+ /, "") {
             anchor = tolower($0)
             gsub(/[^a-z0-9 _-]/, "", anchor)
             gsub(/ /, "-", anchor)
             print anchor
         }' "$1"
}

# Prints the links of the pages to headings that do not exist.
dead_anchors()
{
    local page link target
    for page in $(git ls-files '*.md' 2>/dev/null || find . -name '*.md' -not -path './build/*'); do
        grep -oE '\]\([^):]*#[^)]+' "$page" | cut -c 3- | while read -r link; do
            target=${link%%#*}
            target=${target:+$(dirname "$page")/$target}
            anchors "${target:-$page}" | grep -qxF -- "${link#*#}" || echo "$page: $link"
        done
    done
}

# Prints how tests/run and try.sh differ from runner.expect, with two runners of its own, one after the other.
run_differently()
{
    local tree arguments
    tree=$(mktemp -d) || return
    mkdir -p "$tree/bin" "$tree/tests/alpha/beta"
    cp tests/run tests/try.sh "$tree/tests"
    printf '%s\n' '#!/bin/sh' 'echo 1' >"$tree/bin/nproc"
    cp "$house/alpha.sh" "$tree/tests/alpha/run.sh"
    cp "$house/beta.sh" "$tree/tests/alpha/beta/run.sh"
    chmod +x "$tree/bin/nproc" "$tree"/tests/*/run.sh "$tree"/tests/*/*/run.sh
    sed -i "s,^jobs=.*,jobs=1,; s,^long=.*,long=alpha/beta," "$tree/tests/run"
    sed -i "s,^split=.*,split=alpha," "$tree/tests/run"
    for arguments in '' alpha alpha/beta alpha/one alpha/three.txt 'alpha/two alpha/beta/odd' alpha/on gamma \
        --quick --long
    do
        echo "\$ tests/run $arguments"
        PATH=$tree/bin:$PATH ONLY='' PART='' BUILD=$tree/build STRATA=/bin/true "$tree/tests/run" $arguments
        echo "exit status $?"
    done 2>&1 | sed -E 's/, [0-9]+ s, [0-9]+ s of CPU$//' >"$tree/actual"
    prints "$house/runner.expect" cat "$tree/actual"
    rm -rf "$tree"
}

# defines FILE NAME: the file defines a function of that name.
defines()
{
    awk -v name="$2" '
        $0 ~ "^[a-z].*[ *]" name "\\(" { inside = 1 }
        inside && /^\{/ { found = 1; exit }
        inside && /[;}]$/ { inside = 0 }
        END { exit !found }' "$1"
}

# lost_stations PAGE: prints the stations of the four tours that do not exist, and the tours that have fewer than five
# or more than ten.
lost_stations()
{
    local tour count file name source
    for tour in 'Spec to header' 'Page to spec' 'Symbol file to spec' 'Bytes to text'; do
        count=$(sed -n "/^## $tour\$/,/^## /p" "$1" | grep -cE '^[0-9]+\. `[a-z_]+/[a-z_]+:[a-z_0-9]+`')
        [ "$count" -ge 5 ] && [ "$count" -le 10 ] || echo "$tour: $count stations"
    done
    sed -n 's/^[0-9]*\. `\([^`]*\)`.*/\1/p' "$1" | while IFS=: read -r file name; do
        source=generator/$file.c
        [ -e "$source" ] || source=$file.c
        [ -e "$source" ] && defines "$source" "$name" || echo "$file:$name"
    done
}

# Prints files with odd names, such as `&1`: a mistake in a shell command made them.
odd_names()
{
    git ls-files 2>/dev/null | grep -vE '^[A-Za-z0-9._/-]+$'
}

# Prints the rules of the house that do not refuse a tree in which a file breaks them.
blind_rules()
{
    local tree folder name
    tree=$(mktemp -d) || return
    for folder in $folders strange; do
        mkdir -p "$tree/generator/$folder"
        touch "$tree/generator/$folder/$folder.c"
    done
    for ((name = 0; name < 25; name++)); do
        touch "$tree/generator/base/a$name.c"
    done
    echo '#include "cmd/cmd.h"' >"$tree/generator/page/page_up.c"
    echo 'int one(void); int two(void); int one(void) { return two(); }' >"$tree/generator/spec/one.c"
    echo 'int one(void); int two(void); int two(void) { return one(); }' >"$tree/generator/spec/two.c"
    mkdir -p "$tree/objects/spec"
    echo 'bool one = row->decl->is_unknown; struct span two = row->decl->type.span;' >"$tree/generator/view/view.c"
    (
        cd "$tree" || exit
        objects=$tree/objects house=$tree
        cp "$OLDPWD/tests/house/circles.py" .
        for name in one two; do
            "${CC:-cc}" -c -o objects/spec/$name.o generator/spec/$name.c
        done
        includes_up | grep -q 'page/page_up.c.*cmd/cmd.h' || echo includes_up
        folder_sizes | grep -q 'generator/base has 26 modules' || echo 'folder_sizes: modules'
        folder_sizes | grep -q 'generator/strange is no folder' || echo 'folder_sizes: folders'
        prefixes | grep -q 'generator/page/page_up.c' || echo 'prefixes: page'
        touch generator/check/check_{bits.c,parts.h}
        [ "$(prefixes | grep check)" = generator/check/check_bits.c ] || echo 'prefixes: check'
        meanings | grep -q 'view/view.c:1:' || echo 'meanings: a member that is no span'
        sed -i 's/.*; //' generator/view/view.c
        meanings | grep -q 'view/view.c:1:' && echo 'meanings: a span'
        CFLAGS= circles | grep -qx 'spec/one spec/two' || echo circles
        printf '%s\n' 'int there(int a,' '          int b)' '{' '    return called(a);' '}' 'int declared(void);' \
            >generator/view/view.c
        {
            echo '## Bytes to text'
            printf '1. `view/%s` does.\n' view:there view:declared view:called view:here none:there view:there
        } >page
        lost_stations page >stations
        printf '%s\n' 'Spec to header: 0 stations' 'Page to spec: 0 stations' 'Symbol file to spec: 0 stations' \
            view/view:declared view/view:called view/view:here view/none:there | diff - stations >&2 ||
            echo lost_stations
    )
    rm -rf "$tree"
}

rule "includes point down only" includes_up
rule "the rules of the house see what breaks them" blind_rules
rule "tests/run chooses, counts and reports tests" run_differently
rule "no files need each other in a circle" circles
rule "a folder has at most 25 modules" folder_sizes
rule "files bear no prefix of their folder" prefixes
rule "only the model reads the syntax tree for its meaning" meanings
rule "what only one system has is in *_posix.c or *_windows.c of base/ and guard/" systems
rule "a file stays below about 600 lines" long_files
rule "a line stays within 120 characters" long_lines
rule "no variables outlive a run but what base/cleanup.h says" variables
rule "no typedefs in generator/" typedefs
rule "a header begins with what it is for" silent_headers
rule "generator/render/runtime_names.def lists the names of runtime/" runtime_names
rule "the programs of tests/bench compile without warnings" bench_warnings
rule "every public name of runtime/ has a doc comment" undocumented
rule "no rule of the scanner needs to back up" backing_up
rule "names of files are letters, digits, dots and hyphens" odd_names
rule "nothing is left unfinished" unfinished
rule "README.md and Makefile name the same packages" packages
rule ".ci/run runs the commands of README.md" ci_commands
rule "links of the pages lead somewhere" dead_links
rule "links of the pages lead to headings that exist" dead_anchors
rule "the tours of generator/README.md have stations that exist" lost_stations generator/README.md

finish
