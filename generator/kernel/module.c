#include "kernel/module.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/ascii.h"

/* Names of program databases without their endings, in small letters. */
static const struct {
    const char *database;
    const char *module;
    bool begins; /* other names that begin so are of the same module */
} modules[] = {
    {"ntoskrnl", "ntoskrnl", false}, {"ntkrnlmp", "ntoskrnl", false}, {"ntkrnlpa", "ntoskrnl", false},
    {"ntkrpamp", "ntoskrnl", false}, {"ntkrla57", "ntoskrnl", false}, {"ntdll", "ntdll", false},
    {"wntdll", "ntdll", false},      {"win32k", "win32k", true},      {"fltmgr", "fltmgr", false},
    {"tcpip", "tcpip", false},       {"lxcore", "lxcore", false},     {"wdigest", "wdigest", false},
    {"ci", "ci", false},             {"hal", "hal", false},
};

/* True if a name is that of a row, with an ending or a word behind it. */
static bool is_called(const char *name, const char *database, bool begins)
{
    while (*database && ascii_lower(*name) == *database) {
        name++;
        database++;
    }
    return !*database && (begins || !*name || *name == '.' || *name == '-');
}

const char *kernel_find_module(const char *database)
{
    for (size_t i = 0; database && i < sizeof modules / sizeof *modules; i++)
        if (is_called(database, modules[i].database, modules[i].begins))
            return modules[i].module;
    return NULL;
}
