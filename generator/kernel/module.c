#include "kernel/module.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "kernel/kernel.h"
#include "model/model.h"

/* Names of program databases without their endings, in small letters. */
static const struct {
    const char *database;
    const char *module;
    bool begins; /* other names with this beginning belong to the same module */
} modules[] = {
    {"ntoskrnl", "ntoskrnl", false},
    {"ntkrnlmp", "ntoskrnl", false},
    {"ntkrnlpa", "ntoskrnl", false},
    {"ntkrpamp", "ntoskrnl", false},
    {"ntkrla57", "ntoskrnl", false},
    {"ntdll", "ntdll", false},
    {"wntdll", "ntdll", false},
    {"win32k", "win32k", true},
    {"fltmgr", "fltmgr", false},
    {"tcpip", "tcpip", false},
    {"lxcore", "lxcore", false},
    {"wdigest", "wdigest", false},
    {"ci", "ci", false},
    {"hal", "hal", false},
};

/* True if a name is the database name of a row, optionally followed by an ending or another word. */
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

bool kernel_is_module(const char *word)
{
    bool is_name = *word && !ascii_is_digit(*word);
    for (const char *c = word; *c && is_name; c++)
        is_name = ascii_is_name(*c);
    return is_name;
}

bool kernel_has_module(const struct model *model, const char *module)
{
    const struct program *program = model->program;
    for (size_t i = 0; i < program->file_count; i++)
        if (program->files[i].ast->counts[AST_ATTEST] &&
            !strcmp(model_find_module(model, program->files[i].ast)->name, module))
            return true;
    return false;
}

void kernel_take_module(struct arena *arena, const struct model *model, struct kernel *kernel)
{
    const struct arch *pae = model_find_arch(model, "x86pae");
    if (pae && pae->fallback == kernel->arch && kernel->version >= version_pack(6, 2, 0, 0))
        kernel->arch = pae;
    const struct kernel_record **records = ARENA_ARRAY(arena, const struct kernel_record *, kernel->record_count);
    size_t count = 0;
    for (size_t i = 0; i < kernel->record_count; i++)
        if (kernel->records[i]->size || kernel->records[i]->member_count)
            records[count++] = kernel->records[i];
    kernel->records = records;
    kernel->record_count = count;
}
