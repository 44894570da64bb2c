/*
 * strata import: data of others to the text of a spec. What is imported is the second word.
 */
#include <stddef.h>

#include "cmd/import.h"

static const struct command *const kinds[] = {&import_table, &import_isf, NULL};

const struct command command_import = {
    .name = "import",
    .summary = "make specs from published tables, or from symbol files of kernels",
    .help = "usage: strata import table [OPTION...] PAGES...\n"
            "       strata import isf [OPTION...] [[--version V] FILE]...\n"
            "\n"
            "table reads published pages with the offsets of structures' members and writes a spec. A page\n"
            "is HTML, the text of an HTML page, TSV or CSV; '-' is standard input. Nothing is dropped or\n"
            "invented: text that cannot be read becomes a comment at its position, and is reported with its\n"
            "line. HTML needs libxml2, which is loaded when a page is read.\n"
            "\n"
            "  -o, --output FILE    write the spec to FILE instead of standard output\n"
            "  --use SPEC           the spec with axis, arches and types: a file, or a PATH for `use <PATH>`\n"
            "                       (default: nt/nt.strata)\n"
            "  -s, --struct NAME    the structure, if the page does not name it\n"
            "  --format FORMAT      html, text, tsv or csv; the default depends on the file's name and text\n"
            "  --arch ARCH[,ARCH]   architectures of the offsets, if no heading names them; default: all\n"
            "  --windows-10 WHICH   meaning of \"10.0\" alone: all (of Windows 10), first (release), or page:\n"
            "                       as the tables of each page suggest (the default)\n"
            "\n"
            "isf reads symbol files of Volatility 3, one for each kernel, and writes specs with the members\n"
            "of all these kernels. A file is JSON, also compressed as .xz or .gz; '-' is standard input. It\n"
            "needs yajl, and liblzma or zlib, which are loaded when they are needed. The architecture comes\n"
            "from the FILE's machine type, its _MMPTE and the name of its kernel. Each kernel stands for the\n"
            "versions from its build up to that of the next one. Leading underscores of tags are dropped,\n"
            "and characters that C does not allow in names are escaped: `<` becomes _u003C_.\n"
            "\n"
            "  -o, --output DIR     write one spec for each structure into the directory, if it has changed;\n"
            "                       the default is one spec with all of them to standard output\n"
            "  --into SPEC          merge the kernels into an existing spec, or all specs below a directory;\n"
            "                       changes only rows that must change, and no attested row; if a run is\n"
            "                       killed, the same command completes it from strata-journal\n"
            "  --use SPEC           the spec with axis and arches (default: nt/axis.strata); structures\n"
            "                       that it declares with the same size are not declared again\n"
            "  -s, --struct NAME,...\n"
            "                       only these structures or members S.M (see strata show --help), and\n"
            "                       structures that they hold by value\n"
            "  --version V          version of the FILE after it, such as 10.0.22000.318\n"
            "  --versions TABLE     lines of a GUID-age, as Volatility names files, and a version; the\n"
            "                       default is the version in the FILE's name\n"
            "  --identity FILE      ntoskrnl.exe, or a table of GUID-age, TimeDateStamp, SizeOfImage\n"
            "\n"
            "--into changes rows of SPEC for versions between the attested ones. It merges the\n"
            "structures that SPEC declares. With --struct it merges only those, and adds missing ones if\n"
            "SPEC is a file, or a directory that -o made. Without --struct it adds all to such a directory,\n"
            "or, if -o made it with --struct, those that its types.strata lists. A `partial` structure gets\n"
            "no other members. SPEC then attests the kernel. All files are written, or none.\n"
            "\n"
            "A field that makes no sense (it ends past its structure, FILE lacks its type) is left out,\n"
            "with a comment. Bytes without a field are `unaccounted`.\n"
            "\n"
            "Findings: [unread]: text became a comment; [assumed]: a page leaves something open;\n"
            "[contradiction]: a file and another file, an attestation or a size of SPEC disagree, or DIR has\n"
            "specs of other kernels, which -o would leave there; [not-folded]: edits would leave new\n"
            "findings, so the declaration does not change; [no-column]: SPEC has no column for a kernel's\n"
            "architecture; [named]: a kernel has a name for an `unknown` member of SPEC.\n"
            "\n"
            "Exit status: 0 everything was read, 1 something was not, or contradicts, 2 wrong usage or\n"
            "input/output.\n"
            "\n"
            "  strata import table page.html -o specs/etw/page.strata\n"
            "  strata import isf ntkrnlmp-x64-10.0.19041.1586.json.xz -o kernel\n"
            "  strata import isf ntkrnlmp-x64-10.0.22000.318.json.xz --into kernel\n",
    .kinds = kinds,
};
