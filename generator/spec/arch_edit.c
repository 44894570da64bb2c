#include "spec/arch_edit.h"

#include <string.h>

#include "base/arena.h"

const struct ast_decl *arch_edit_find(const struct ast_file *file, const char *name)
{
    const struct ast_decl *decl = file->decls;
    while (decl && (decl->kind != AST_ARCH || strcmp(decl->name, name) != 0))
        decl = decl->next;
    return decl;
}

bool arch_edit_extend(struct cell_editor editor, const struct ast_decl *decl, uint64_t version)
{
    const struct ast_clause *in = ast_clause_find(decl, AST_IN);
    const struct ast_set *set = in ? in->cell->columns->alternatives->set : NULL;
    if (set)
        cell_edit_add_version(editor, set, version);
    return set != NULL;
}

void arch_edit_declare(struct cell_editor editor, const struct ast_file *file, const char *const *names, size_t count,
                       const char *base, uint64_t version)
{
    const struct ast_decl *last = NULL;
    const char *blank, *text = "";
    for (size_t i = 0; i < count; i++)
        text = arena_format(editor.arena, "%s\narch %s = %s in %s;", text, names[i], base,
                            axis_version_text(editor.arena, editor.axis, version));
    for (const struct ast_decl *decl = file->decls; decl; decl = decl->next)
        last = decl->kind <= AST_ARCH ? decl : last;
    if (count && last)
        edit_insert(editor.edits, edit_end(editor.edits, last, &blank), text);
    else if (count)
        edit_insert(editor.edits, edit_begin(editor.edits, file->decls),
                    arena_format(editor.arena, "%s\n\n", text + 1));
}
