/*
 * The template engine: the first byte chooses strictness and escaping, the rest is a template, which may name itself
 * and another as partials.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "mustache/mustache.h"

static const char other[] = "a\n  {{$b}}\n  old {{x}}\n  {{/b}}\n{{#l}}\n {{.}}{{>*name}}\n{{/l}}\n";

struct input {
    struct arena *arena;
    const uint8_t *bytes;
    size_t size;
};

static bool find_text(void *user, const char *name, struct mustache_text *text, const char **error)
{
    (void)error;
    const struct input *input = user;
    if (!strcmp(name, "main")) {
        char *copy = arena_alloc(input->arena, input->size + 2);
        if (input->size)
            memcpy(copy, input->bytes, input->size);
        *text = (struct mustache_text){"main", copy, input->size};
        return true;
    }
    *text = (struct mustache_text){"p", other, sizeof other - 1};
    return !strcmp(name, "p");
}

static struct value make_context(struct arena *arena, struct keys *keys)
{
    enum { X, O, L, T, N, I, NAME, COUNT };
    static const char *const names[] = {
        [X] = "x", [O] = "o", [L] = "l", [T] = "t", [N] = "n", [I] = "i", [NAME] = "name"};
    const struct shape *shape = shape_new(keys, names, COUNT);
    struct object *root = object_new(arena, shape), *inner = object_new(arena, shape);
    struct list *list = list_new(arena);
    inner->values[X] = value_text("in\"n*/er??\n\xFF");
    list_add(arena, list, value_integer(INT64_MIN));
    list_add(arena, list, value_object(inner));
    list_add(arena, list, value_null());
    root->values[X] = value_text("<x>");
    root->values[O] = value_object(inner);
    root->values[L] = value_list(list);
    root->values[T] = value_boolean(true);
    root->values[I] = value_integer(7);
    root->values[NAME] = value_text("nowhere");
    return value_object(root);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct input input = {arena, data + (size > 0), size - (size > 0)};
    struct sources *sources = sources_new(arena);
    struct diags *diags = diags_new(arena, sources);
    struct intern *intern = intern_new(arena);
    struct keys *keys = keys_new(arena, intern);
    unsigned choice = size ? data[0] : 0;
    struct mustache_options options = {
        .escape = choice & 1 ? MUSTACHE_ESCAPE_HTML : MUSTACHE_ESCAPE_C,
        .lenient = choice & 2,
        .work_most = 5000,
    };
    struct mustache *mustache =
        mustache_new(arena, sources, diags, intern, keys, (struct mustache_loader){find_text, &input}, options);
    struct buffer out = {0}, text = {0};
    bool done = mustache_render(mustache, "main", make_context(arena, keys), &out);
    diags_write(diags, &text, DIAG_FORMAT_TEXT, false);
    if (done != (diags_count(diags) == 0))
        abort(); /* it fails exactly when it says why */
    buffer_free(&text);
    buffer_free(&out);
    arena_free(arena);
    return 0;
}
