# Makes a manual page from a page of Markdown, with the features that grammar/README.md uses. -v name=... section=...
# about=... version=... set its head. Leaves out the table of contents. Needs manual_roff.awk before it.

function emphasise(text,    emphasised)
{
    while (match(text, /\*[^*]+\*/)) {
        emphasised = emphasised substr(text, 1, RSTART - 1) "\\fI" substr(text, RSTART + 1, RLENGTH - 2) "\\fR"
        text = substr(text, RSTART + RLENGTH)
    }
    return emphasised text
}

# Replaces a link by its text. Makes text in backticks bold and keeps it as it is otherwise.
function inline(text,    parts, count, i, link, made)
{
    while (match(text, /\[[^]]*\]\([^)]*\)/)) {
        link = substr(text, RSTART + 1, RLENGTH - 2)
        sub(/\]\(.*/, "", link)
        text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
    }
    count = split(text, parts, "`")
    for (i = 1; i <= count; i++)
        made = made (i % 2 ? emphasise(roff(parts[i])) : "\\fB" roff(parts[i]) "\\fR")
    return made
}

function heading(text)
{
    gsub(/`/, "", text)
    return roff(text)
}

# Prints the gathered paragraph or list item.
function flush()
{
    if (gathered != "")
        print inline(gathered)
    gathered = ""
}

function end_literal()
{
    if (indented)
        print ".EE"
    indented = 0
}

BEGIN {
    print ".\\\" Made by manual_page.awk."
    printf ".TH %s %s \"\" \"strata %s\" \"File Formats\"\n.ad l\n", toupper(name), section, version
    printf ".SH NAME\n%s \\- %s\n.SH DESCRIPTION\n", roff(name), about
}

/^```/ {
    flush()
    if (fenced)
        print ".EE"
    else {
        print ".PP\n.EX"
        if ($1 == "```strata-error")
            print roff("// a mistake: [" $2 "]")
        else if ($2 == "alone")
            print roff("// alone")
    }
    fenced = !fenced
    next
}

fenced {
    print roff($0)
    next
}

/^    / && gathered == "" {
    if (!indented)
        print ".PP\n.EX"
    indented = 1
    print roff(substr($0, 5))
    next
}

{ end_literal() }

/^# / || /^- \[/ || /^\|---/ { next }

/^#+ / {
    flush()
    print (/^## / ? ".SH " toupper(heading(substr($0, 4))) : ".SS " heading(substr($0, 5)))
    table = 0
    next
}

/^$/ {
    flush()
    table = 0
    next
}

# A row of a table becomes a tag, its first cell, and a line for each other cell. The first row has the headings.
/^\|/ {
    flush()
    gsub(/\\\|/, "\001")
    cell_count = split($0, cells, / *\| */) - 1
    print ".TP"
    for (cell = 2; cell <= cell_count; cell++) {
        gsub(/\001/, "|", cells[cell])
        if (cell > 3)
            print ".br"
        print (cell > 2 || table ? inline(cells[cell]) : "\\fI" inline(cells[cell]) "\\fR")
    }
    table = 1
    next
}

/^- / {
    flush()
    print ".IP \\(bu 3"
    gathered = substr($0, 3)
    next
}

gathered == "" { print ".PP" }

{
    sub(/^ +/, "")
    gathered = gathered == "" ? $0 : gathered " " $0
}

END {
    flush()
    end_literal()
    print ".SH SEE ALSO\n.BR strata (1)"
}
