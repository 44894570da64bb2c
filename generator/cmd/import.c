/*
 * strata import: makes specs from data of other programs. The second word names the kind of data; without it, the files
 * tell the kind.
 */
#include <string.h>

#include "base/file.h"
#include "bytes/unpack.h"
#include "cmd/import.h"
#include "debug/debug.h"
#include "front/foreign.h"
#include "kernel/isf.h"
#include "listing/listing.h"

static const struct command *const kinds[] = {&import_table, &import_pdb,    &import_isf, &import_vergilius,
                                              &import_text,  &import_btf,    &import_sparse, &import_c, NULL};

/* Reads the first bytes of what a file expands to. Returns their number; 0 if the file cannot be read. */
static size_t read_begin(struct command_run *run, const char *path, char *bytes, size_t size)
{
    const void *piece;
    const char *error;
    size_t got = 0;
    struct unpack *unpack = file_kind(path) == FILE_REGULAR ? unpack_open(run->arena, path, &error) : NULL;
    if (!unpack)
        return 0;
    if (unpack_read(unpack, &piece, &got, &error))
        memcpy(bytes, piece, got = got < size ? got : size);
    else
        got = 0;
    unpack_close(unpack);
    return got;
}

/* Returns the kind of import for a file, by its name or else by its first bytes; NULL if there is none. */
static const struct command *find_kind(struct command_run *run, const char *path)
{
    char begin[16384]; /* room for a long comment at the beginning of a program */
    const struct foreign_name *name = foreign_find_name(path);
    size_t size = name ? 0 : read_begin(run, path, begin, sizeof begin);
    if (size && debug_format.is_meant(begin, size))
        return &import_btf;
    const struct foreign *kind = size ? foreign_find(begin, size) : NULL;
    const char *import = name ? name->import : kind ? kind->import : NULL;
    bool may_list = name ? name->import && strstr(name->import, "text") : !import;
    if (may_list && !size)
        size = read_begin(run, path, begin, sizeof begin);
    if (may_list && size && listing_format.is_meant(begin, size))
        return &import_text;
    if (!import)
        return NULL;
    return !strncmp(import, "table", 5) ? &import_table
           : !strcmp(import, "c")       ? &import_c
                                        : &import_pdb;
}

/* Finds the kind of import by the operands, unless the first operand names it. The value of an option may look like a
 * page, so a kernel among the operands decides. */
static const struct command *guess_kind(struct command_run *run)
{
    const struct command *guess = NULL;
    for (size_t i = 0; run->argc && kinds[i]; i++)
        /* the word names the kind, even if a file has this name */
        if (!strcmp(strchr(kinds[i]->name, ' ') + 1, run->argv[0]))
            return NULL;
    bool is_word = run->argc && run->argv[0][0] != '-' && file_kind(run->argv[0]) == FILE_ABSENT;
    if (is_word && !foreign_find_name(run->argv[0]))
        return NULL;
    for (int i = 0; i < run->argc && strcmp(run->argv[i], "--") != 0; i++) {
        const struct command *kind = run->argv[i][0] == '-' ? NULL : find_kind(run, run->argv[i]);
        guess = kind && (!guess || kind == &import_pdb || kind == &import_text || kind == &import_btf) ? kind : guess;
    }
    return guess;
}

const struct command command_import = {
    .name = "import",
    .summary = "make specs from published tables, PDBs, symbol files, BTF, DWARF, texts with offsets or C headers",
    .help = "usage: strata import table [OPTION...] PAGES...\n"
            "       strata import pdb [OPTION...] [[--version V] FILE]...\n"
            "       strata import isf [OPTION...] [[--version V] FILE]...\n"
            "       strata import vergilius [OPTION...] [[--version V] FILE]...\n"
            "       strata import text [OPTION...] [[--version V] FILE]...\n"
            "       strata import btf [OPTION...] [[--version V] FILE]...\n"
            "       strata import sparse [OPTION...] FILES...\n"
            "       strata import c [OPTION...] [[--version V] HEADER]... [-- FLAG...]\n"
            "       strata import [OPTION...] FILES...       (the files say what they are)\n",
    .help_end = "\n"
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
                "  strata import table page.html -o page.strata\n"
                "  strata import pdb --version 10.0.19041.1586 ntkrnlmp.pdb -o kernel\n"
                "  strata import isf ntkrnlmp-x64-10.0.22000.318.json.xz --into kernel\n"
                "  strata import vergilius 10.0.19042.508-x86.yml.xz -o kernel-x86\n"
                "  strata import btf --use linux.strata --version 6.1.0 /sys/kernel/btf/vmlinux -o linux\n"
                "  strata import sparse kphdyn.xml --into mine\n"
                "  strata import c --version 10.0.19041.1 ntdll.h -- -I include\n",
    .kinds = kinds,
    .guess = guess_kind,
};

