/*
 * The canonical form of any text that parses must parse, be its own canonical form, and mean the same: the same findings
 * and the same headers.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "check/check.h"
#include "spec/format.h"
#include "front/load.h"
#include "model/model.h"
#include "render/choice.h"
#include "render/context.h"
#include "mustache/mustache.h"
#include "mustache/templates.h"

/* Meaning of a spec: the codes of its findings, and its headers if no finding is an error. */
struct meaning {
    bool has[DIAG_CODE_COUNT];
    struct buffer headers;
};

static void find_meaning(struct arena *arena, const char *text, size_t size, struct meaning *meaning)
{
    static const char *const bases[] = {"fuzz"};
    struct program *program = program_new(arena);
    program_add_text(program, "fuzz.strata", text, size);
    if (!diags_error_count(program->diags)) {
        const struct model *model = model_resolve(program);
        check_run(model, program->diags);
        if (!diags_error_count(program->diags)) {
            struct keys *keys = keys_new(arena, program->intern);
            struct choice *choice = choice_new(model, CHOICE_EVERY_ARCH);
            choice_add_files(choice, false);
            struct render *render = render_new(model, program->diags, choice, keys, "strata_", bases);
            struct mustache *mustache =
                mustache_new(arena, program->sources, program->diags, program->intern, keys,
                             templates_loader(templates_new(arena, program->diags, NULL)), (struct mustache_options){0});
            mustache_render(mustache, "header", context_header(render, 0), &meaning->headers);
            mustache_render(mustache, "assert", context_assert(render, 0), &meaning->headers);
            mustache_render(mustache, "print", context_print(render, 0), &meaning->headers);
        }
    }
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++)
        meaning->has[i] = diags_has(program->diags, (enum diag_code)i);
}

static bool is_same(const struct buffer *one, const struct buffer *other)
{
    return one->size == other->size && (!one->size || !memcmp(one->data, other->data, one->size));
}

static size_t skip_blanks(const struct buffer *text, size_t at)
{
    while (at < text->size && strchr(" \t\n\v\f\r", text->data[at]))
        at++;
    return at;
}

/* Headers show the bounds of arrays as they are written, so blanks make no difference. */
static bool is_alike(const struct buffer *one, const struct buffer *other)
{
    size_t i = skip_blanks(one, 0), k = skip_blanks(other, 0);
    while (i < one->size && k < other->size && one->data[i] == other->data[k]) {
        i = skip_blanks(one, i + 1);
        k = skip_blanks(other, k + 1);
    }
    return i == one->size && k == other->size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct buffer once = {0}, twice = {0};
    struct meaning before = {0}, after = {0};
    char *text = arena_alloc(arena, size + 2);
    if (size)
        memcpy(text, data, size);
    if (format_spec(arena, text, size, &once)) {
        /* Two NULs end what is to be scanned. */
        size_t formatted = once.size;
        buffer_add(&once, "\0\0", 2);
        once.size = formatted;
        if (!format_spec(arena, once.data, once.size, &twice) || !is_same(&once, &twice))
            abort();
        find_meaning(arena, text, size, &before);
        find_meaning(arena, once.data, once.size, &after);
        if (memcmp(before.has, after.has, sizeof before.has) || !is_alike(&before.headers, &after.headers))
            abort();
    } else if (once.size) {
        abort();
    }
    buffer_free(&once);
    buffer_free(&twice);
    buffer_free(&before.headers);
    buffer_free(&after.headers);
    arena_free(arena);
    return 0;
}
