#include "clang/unit.h"

#include <stdlib.h>
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

static bool report_unit(const struct clang_unit *unit, const char *path, const char *reason)
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

/* True if an error is in an assertion that begins its line. */
static bool is_in_assertion(const struct source *source, unsigned offset)
{
    static const char *const words[] = {"C_ASSERT", "static_assert", "_Static_assert", "STATIC_ASSERT"};
    size_t begin = offset;
    while (begin && source->text[begin - 1] != '\n')
        begin--;
    begin += strspn(source->text + begin, " \t");
    for (size_t i = 0; i < sizeof words / sizeof *words && clang_is_assertion(source, offset); i++)
        if (!strncmp(source->text + begin, words[i], strlen(words[i])))
            return begin <= offset && !memchr(source->text + begin, ';', offset - begin);
    return false;
}

/* True if an error says that an assertion about a layout fails, or that its macro is not declared. The assertion is
 * then a claim, which is taken instead of clang's layout. */
static bool is_claim(const char *text, const struct source *source, unsigned offset)
{
    static const char *const texts[] = {"static assertion failed", "static_assert failed", "negative"};
    if (source && offset < source->size && is_in_assertion(source, offset))
        return true;
    for (size_t i = 0; source && offset < source->size && i < sizeof texts / sizeof *texts; i++)
        if (strstr(text, texts[i]) && clang_is_assertion(source, offset))
            return true;
    return false;
}

/* Errors of a header. */
struct errors {
    bool is_new;   /* a type was missing that was not declared before: the header is to be parsed again */
    bool goes_on;  /* something is missing: the other errors may follow from that, and do not end the work */
    size_t count;  /* number of errors that were reported */
};

/* Reads an error and its position. Returns NULL if the message is no error, or about a claim. */
static const char *read_error(struct clang_unit *unit, void *message, struct span *span)
{
    void *file = NULL;
    unsigned line = 0, column = 0, offset = 0;
    if (unit->clang.get_severity(message) < CLANG_ERROR)
        return NULL;
    const char *text = take_string(unit, unit->clang.get_message_text(message));
    unit->clang.get_position(unit->clang.get_location(message), &file, &line, &column, &offset);
    const struct source *source = clang_source_of(unit, file);
    *span = (struct span){0, 0};
    if (is_claim(text, source, offset))
        return NULL;
    if (source && offset <= source->size) {
        span->begin = source->base + offset;
        span->end = span->begin + (offset < source->size);
    }
    return text;
}

/* Finds types and headers that are missing. */
static void find_missing(struct clang_unit *unit, struct errors *errors)
{
    unsigned count = unit->clang.count_messages(unit->unit);
    bool is_pack = false, lacks_pack = false;
    for (unsigned i = 0; i < count; i++) {
        struct span span;
        void *message = unit->clang.get_message(unit->unit, i);
        const char *text = read_error(unit, message, &span);
        const struct program *program = unit->run->program;
        errors->is_new |= text && clang_add_missing(&unit->missing, program->arena, program->intern, text);
        errors->goes_on |= text && (clang_is_missing_header(text, &is_pack) || clang_is_missing_constant(text));
        lacks_pack |= is_pack;
        unit->clang.dispose_message(message);
    }
    errors->goes_on = (errors->goes_on || unit->missing.has_opaque) && !lacks_pack;
}

