/*
 * strata import: data of others to the text of a spec. What is imported is the second word, a row of a table.
 */
#include <string.h>

#include "base/file.h"
#include "cmd/import.h"
#include "cmd/load_specs.h"
#include "model/nearest.h"
#include "cmd/options.h"

static const struct importer_kind {
    const char *name;
    enum status (*run)(struct command_run *run);
} importers[] = {
    {"table", import_table_run},
    {"isf", import_isf_run},
};

static enum status run_import(struct command_run *run)
{
    struct nearest nearest = {.wanted = run->argc ? run->argv[0] : ""};
    if (!run->argc)
        return options_fail(run, "import what? strata import --help says what there is");
    if (run->argv[0][0] == '-') { /* --help, or an option before the word */
        struct operands rest;
        return options_parse(run, NULL, 0, &rest)
                   ? options_fail(run, "import what? strata import --help says what there is")
                   : run->status;
    }
    for (size_t i = 0; i < sizeof importers / sizeof *importers; i++) {
        if (!strcmp(importers[i].name, run->argv[0])) {
            run->argc--;
            run->argv++;
            return importers[i].run(run);
        }
        nearest_consider(&nearest, importers[i].name);
    }
    return options_fail_near(run, nearest.best, "strata cannot import '%s'; see strata import --help", run->argv[0]);
}

const struct command command_import = {
    .name = "import",
    .summary = "make a spec of published tables, or of what debuggers know of kernels",
    .help = "usage: strata import table [OPTION...] PAGES...\n"
            "       strata import isf [OPTION...] [[--version V] FILE]...\n"
            "\n"
            "table reads published pages that say at which offsets the members of structures lie, and\n"
            "writes a spec: HTML, the text of such pages, TSV or CSV; '-' is standard input. Nothing is\n"
            "dropped and nothing made up: what cannot be read stays in its place as a comment, and is\n"
            "reported with its line. HTML needs libxml2, which is loaded when a page is read.\n"
            "\n"
            "  -o, --output FILE    write it there instead of to standard output\n"
            "  --use SPEC           the spec with the axis, arches and types that it will use\n"
            "                       (default: specs/nt/nt.strata)\n"
            "  -s, --struct NAME    the structure, where the page does not say\n"
            "  --format FORMAT      html, text, tsv or csv, instead of what the name and the text say\n"
            "  --arch ARCH[,ARCH]   whose offsets they are, where no heading says; default: everybody's\n"
            "  --windows-10 WHICH   what \"10.0\" alone means: all of Windows 10, its first release, or as\n"
            "                       each page's tables suggest: all, first, page (the default)\n"
            "\n"
            "isf reads what Volatility 3 knows of kernels, a file each, and folds it into a spec that says\n"
            "which member is where in which of them: JSON, also as .xz or .gz; '-' is standard input. It\n"
            "needs yajl, and liblzma or zlib, which are loaded when there is something for them to read. The\n"
            "machine that a FILE is for, its _MMPTE and the name of its kernel say of which arch it is. Each\n"
            "kernel speaks for the versions from its build to that of the next. Underscores that tags begin\n"
            "with are dropped, and characters that C has not in names become _u003C_ and the like.\n"
            "\n"
            "  -o, --output DIR     write a spec a structure into that directory, instead of one of all\n"
            "                       to standard output; only files that change are written\n"
            "  --into SPEC          fold it into a spec that is there, a file or all below a directory, by\n"
            "                       hand or by import: only what changes changes, and what it attests stands;\n"
            "                       if a run was killed, the same again completes it, by strata-journal\n"
            "  --use SPEC           the spec with the axis and the arches (default: specs/nt/axis.strata);\n"
            "                       what it declares, as large as there, is not declared again\n"
            "  -s, --struct NAME,...\n"
            "                       only these, and what they hold by value\n"
            "  --version V          the version of the FILE behind it, as 10.0.22000.318\n"
            "  --versions TABLE     versions of files: lines with GUID-age, as Volatility calls a file, and a\n"
            "                       version; without one, the numbers in a FILE's name are its version\n"
            "\n"
            "A kernel speaks for the versions up to the attested ones beside it: --into changes what SPEC\n"
            "says there without an attestation. It takes the structures that SPEC declares, and with\n"
            "--struct those, which are added where SPEC, a file or a directory that -o made, lacks them;\n"
            "without it such a directory takes all. SPEC then attests the kernel. All files are written, or\n"
            "none.\n"
            "\n"
            "A field of a FILE that makes no sense (it ends past its structure, FILE lacks its type) is left\n"
            "out, with a comment in its place. Bytes that no field has are `unaccounted`.\n"
            "\n"
            "Findings: [unread] for what became a comment, [assumed] for what a page leaves open,\n"
            "[contradiction] where a file says of a version what another file, an attestation or a size of\n"
            "SPEC does not, or where DIR has specs of other kernels, which -o would leave there, [not-folded]\n"
            "where edits would have left new findings (nothing of any of these is changed), [no-column]\n"
            "where SPEC has no column for a kernel's architecture, [named] where a kernel has a name for\n"
            "what SPEC calls `unknown`.\n"
            "\n"
            "Exit status: 0 all was read, 1 something was not, or contradicts, 2 wrong usage or\n"
            "input/output.\n"
            "\n"
            "  strata import table page.html -o specs/etw/page.strata\n"
            "  strata import isf ntkrnlmp-x64-10.0.19041.1586.json.xz -o kernel\n"
            "  strata import isf ntkrnlmp-x64-10.0.22000.318.json.xz --into kernel\n",
    .run = run_import,
};
