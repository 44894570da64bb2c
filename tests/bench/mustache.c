/*
 * The template engine: 1,772 structures of 20 members, 25 MB of output, against memcpy of the same bytes.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "mustache/mustache.h"

enum { STRUCT_COUNT = 1772, MEMBER_COUNT = 20, RUNS = 15 };

static const char text_struct[] =
    "{{#struct}}\n{{! a header such as strata writes: some text, a section in a section, a partial }}\n"
    "/*\n * {{doc}}\n */\n"
    "typedef struct {{&prefix}}{{&name}} {\n"
    "    const unsigned char *bytes;\n    size_t size;\n    const strata_layout *layout;\n"
    "} {{&prefix}}{{&name}};\n\n"
    "{{#members}}\n{{>member}}\n{{/members}}\n"
    "#define {{&prefix}}{{&name}}_SIZE {{size}}u\n\n{{/struct}}\n";

static const char text_member[] =
    "/* {{doc}} */\n"
    "#define {{&prefix}}{{&name}}_{{&member}}_OFFSET {{offset}}u\n"
    "#define {{&prefix}}{{&name}}_{{&member}}_WIDTH {{width}}u\n\n"
    "static inline strata_status {{&prefix}}{{&name}}_get_{{&member}}(const {{&prefix}}{{&name}} *view, "
    "{{&type}} *value)\n"
    "{\n"
    "    return strata_read_{{&reader}}(view->bytes, view->size, view->layout->offsets[{{index}}], value);\n"
    "}\n\n"
    "static inline int {{&prefix}}{{&name}}_has_{{&member}}(const {{&prefix}}{{&name}} *view)\n{\n"
    "    return 1;\n}\n\n"
    "{{#writable}}\n"
    "static inline strata_status {{&prefix}}{{&name}}_set_{{&member}}({{&prefix}}{{&name}} *view, {{&type}} value)\n"
    "{\n"
    "    return strata_write_{{&reader}}(view->bytes, view->size, view->layout->offsets[{{index}}], value);\n"
    "}\n\n"
    "{{/writable}}\n"
    "{{^writable}}\n"
    "/* read-only */\n"
    "{{/writable}}\n";

enum { ROOT_PREFIX, ROOT_STRUCT, ROOT_KEYS };
static const char *const root_keys[] = {[ROOT_PREFIX] = "prefix", [ROOT_STRUCT] = "struct"};

enum { STRUCT_NAME, STRUCT_DOC, STRUCT_SIZE, STRUCT_MEMBERS, STRUCT_KEYS };
static const char *const struct_keys[] = {
    [STRUCT_NAME] = "name", [STRUCT_DOC] = "doc", [STRUCT_SIZE] = "size", [STRUCT_MEMBERS] = "members"};

enum {
    MEMBER_MEMBER,
    MEMBER_DOC,
    MEMBER_OFFSET,
    MEMBER_WIDTH,
    MEMBER_TYPE,
    MEMBER_READER,
    MEMBER_INDEX,
    MEMBER_WRITABLE,
    MEMBER_KEYS
};
static const char *const member_keys[] = {
    [MEMBER_MEMBER] = "member", [MEMBER_DOC] = "doc",       [MEMBER_OFFSET] = "offset", [MEMBER_WIDTH] = "width",
    [MEMBER_TYPE] = "type",     [MEMBER_READER] = "reader", [MEMBER_INDEX] = "index",   [MEMBER_WRITABLE] = "writable"};

static bool find_text(void *user, const char *name, struct mustache_text *text, const char **error)
{
    (void)error;
    (void)user;
    if (!strcmp(name, "struct"))
        *text = (struct mustache_text){name, text_struct, sizeof text_struct - 1};
    else
        *text = (struct mustache_text){name, text_member, sizeof text_member - 1};
    return true;
}

