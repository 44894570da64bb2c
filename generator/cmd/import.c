/*
 * strata import: data of others to the text of a spec. The second word says what is imported, or the files do.
 */
#include <string.h>

#include "base/file.h"
#include "cmd/commands.h"
#include "cmd/import.h"
#include "front/foreign.h"

static const struct command *const kinds[] = {&import_table, &import_pdb, &import_isf, &import_vergilius, &import_sparse,
                                              &import_c, NULL};

/* Returns the first bytes of a file; 0 if it cannot be read. */
static size_t read_begin(struct command_run *run, const char *path, char *bytes, size_t size)
{
    struct file_input input;
    const char *error;
    size_t got = 0;
    if (file_kind(path) != FILE_REGULAR || !file_open(run->arena, path, &input, &error))
        return 0;
    if (!file_read_some(run->arena, &input, bytes, size, &got, &error))
        got = 0;
    file_close(run->arena, &input);
    return got;
}

/* Returns the kind that reads a file, by its name or else by its first bytes; NULL if none does. */
static const struct command *find_kind(struct command_run *run, const char *path)
{
    char begin[64];
    const struct foreign_name *name = foreign_find_name(path);
    size_t size = name ? 0 : read_begin(run, path, begin, sizeof begin);
    const struct foreign *kind = size ? foreign_find(begin, size) : NULL;
    const char *import = name ? name->import : kind ? kind->import : NULL;
    if (!import)
        return NULL;
    return !strcmp(import, "table") ? &import_table : !strcmp(import, "c") ? &import_c : &import_pdb;
}

/* Finds the kind by the operands. The word of an option may be the name of a page: a kernel decides. */
static const struct command *guess_kind(struct command_run *run)
{
    const struct command *guess = NULL;
    bool is_word = run->argc && run->argv[0][0] != '-' && file_kind(run->argv[0]) == FILE_ABSENT;
    if (is_word && !foreign_find_name(run->argv[0]))
        return NULL;
    for (int i = 0; i < run->argc && strcmp(run->argv[i], "--") != 0; i++) {
        const struct command *kind = run->argv[i][0] == '-' ? NULL : find_kind(run, run->argv[i]);
        guess = kind && (!guess || kind == &import_pdb) ? kind : guess;
    }
    return guess;
}

const struct command command_import = {
    .name = "import",
    .summary = "make specs from published tables, PDBs, symbol files, Vergilius's files or C headers",
    .help = "usage: strata import table [OPTION...] PAGES...\n"
            "       strata import pdb [OPTION...] [[--version V] FILE]...\n"
            "       strata import isf [OPTION...] [[--version V] FILE]...\n"
            "       strata import vergilius [OPTION...] [[--version V] FILE]...\n"
            "       strata import sparse [OPTION...] FILES...\n"
            "       strata import c [OPTION...] [[--version V] HEADER]... [-- FLAG...]\n"
            "       strata import [OPTION...] FILES...       (the files say what they are)\n",
    .help_end =
            "\n"
            "--into changes rows for versions between the attested ones. It merges the\n"
            "structures that SPEC declares. With --struct it merges only those, and adds missing ones if\n"
            "SPEC is a file, or a directory that -o made. Without --struct it adds all to such a directory,\n"
            "or those that its types.strata lists. A `partial` structure gets no other members. SPEC then\n"
            "attests the kernel. All files are written, or none.\n"
            "\n"
            "A field that makes no sense becomes a comment. Bytes without a field are `unaccounted`.\n"
            "\n"
            "Findings, which strata explain describes: [unread] [assumed] [contradiction] [not-folded]\n"
            "[no-column] [named]. A [contradiction] is also one between a FILE and SPEC, or between FILEs.\n"
            "\n"
            "Exit status: 0 all was read, 1 something was not, or contradicts, 2 wrong usage or input/output.\n"
            "\n"
            "  strata import table page.html -o specs/etw/page.strata\n"
            "  strata import pdb --version 10.0.19041.1586 ntkrnlmp.pdb -o kernel\n"
            "  strata import isf ntkrnlmp-x64-10.0.22000.318.json.xz --into kernel\n"
            "  strata import vergilius 10.0.19042.508-x86.yml.xz -o kernel-x86\n"
            "  strata import sparse kphdyn.xml --into specs\n"
            "  strata import c --version 10.0.19041.1 ntdll.h -- -I include\n",
    .kinds = kinds,
    .guess = guess_kind,
};
