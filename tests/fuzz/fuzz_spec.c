/*
 * Any text must parse into a tree and diagnostics without harm, and every node must lie inside of the text.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/source.h"
#include "front/load.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_decls(const struct ast_decl *decl, struct span outer)
{
    for (; decl; decl = decl->next) {
        if (decl->span.begin < outer.begin || decl->span.end < decl->span.begin || decl->span.end > outer.end)
            abort();
        check_decls(decl->children, decl->body_span.begin ? decl->body_span : outer);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    struct buffer out = {0};
    program_add_text(program, "fuzz.strata", (const char *)data, size);
    for (size_t i = 0; i < program->file_count; i++) {
        const struct source *source = program->files[i].ast->source;
        check_decls(program->files[i].ast->decls, (struct span){source->base, source->base + (uint32_t)source->size});
    }
    diags_write(program->diags, &out, DIAG_FORMAT_TEXT, false);
    diags_write(program->diags, &out, DIAG_FORMAT_JSON, false);
    buffer_free(&out);
    arena_free(arena);
    return 0;
}