static struct value make_struct(struct arena *arena, const struct shape *struct_shape, const struct shape *member_shape,
                                unsigned number)
{
    struct list *members = list_new(arena);
    for (unsigned i = 0; i < MEMBER_COUNT; i++) {
        struct object *member = object_new(arena, member_shape);
        member->values[MEMBER_MEMBER] = value_text(arena_format(arena, "MemberNumber%u", i));
        member->values[MEMBER_DOC] = value_text("What the kernel \"remembers\" of it, in 6.1 and higher.");
        member->values[MEMBER_OFFSET] = value_integer(8 * i);
        member->values[MEMBER_WIDTH] = value_integer(64);
        member->values[MEMBER_TYPE] = value_text("uint64_t");
        member->values[MEMBER_READER] = value_text("u64");
        member->values[MEMBER_INDEX] = value_integer(i);
        member->values[MEMBER_WRITABLE] = value_boolean(i % 8 != 7);
        list_add(arena, members, value_object(member));
    }
    struct object *object = object_new(arena, struct_shape);
    object->values[STRUCT_NAME] = value_text(arena_format(arena, "STRUCTURE_NUMBER_%u", number));
    object->values[STRUCT_DOC] = value_text("A structure of the kernel's.");
    object->values[STRUCT_SIZE] = value_integer(8 * MEMBER_COUNT);
    object->values[STRUCT_MEMBERS] = value_list(members);
    return value_object(object);
}

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Renders every structure; with `each`, into a buffer that is emptied after each, as `gen` does file by file. */
static size_t render_all(struct mustache *mustache, struct object **roots, struct buffer *out, bool each)
{
    size_t size = 0;
    for (size_t i = 0; i < STRUCT_COUNT; i++) {
        if (!mustache_render(mustache, "struct", value_object(roots[i]), out))
            exit(1);
        size += each ? out->size : 0;
        if (each)
            buffer_clear(out);
    }
    return each ? size : out->size;
}

/* The best of several runs, each into memory that is fresh. */
static double measure(struct mustache *mustache, struct object **roots, bool each, size_t *size)
{
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        struct buffer out = {0};
        double begin = now_ms();
        *size = render_all(mustache, roots, &out, each);
        double time = now_ms() - begin;
        best = time < best ? time : best;
        buffer_free(&out);
    }
    return best;
}

/* The same bytes copied into a buffer of the same kind, as much at a time as a tag and the text before it come to. */
static double measure_copy(const struct buffer *bytes)
{
    enum { PIECE = 48 };
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        struct buffer copy = {0};
        double begin = now_ms();
        for (size_t i = 0; i < bytes->size; i += PIECE)
            buffer_add(&copy, bytes->data + i, bytes->size - i < PIECE ? bytes->size - i : PIECE);
        double time = now_ms() - begin;
        best = time < best ? time : best;
        buffer_free(&copy);
    }
    return best;
}

int main(void)
{
    struct arena *arena = arena_new();
    struct sources *sources = sources_new(arena);
    struct diags *diags = diags_new(arena, sources);
    struct intern *intern = intern_new(arena);
    struct keys *keys = keys_new(arena, intern);
    struct mustache *mustache =
        mustache_new(arena, sources, diags, intern, keys, (struct mustache_loader){find_text, NULL},
                     (struct mustache_options){.escape = MUSTACHE_ESCAPE_C});
    const struct shape *root_shape = shape_new(keys, root_keys, ROOT_KEYS);
    const struct shape *struct_shape = shape_new(keys, struct_keys, STRUCT_KEYS);
    const struct shape *member_shape = shape_new(keys, member_keys, MEMBER_KEYS);
    struct object *roots[STRUCT_COUNT];

    long peak = peak_kib();
    double begin = now_ms();
    for (unsigned i = 0; i < STRUCT_COUNT; i++) {
        roots[i] = object_new(arena, root_shape);
        roots[i]->values[ROOT_PREFIX] = value_text("strata_");
        roots[i]->values[ROOT_STRUCT] = make_struct(arena, struct_shape, member_shape, i);
    }
    double building = now_ms() - begin;
    size_t size;
    double by_file = measure(mustache, roots, true, &size);
    peak = peak_kib() - peak;
    double at_once = measure(mustache, roots, false, &size);
    struct buffer out = {0};
    render_all(mustache, roots, &out, false);
    double copying = measure_copy(&out);

    printf("copied\t%.1f\nat once\t%.1f\nby file\t%.1f\ncontext\t%.1f\nmemory\t%.1f\n", copying, at_once, by_file,
           building, (double)peak / 1024);
    buffer_free(&out);
    arena_free(arena);
    return 0;
}