/* ---- The kinds that import_isf.c reads */

const struct command import_isf = {
    .name = "import isf",
    .summary = "symbol files of kernels",
    .help = "\n"
            "isf reads symbol files of Volatility 3, which have no order; members of unions `allow overlap`.\n"
            "pdb and isf read both; PDBs give symbol files beside them their unions. A FILE may be .xz or\n"
            ".gz; '-' is standard input. The architecture comes from the FILE's machine type, its _MMPTE\n"
            "and its name. Each FILE stands for the versions from its build up to that of the next one.\n"
            "A symbol file that names no PDB is read, too; strata export isf writes it again.\n"
            "\n"
            HELP_OPTIONS,
    .run = import_run_kernels,
    .options = import_kernel_options,
    .operands = TAKES_FILE,
};

const struct command import_pdb = {
    .name = "import pdb",
    .summary = "PDBs of kernels and other programs",
    .help =
        "\n"
        "pdb reads the types of PDBs of kernels and other programs, one for each version, and writes\n"
        "specs with the members of all of them. Anonymous unions and structures are written where the\n"
        "order of the members proves them.\n",
    .run = import_run_kernels,
    .options = import_kernel_options,
    .operands = TAKES_FILE,
};

const struct command import_vergilius = {
    .name = "import vergilius",
    .summary = "the Vergilius Project's files of kernels",
    .help =
        "\n"
        "vergilius reads the YAML of https://github.com/VergiliusProject/kernels-data, which may be .xz\n"
        "or .gz; pdb, isf and vergilius read all three. The version is the FILE's buildnumber, or that of\n"
        "the kernel which the axis says it runs. Such a FILE has no identity, no positions of bit-fields,\n"
        "which follow from order and widths, and does not tell UINT from ULONG. [assumed] says what was\n"
        "chosen. It needs libyaml.\n",
    .run = import_run_kernels,
    .options = import_kernel_options,
    .operands = TAKES_FILE,
};

const struct command import_text = {
    .name = "import text",
    .summary = "texts of dt, pahole, C# and the Vergilius Project's pages",
    .help = "\n"
            "text reads what WinDbg's dt prints of types (also with -v, -r or -b, and with values at an\n"
            "address), the C of pahole, that of the Vergilius Project's pages, structures of C#\n"
            "(StructLayout, FieldOffset, MarshalAs), and sheets (commas, semicolons) with columns structure,\n"
            "member, type and offset, and perhaps size, bit, width and array; pdb, isf and vergilius read\n"
            "them, too. A session may have other commands, and be quoted in a mail. The architecture is\n"
            "that of the pointers, --arch or the FILE's name. A type that the FILE only names is opaque, and\n"
            "that of a value `unknown_value`. dt does not say the storage units of bit-fields: the least one\n"
            "that fits is taken. A structure without a size has that of its members. In C#, bool has 4\n"
            "bytes and char 1, unless MarshalAs, CharSet or `fixed` says otherwise; a property such as\n"
            "`(Flags >> 2) & 3` is a bit-field.\n",
    .run = import_run_kernels,
    .options = import_kernel_options,
    .operands = TAKES_FILE,
};

const struct command import_btf = {
    .name = "import btf",
    .summary = "BTF and DWARF of Linux kernels, modules and programs",
    .help = "\n"
            "btf reads BTF, such as /sys/kernel/btf/vmlinux; ELF files with BTF or DWARF 2 to 5 of C or C++:\n"
            "vmlinux, modules, object files, programs and their .debug files; vmlinuz, as a PC or EFI boots\n"
            "it; and Image of arm64. All may be .xz, .gz or .zst. Of a FILE with both, BTF is read. pdb, isf,\n"
            "vergilius and text read them, too. The axis must have the versions: give --use. A FILE that does\n"
            "not say its version (as a kernel's banner or a module's vermagic does) needs --version or a name\n"
            "with one. The architecture is that of the header, --arch, the FILE's name or its pointers. A\n"
            "`typedef` names a structure that has no name of its own, or an integer. The build ID of an ELF\n"
            "file is its identity. BTF needs libbpf, DWARF libdw of elfutils.\n"
            "\n"
            HELP_OPTIONS,
    .run = import_run_kernels,
    .options = import_btf_options,
    .operands = TAKES_FILE,
};
