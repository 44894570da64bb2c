#include "front/foreign.h"

#include <string.h>

static const char symbols[] = "`strata import isf` reads symbol files of kernels, also compressed ones";
static const char databases[] = "`strata import pdb` reads PDBs, also compressed ones";
static const char pages[] = "`strata import table` reads published pages";
static const char types[] = "`strata import vergilius` reads files of the Vergilius Project, also compressed ones";
static const char debug[] = "`strata import btf` reads BTF, and ELF files with BTF or DWARF";

static const char kernels[] = "pdb isf vergilius", tables[] = "table", sheets[] = "table text";

static const struct foreign kinds[] = {
    {"{", "JSON", symbols, kernels},
    {"\xFD" "7zXZ", "a file compressed by xz", symbols, kernels},
    {"\x1F\x8B", "a file compressed by gzip", symbols, kernels},
    {"Microsoft C/C++ MSF", "a PDB", databases, kernels},
    {"\x7F" "ELF", "an ELF file", debug, "btf"},
    {"\x9F\xEB\x01", "BTF", debug, "btf"},
    {"\xEB\x9F\x01", "BTF", debug, "btf"},
    {"family:", "a kernel of the Vergilius Project", types, kernels},
    {"MZ", "a program", "specs are text files; `strata import pdb` reads the PDB of a program", kernels},
    {"<", "a page of HTML", pages, tables},
    {"# ", "a page of Markdown", pages, tables},
    {"Offset", "a table", pages, tables},
    {"\x89STRPACK", "a pack", "`strata pack` makes packs of specs; programs load them", NULL},
};

const struct foreign *foreign_find(const char *text, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* a byte order mark */
    if (size >= sizeof mark - 1 && !memcmp(text, mark, sizeof mark - 1))
        text += sizeof mark - 1, size -= sizeof mark - 1;
    while (size && strchr(" \t\r\n", *text) && *text)
        text++, size--;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].begin);
        if (size >= length && !memcmp(text, kinds[i].begin, length))
            return &kinds[i];
    }
    return NULL;
}

static const char spec[] = "`strata check` reads specs; `strata import pdb --into SPEC` merges kernels into one";
static const char symbol[] = "`strata import isf` reads symbol files";
static const char database[] = "`strata import pdb` reads PDBs";
static const char page[] = "`strata import table` reads pages";
static const char vergilius[] = "`strata import vergilius` reads files of the Vergilius Project";
static const char header[] = "`strata import c` reads C headers";

static const struct foreign_name names[] = {
    {".strata", NULL, "a spec", spec},
    {".json", kernels, "a symbol file", symbol},
    {".json.xz", kernels, "a symbol file", symbol},
    {".json.gz", kernels, "a symbol file", symbol},
    {".pdb", kernels, "a PDB", database},
    {".pdb.xz", kernels, "a PDB", database},
    {".pdb.gz", kernels, "a PDB", database},
    {".yml", kernels, "a kernel of the Vergilius Project", vergilius},
    {".yml.xz", kernels, "a kernel of the Vergilius Project", vergilius},
    {".yml.gz", kernels, "a kernel of the Vergilius Project", vergilius},
    {".html", tables, "a page", page},
    {".htm", tables, "a page", page},
    {".md", tables, "a page", page},
    {".tsv", tables, "a page", page},
    {".csv", sheets, "a page", page},
    {".h", "c", "a C header", header},
};

const struct foreign_name *foreign_find_name(const char *path)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size = strlen(path), end = strlen(names[i].end);
        if (size > end && !strcmp(path + size - end, names[i].end))
            return &names[i];
    }
    return NULL;
}
