#include "clang/unit.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/progress.h"
#include "base/source.h"
#include "front/load.h"
#include "guard/limited.h"
#include "clang/claims.h"

/* Largest number of errors that are reported for a header. Further ones often follow from the first ones. */
enum { ERRORS_MOST = 5 };

static bool fail(const struct clang_unit *unit, const char *path, const char *reason)
{
    diag_report(unit->run->program->diags, DIAG_READ, (struct span){0, 0}, "cannot read '%s': %s", path, reason);
    return false;
}

/* Returns an interned copy of a text of the library. Releases the text. */
static const char *take_string(const struct clang_unit *unit, struct clang_string string)
{
    const char *text = unit->clang.get_text(string);
    const char *taken = intern_text(unit->run->program->intern, text ? text : "");
    unit->clang.dispose_string(string);
    return taken;
}

/* Returns the name of a declaration. For a type without a name, older versions of clang return an empty one, newer ones
 * "(unnamed struct at ...)". */
const char *clang_name_of(const struct clang_unit *unit, struct clang_cursor cursor)
{
    const char *name = take_string(unit, unit->clang.get_name(cursor));
    return *name && *name != '(' ? name : NULL;
}

/* ---- Errors */

/* Returns the source of a file in which clang has found an error; NULL if it cannot be read. */
static const struct source *find_source(const struct clang_unit *unit, const char *path)
{
    const struct clang_run *run = unit->run;
    const struct source *source = map_get(run->sources, path);
    const char *text, *error;
    size_t size;
    if (source || !file_read(run->program->arena, path, &text, &size, &error))
        return source;
    source = program_add_source(run->program, path, (struct span){0, 0}, text, size);
    if (source)
        map_set(run->sources, path, (void *)(uintptr_t)source);
    return source;
}

const struct source *clang_source_of(struct clang_unit *unit, void *file)
{
    const struct source *source = file ? map_get(unit->files, file) : NULL;
    if (source || !file)
        return source;
    const char *path = take_string(unit, unit->clang.get_file_name(file));
    path = intern_text(unit->run->program->intern, path_normalise(unit->run->program->arena, file_path_rules, path));
    source = *path ? find_source(unit, path) : NULL;
    if (source)
        map_set(unit->files, file, (void *)(uintptr_t)source);
    return source;
}

/* True if an error says that an assertion about a layout fails. The assertion is then a claim, which is taken instead
 * of clang's layout. */
static bool is_claim(const char *text, const struct source *source, unsigned offset)
{
    static const char *const texts[] = {"static assertion failed", "static_assert failed", "negative"};
    for (size_t i = 0; source && offset < source->size && i < sizeof texts / sizeof *texts; i++)
        if (strstr(text, texts[i]) && clang_is_assertion(source, offset))
            return true;
    return false;
}

/* Reports an error at its position. Returns NULL if the message is no error. */
static struct diag *report_error(struct clang_unit *unit, void *message)
{
    void *file = NULL;
    unsigned line = 0, column = 0, offset = 0;
    const char *text = take_string(unit, unit->clang.get_message_text(message));
    unit->clang.get_position(unit->clang.get_location(message), &file, &line, &column, &offset);
    const struct source *source = clang_source_of(unit, file);
    if (is_claim(text, source, offset))
        return NULL;
    struct span span = {0, 0};
    if (source && offset <= source->size) {
        span.begin = source->base + offset;
        span.end = span.begin + (offset < source->size);
    }
    return diag_report(unit->run->program->diags, DIAG_READ, span, "%s", text);
}

/* Reports the first errors in a header. Returns true if there are none. */
static bool report_errors(struct clang_unit *unit, const struct clang_header *header)
{
    unsigned count = unit->clang.count_messages(unit->unit), errors = 0;
    for (unsigned i = 0; i < count && errors < ERRORS_MOST; i++) {
        void *message = unit->clang.get_message(unit->unit, i);
        if (unit->clang.get_severity(message) >= CLANG_ERROR) {
            struct diag *diag = report_error(unit, message);
            if (diag && !errors++)
                diag_help(diag, "clang says so for %s; flags for clang come after `--`, such as -- -I include -D NAME",
                          header->triple);
        }
        unit->clang.dispose_message(message);
    }
    return !errors;
}

/* Reports that clang exceeds a limit on a header. If `limit` is NULL, reports that clang crashes. */
static void report_failure(struct diags *diags, const char *path, const char *limit)
{
    static const struct span nowhere = {0, 0};
    if (limit)
        diag_help(diag_report(diags, DIAG_LIMIT, nowhere, "cannot read '%s': clang needs more than %s for it", path,
                              limit),
                  "a few lines of macros can make very much code; flags for clang, such as -- -D NAME, may hide them");
    else
        diag_report(diags, DIAG_READ, nowhere, "cannot read '%s': clang crashes on it", path);
}

/* ---- Limits */

struct limited *clang_start(struct program *program)
{
    static const struct limits limits = {.memory = 0x80000000, .cpu_seconds = 60, .seconds = 600};
    static const char *const texts[] = {
        [LIMITED_CRASH] = NULL,
        [LIMITED_CPU_TIME] = "60 seconds",
        [LIMITED_TIME] = "10 minutes",
    };
    struct limited_failure failure;
    struct limited *limited = limited_start(program->arena, &limits, &failure);
    if (limited)
        return limited;
    report_failure(program->diags, failure.item, texts[failure.reason]);
    /* replaces the line of the child process; main removes it */
    progress_step(program->progress, "reading", 0, 1, failure.item);
    return NULL;
}

