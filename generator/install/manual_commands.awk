# Makes strata(1) from strata.1.in: replaces `@VERSION@` by the version, the line `@COMMANDS@` by the --help of every
# command, and the line `@OPTIONS@` by the options of all commands. The binary is $STRATA; -v version=... sets the
# version. Needs manual_roff.awk before it.

# Prints an option, or a word of a list, and its description. At least two blanks separate them.
function print_entry(line,    split_at)
{
    sub(/^ +/, "", line)
    split_at = match(line, /   */)
    print ".TP"
    print ".B " roff(split_at ? substr(line, 1, split_at - 1) : line)
    if (split_at)
        print roff(substr(line, split_at + RLENGTH))
}

# Prints a command's help without the options of all commands. Recognises usage, paragraphs, lists and examples by their
# indentation and first words.
function print_help(command,    help, line, kind, was)
{
    help = "\"$STRATA\" " command " --help"
    while ((help | getline line) > 0) {
        if (line == "")
            kind = ""
        else if (line == "Options of all commands:" || kind == "common")
            kind = "common"
        else if (line ~ /^usage: / || (was == "usage" && line ~ /^       strata /))
            kind = "usage"
        else if (line ~ /^  strata /)
            kind = "example"
        else if (line ~ /^  [^ ]/)
            kind = "entry"
        else if (line !~ /^ /)
            kind = "text"
        if (kind == "usage")
            sub(/^(usage:|      ) /, "", line)
        if ((kind == "usage" || kind == "example") && kind != was)
            print kind == "usage" ? ".nf" : ".PP\n.EX"
        if (was == "usage" && kind != was)
            print ".fi"
        if (was == "example" && kind != was)
            print ".EE"
        if (kind == "text" && kind != was)
            print ".PP"
        if (kind == "entry" && line ~ /^  [^ ]/)
            print_entry(line)
        else if (kind != "" && kind != "common") {
            sub(/^ +/, "", line)
            print roff(line)
        }
        was = kind
    }
    if (was == "example")
        print ".EE"
}

/^@COMMANDS@$/ {
    list = "\"$STRATA\" --help"
    while ((list | getline line) > 0)
        if (line ~ /^  [a-z]+  /) {
            split(line, words, " ")
            print ".SS " words[1]
            commands++
            print_help(words[1])
        }
    next
}

/^@OPTIONS@$/ {
    list = "\"$STRATA\" check --help"
    while ((list | getline line) > 0) {
        common = line != "" && (common || line == "Options of all commands:")
        if (common && line ~ /^  [^ ]/)
            print_entry(line)
        else if (common && line ~ /^ /) {
            sub(/^ +/, "", line)
            print roff(line)
        }
    }
    close(list)
    next
}

{
    gsub(/@VERSION@/, version)
    print
}

END {
    if (!commands)
        exit 1
}
