#include "front/foreign.h"

#include <string.h>

static const char symbols[] = "`strata import isf` reads symbol files of kernels, also compressed ones";
static const char pages[] = "`strata import table` reads published pages";

static const struct foreign kinds[] = {
    {"{", "JSON", symbols},
    {"\xFD" "7zXZ", "a file compressed by xz", symbols},
    {"\x1F\x8B", "a file compressed by gzip", symbols},
    {"Microsoft C/C++ MSF", "a program database", "Volatility 3 makes symbol files of them, which `strata import isf` "
                                                  "reads"},
    {"MZ", "a program", "specs are text files; `strata import isf` reads symbol files of kernels"},
    {"<", "a page of HTML", pages},
    {"# ", "a page of Markdown", pages},
    {"Offset", "a table", pages},
    {"\x89STRPACK", "a pack", "`strata pack` makes packs of specs; programs load them"},
};

const struct foreign *foreign_find(const char *text, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* of byte order */
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

static const char spec[] = "`strata check` reads specs; `strata import isf --into SPEC` merges kernels into one";
static const char symbol[] = "`strata import isf` reads symbol files";
static const char page[] = "`strata import table` reads pages";

static const struct foreign_name names[] = {
    {".strata", NULL, "a spec", spec},
    {".json", "isf", "a symbol file", symbol},
    {".json.xz", "isf", "a symbol file", symbol},
    {".json.gz", "isf", "a symbol file", symbol},
    {".html", "table", "a page", page},
    {".htm", "table", "a page", page},
    {".md", "table", "a page", page},
    {".tsv", "table", "a page", page},
    {".csv", "table", "a page", page},
    {".pdb", NULL, "a program database", "Volatility 3 makes symbol files of them, which `strata import isf` reads"},
    {".exe", NULL, "a program", "Volatility 3 makes symbol files of the program database that belongs to it"},
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