/* ---- Parsing */

/* Returns the arguments for clang. Those of the user come after the target and before the header, so that they can
 * change the target and include other headers first. */
static const char **make_arguments(const struct clang_unit *unit, const struct clang_header *header, int *count)
{
    const struct clang_run *run = unit->run;
    struct arena *arena = run->program->arena;
    const char **arguments = ARENA_ARRAY(arena, const char *, run->flag_count + 6);
    const char *resources = clang_find_resources(&unit->clang, arena);
    *count = 0;
    if (resources)
        arguments[(*count)++] = arena_format(arena, "-resource-dir=%s", resources);
    arguments[(*count)++] = arena_format(arena, "--target=%s", header->triple);
    arguments[(*count)++] = "-xc";
    arguments[(*count)++] = "-w";
    for (size_t i = 0; i < run->flag_count; i++)
        arguments[(*count)++] = run->flags[i];
    if (!header->text) {
        arguments[(*count)++] = "-include";
        arguments[(*count)++] = header->path;
    }
    return arguments;
}

/* Parses the header by including it from an empty source, because `#pragma once` is not allowed in a main file. */
static bool parse(struct clang_unit *unit, const struct clang_header *header)
{
    int count;
    const char **arguments = make_arguments(unit, header, &count);
    struct clang_text text = {header->text ? header->path : "strata-import.c", header->text ? header->text : "",
                              header->text ? (unsigned long)header->size : 0};
    unit->index = unit->clang.create_index(0, 0);
    limited_hush(unit->run->limited, true);
    int status = unit->clang.parse(unit->index, text.path, arguments, count, &text, 1, CLANG_SKIP_BODIES, &unit->unit);
    limited_hush(unit->run->limited, false);
    if (status == CLANG_CRASHED) { /* libclang also returns this if it gets no memory */
        report_failure(unit->run->program->diags, header->path,
                       limited_end(unit->run->limited) ? "2 GiB of memory" : NULL);
        return false;
    }
    if (status || !unit->unit)
        return fail(unit, header->path, "clang cannot parse it with these flags");
    void *target = unit->clang.get_target(unit->unit);
    if (target) {
        unit->pointer_size = (uint32_t)unit->clang.get_pointer_width(target) / 8;
        unit->clang.dispose_target(target);
    }
    return report_errors(unit, header);
}

/* ---- Tags */

static void add_tag(struct clang_unit *unit, struct clang_cursor cursor, enum clang_tag_kind kind)
{
    const struct clang_tag tag = {cursor, kind, clang_name_of(unit, cursor)};
    buffer_add(&unit->tags, &tag, sizeof tag);
    map_set(unit->by_node, cursor.data[0], (void *)(uintptr_t)(unit->tags.size / sizeof tag));
}

static struct clang_tag *find_tag(const struct clang_unit *unit, struct clang_type type)
{
    struct clang_cursor cursor =
        unit->clang.get_definition(unit->clang.get_declaration(unit->clang.get_canonical(type)));
    uintptr_t number = cursor.data[0] ? (uintptr_t)map_get(unit->by_node, cursor.data[0]) : 0;
    return number ? &((struct clang_tag *)(void *)unit->tags.data)[number - 1] : NULL;
}

const struct clang_tag *clang_find_tag(const struct clang_unit *unit, struct clang_type type)
{
    return find_tag(unit, type);
}

static int visit(struct clang_cursor cursor, struct clang_cursor parent, void *user)
{
    struct clang_unit *unit = user;
    bool is_definition = unit->clang.is_definition(cursor) != 0;
    (void)parent;
    if (cursor.kind == CLANG_TYPEDEF_DECLARATION) {
        /* Take the first typedef of an unnamed tag as its name: `typedef struct { ... } NAME, *POINTER;`. */
        struct clang_type type = unit->clang.get_canonical(unit->clang.get_underlying(cursor));
        struct clang_tag *tag = type.kind == CLANG_RECORD || type.kind == CLANG_ENUM ? find_tag(unit, type) : NULL;
        if (tag && !tag->name)
            tag->name = clang_name_of(unit, cursor);
    }
    if (!is_definition)
        return CLANG_NEXT;
    switch (cursor.kind) {
    case CLANG_STRUCT_DECLARATION:
        add_tag(unit, cursor, CLANG_TAG_STRUCT);
        return CLANG_INNER;
    case CLANG_UNION_DECLARATION:
        add_tag(unit, cursor, CLANG_TAG_UNION);
        return CLANG_INNER;
    case CLANG_ENUM_DECLARATION:
        add_tag(unit, cursor, CLANG_TAG_ENUM);
        return CLANG_NEXT;
    default:
        return CLANG_NEXT;
    }
}

bool clang_open(struct clang_unit *unit, const struct clang_run *run, const struct clang_header *header)
{
    *unit =
        (struct clang_unit){.run = run, .by_node = map_new(run->program->arena), .files = map_new(run->program->arena)};
    if (!clang_load(&unit->clang))
        return fail(unit, header->path,
                    "C headers need libclang, which cannot be loaded; the package clang of Debian and Ubuntu has it");
    limited_begin(run->limited, header->path);
    if (!parse(unit, header))
        return false;
    unit->clang.visit(unit->clang.get_root(unit->unit), visit, unit);
    return true;
}

void clang_close(struct clang_unit *unit)
{
    if (unit->unit)
        unit->clang.dispose_unit(unit->unit);
    if (unit->index)
        unit->clang.dispose_index(unit->index);
    buffer_free(&unit->tags);
    limited_end(unit->run->limited);
}