/* Reports the first errors in a header: as warnings, if the work goes on, and then once for all targets. */
static void report_errors(struct clang_unit *unit, const struct clang_header *header, struct errors *errors)
{
    struct program *program = unit->run->program;
    unsigned count = unit->clang.count_messages(unit->unit);
    for (unsigned i = 0; i < count; i++) {
        struct span span;
        void *message = unit->clang.get_message(unit->unit, i);
        const char *text = read_error(unit, message, &span);
        unit->clang.dispose_message(message);
        if (!text)
            continue;
        bool is_pack;
        if (!clang_is_missing_header(text, &is_pack))
            buffer_add(&unit->errors, &span.begin, sizeof span.begin);
        const char *key = arena_format(program->arena, "%lu %s", (unsigned long)span.begin, text);
        key = intern_text(program->intern, key);
        if (errors->count == ERRORS_MOST || (errors->goes_on && map_get(unit->run->said, key)))
            continue;
        map_set(unit->run->said, key, unit);
        struct diag *diag =
            diag_report(program->diags, errors->goes_on ? DIAG_UNREAD : DIAG_READ, span, "%s", text);
        if (!errors->count++)
            diag_help(diag, "clang says so for %s; flags for clang come after `--`, such as -- -I include -D NAME",
                      header->triple);
    }
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

/* The name of the text that declares missing types. The library finds only texts with an absolute path. */
#define MISSING_PATH "/strata-missing.h"

static int compare_positions(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Returns the arguments for clang. Those of the user come after the target and before the header, so that they can
 * change the target and include other headers first. */
static const char **make_arguments(const struct clang_unit *unit, const struct clang_header *header, int *count)
{
    const struct clang_run *run = unit->run;
    struct arena *arena = run->program->arena;
    const char **arguments = ARENA_ARRAY(arena, const char *, run->flag_count + 9);
    const char *resources = clang_find_resources(&unit->clang, arena);
    *count = 0;
    if (resources)
        arguments[(*count)++] = arena_format(arena, "-resource-dir=%s", resources);
    arguments[(*count)++] = arena_format(arena, "--target=%s", header->triple);
    arguments[(*count)++] = "-xc";
    arguments[(*count)++] = "-w";
    arguments[(*count)++] = "-ferror-limit=0";
    for (size_t i = 0; i < run->flag_count; i++)
        arguments[(*count)++] = run->flags[i];
    if (unit->missing.text.size) {
        arguments[(*count)++] = "-include";
        arguments[(*count)++] = MISSING_PATH;
    }
    if (!header->text) {
        arguments[(*count)++] = "-include";
        arguments[(*count)++] = header->path;
    }
    return arguments;
}

/* Parses the header once. Includes it from an empty source, because `#pragma once` is not allowed in a main file. */
static bool parse_once(struct clang_unit *unit, const struct clang_header *header)
{
    int count;
    const char **arguments = make_arguments(unit, header, &count);
    struct clang_text texts[] = {
        {header->text ? header->path : "strata-import.c", header->text ? header->text : "",
         header->text ? (unsigned long)header->size : 0},
        {MISSING_PATH, buffer_text(&unit->missing.text), (unsigned long)unit->missing.text.size}};
    if (unit->unit)
        unit->clang.dispose_unit(unit->unit);
    unit->unit = NULL;
    limited_hush(unit->run->limited, true);
    int status = unit->clang.parse(unit->index, texts[0].path, arguments, count, texts, unit->missing.text.size ? 2 : 1,
                                   CLANG_SKIP_BODIES | CLANG_KEEP_GOING, &unit->unit);
    limited_hush(unit->run->limited, false);
    if (status == CLANG_CRASHED) { /* libclang also returns this if it gets no memory */
        report_failure(unit->run->program->diags, header->path,
                       limited_end(unit->run->limited) ? "2 GiB of memory" : NULL);
        return false;
    }
    return (!status && unit->unit) || report_unit(unit, header->path, "clang cannot parse it with these flags");
}

/* Reports the types that were added, once for all targets. */
static void report_missing(struct clang_unit *unit, const struct clang_header *header)
{
    struct program *program = unit->run->program;
    const char *text = arena_format(program->arena,
                                    "'%s' does not declare %s: numbers are those of Windows, PNAME points to NAME, and "
                                    "other names are structures",
                                    header->path, buffer_text(&unit->missing.list));
    text = intern_text(program->intern, text);
    if (map_get(unit->run->said, text))
        return;
    map_set(unit->run->said, text, unit);
    diag_report(program->diags, DIAG_ASSUMED, (struct span){0, 0}, "%s", text);
}

/* Parses the header, and once more with the types that are missing in it, until none is. */
static bool parse_header(struct clang_unit *unit, const struct clang_header *header)
{
    enum { ROUNDS_MOST = 8 };
    struct errors errors = {.is_new = true};
    unit->index = unit->clang.create_index(0, 0);
    for (size_t i = 0; i < ROUNDS_MOST && errors.is_new; i++) {
        if (!parse_once(unit, header))
            return false;
        errors.is_new = false;
        find_missing(unit, &errors);
    }
    void *target = unit->clang.get_target(unit->unit);
    if (target) {
        unit->pointer_size = (uint32_t)unit->clang.get_pointer_width(target) / 8;
        unit->clang.dispose_target(target);
    }
    report_errors(unit, header, &errors);
    if (unit->errors.size)
        qsort(unit->errors.data, unit->errors.size / sizeof(uint32_t), sizeof(uint32_t), compare_positions);
    if (errors.count && !errors.goes_on)
        return false;
    if (unit->missing.list.size)
        report_missing(unit, header);
    return true;
}

/* ---- Tags */

static void add_tag(struct clang_unit *unit, struct clang_cursor cursor, enum clang_tag_kind kind)
{
    const struct clang_tag tag = {cursor, kind, clang_name_of(unit, cursor), CLANG_UNJUDGED};
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

static int visit_cursor(struct clang_cursor cursor, struct clang_cursor parent, void *user)
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
    if (cursor.kind == CLANG_NAMESPACE || cursor.kind == CLANG_LINKAGE || cursor.kind == CLANG_OTHER_DECLARATION)
        return CLANG_INNER;
    if (!is_definition)
        return CLANG_NEXT;
    switch (cursor.kind) {
    case CLANG_STRUCT_DECLARATION:
    case CLANG_CLASS_DECLARATION:
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
        (struct clang_unit){.run = run, .by_node = map_new(run->program->arena), .files = map_new(run->program->arena),
                            .missing = {.names = map_new(run->program->arena)}};
    if (!clang_load(&unit->clang))
        return report_unit(
            unit, header->path,
            "C headers need libclang, which cannot be loaded; the package clang of Debian and Ubuntu has it");
    limited_begin(run->limited, header->path);
    if (!parse_header(unit, header))
        return false;
    unit->clang.visit(unit->clang.get_root(unit->unit), visit_cursor, unit);
    return true;
}

void clang_close(struct clang_unit *unit)
{
    if (unit->unit)
        unit->clang.dispose_unit(unit->unit);
    if (unit->index)
        unit->clang.dispose_index(unit->index);
    buffer_free(&unit->missing.text);
    buffer_free(&unit->missing.list);
    buffer_free(&unit->errors);
    buffer_free(&unit->tags);
    limited_end(unit->run->limited);
}
