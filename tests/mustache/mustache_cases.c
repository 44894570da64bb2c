/*
 * Runs cases of the template engine: mustache_cases FILE.json ...
 *
 * A file is an object with an array `tests`, in the form of the official mustache specification's data. A case has
 * `name`, `template`, `data` and `expected`; it may have `partials`. Ours may have, too: `"strict": true`, as the
 * compiler runs the engine; `"escape": "c"`; and `errors`, an array of what the diagnostics say instead of `expected`,
 * each as LINE:COLUMN: MESSAGE [CODE], preceded by TEMPLATE: when it is not in the main one.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_tree.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "mustache/mustache.h"

static const char main_name[] = "template";

struct testing {
    const char *file;
    unsigned passed, failed;
};

/* Everything that one case needs. */
struct bench {
    struct arena *arena;
    struct keys *keys;
    yajl_val test;
};

static yajl_val get(yajl_val object, const char *key)
{
    const char *path[] = {key, NULL};
    return yajl_tree_get(object, path, yajl_t_any);
}

static const char *get_text(yajl_val object, const char *key)
{
    return YAJL_GET_STRING(get(object, key));
}

static struct value make_value(struct bench *bench, yajl_val json)
{
    if (YAJL_IS_STRING(json))
        return value_text(YAJL_GET_STRING(json));
    if (YAJL_IS_INTEGER(json))
        return value_integer(YAJL_GET_INTEGER(json));
    if (YAJL_IS_NUMBER(json))
        return value_text(YAJL_GET_NUMBER(json));
    if (YAJL_IS_ARRAY(json)) {
        struct list *list = list_new(bench->arena);
        for (size_t i = 0; i < json->u.array.len; i++)
            list_add(bench->arena, list, make_value(bench, json->u.array.values[i]));
        return value_list(list);
    }
    if (YAJL_IS_OBJECT(json)) {
        const struct shape *shape = shape_new(bench->keys, json->u.object.keys, json->u.object.len);
        struct object *object = object_new(bench->arena, shape);
        for (size_t i = 0; i < json->u.object.len; i++)
            object->values[i] = make_value(bench, json->u.object.values[i]);
        return value_object(object);
    }
    return YAJL_IS_NULL(json) || !json ? value_null() : value_boolean(YAJL_IS_TRUE(json));
}

static bool find_text(void *user, const char *name, struct mustache_text *text, const char **error)
{
    (void)error;
    struct bench *bench = user;
    const char *found = NULL;
    if (!strcmp(name, main_name)) {
        found = get_text(bench->test, "template");
    } else {
        yajl_val partials = get(bench->test, "partials");
        for (size_t i = 0; YAJL_IS_OBJECT(partials) && i < partials->u.object.len; i++)
            if (!strcmp(partials->u.object.keys[i], name))
                found = YAJL_GET_STRING(partials->u.object.values[i]);
    }
    if (!found)
        return false;
    size_t size = strlen(found);
    char *copy = arena_alloc(bench->arena, size + 2);
    memcpy(copy, found, size);
    *text = (struct mustache_text){arena_copy(bench->arena, name, strlen(name)), copy, size};
    return true;
}

/* The first lines of the diagnostics and of their notes: what carries a place. */
static void list_diagnostics(struct diags *diags, struct buffer *out)
{
    struct buffer text = {0};
    diags_write(diags, &text, DIAG_FORMAT_TEXT, false);
    buffer_text(&text);
    for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n")) {
        size_t prefix = sizeof main_name - 1;
        if (*line == ' ')
            continue;
        if (!strncmp(line, main_name, prefix) && line[prefix] == ':')
            line += prefix + 1;
        buffer_format(out, "%s\n", line);
    }
    buffer_free(&text);
}

static void run_case(struct testing *testing, yajl_val test)
{
    struct bench bench = {arena_new(), NULL, test};
    struct sources *sources = sources_new(bench.arena);
    struct diags *diags = diags_new(bench.arena, sources);
    struct intern *intern = intern_new(bench.arena);
    const char *escape = get_text(test, "escape");
    bench.keys = keys_new(bench.arena, intern);
    struct mustache_options options = {
        .escape = escape && !strcmp(escape, "c") ? MUSTACHE_ESCAPE_C : MUSTACHE_ESCAPE_HTML,
        .lenient = !YAJL_IS_TRUE(get(test, "strict")),
        .work_most = 1000000,
    };
    struct mustache *mustache = mustache_new(bench.arena, sources, diags, intern, bench.keys,
                                             (struct mustache_loader){find_text, &bench}, options);
    struct buffer out = {0}, expected = {0};
    bool done = mustache_render(mustache, main_name, make_value(&bench, get(test, "data")), &out);
    yajl_val errors = get(test, "errors");
    if (!done || errors) {
        buffer_clear(&out);
        list_diagnostics(diags, &out);
    }
    for (size_t i = 0; YAJL_IS_ARRAY(errors) && i < errors->u.array.len; i++)
        buffer_format(&expected, "%s\n", YAJL_GET_STRING(errors->u.array.values[i]));
    if (!errors && get_text(test, "expected"))
        buffer_add_text(&expected, get_text(test, "expected"));
    bool stated = errors ? YAJL_IS_ARRAY(errors) && errors->u.array.len : get_text(test, "expected") != NULL;
    bool same = stated && !strcmp(buffer_text(&out), buffer_text(&expected)) && done == !errors;
    if (!same)
        printf("FAIL %s: %s\n--- expected\n%s\n--- got%s\n%s\n---\n", testing->file, get_text(test, "name"),
               buffer_text(&expected), done ? "" : " (an error)", buffer_text(&out));
    testing->passed += same;
    testing->failed += !same;
    buffer_free(&out);
    buffer_free(&expected);
    arena_free(bench.arena);
}

static void run_file(struct testing *testing, const char *path)
{
    struct buffer text = {0};
    char why[256] = "";
    FILE *file = fopen(path, "rb");
    while (file) {
        size_t size = fread(buffer_reserve(&text, 65536), 1, 65536, file);
        text.size += size;
        if (!size)
            break;
    }
    if (file)
        fclose(file);
    yajl_val root = yajl_tree_parse(buffer_text(&text), why, sizeof why);
    yajl_val tests = root ? get(root, "tests") : NULL;
    testing->file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    if (!YAJL_IS_ARRAY(tests) || !tests->u.array.len) {
        printf("FAIL %s: no tests can be read from it %s\n", path, why);
        testing->failed++;
    } else {
        for (size_t i = 0; i < tests->u.array.len; i++)
            run_case(testing, tests->u.array.values[i]);
    }
    yajl_tree_free(root);
    buffer_free(&text);
}

int main(int argc, char **argv)
{
    struct testing testing = {0};
    for (int i = 1; i < argc; i++)
        run_file(&testing, argv[i]);
    printf("%u passed, %u failed\n", testing.passed, testing.failed);
    return testing.failed != 0;
}
