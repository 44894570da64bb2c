#include "model/resolve.h"

#include "base/arena.h"

const struct arch *const *resolve_columns(struct resolver *resolver, const struct ast_decl *decl, size_t *count)
{
    size_t most = 0;
    for (const struct ast_name *name = decl->names; name; name = name->next)
        most++;
    const struct arch **columns = ARENA_ARRAY(resolver->arena, const struct arch *, most);
    *count = 0;
    for (const struct ast_name *name = decl->names; name; name = name->next) {
        const struct arch *arch = model_find_arch(resolver->model, name->name);
        if (!arch)
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, name->span, decl, NULL, "no arch is called '%s'", name->name);
        for (size_t i = 0; arch && i < *count; i++)
            if (columns[i] == arch)
                resolve_fault(resolver, DIAG_DUPLICATE, name->span, decl, NULL, "column '%s' is repeated", name->name);
        columns[(*count)++] = arch;
    }
    return columns;
}

bool resolve_column(const struct arch *arch, const struct arch *const *columns, size_t count, unsigned *column,
                    const struct arch **home)
{
    *column = 0;
    *home = arch;
    if (!columns)
        return true;
    for (; *home; *home = (*home)->fallback)
        for (*column = 0; *column < count; ++*column)
            if (columns[*column] == *home)
                return true;
    return false;
}
