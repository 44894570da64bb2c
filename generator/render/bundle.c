#include "render/bundle.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/lookup.h"
#include "mustache/templates.h"
#include "render/context_parts.h"
#include "render/trim.h"

/* Headers that are a part of the core of the runtime in a bundle: only what a bundle uses of them stays in it. */
static const char *const companions[] = {"strata_set.h", "strata_layout.h", "strata_address.h", "strata_identity.h",
                                         "strata_known.h", "strata_values.h", "strata_assert.h"};

/* Other headers of the runtime in order of their includes, with the bundle parts that need them. */
static const struct {
    const char *name;
    unsigned part;
} headers[] = {
    {"strata_float.h", BUNDLE_FLOAT},
    {"strata_reader.h", BUNDLE_READER},
    {"strata_print.h", BUNDLE_PRINT},
};

static const char printer_name[] = "strata_print.c";

enum { WIDTH = 100 };

/* Appends a file of the runtime to `out`. Leaves out its first comment, which describes the file, and its includes of
 * other runtime files, which the bundle already contains. */
static void add_runtime_file(const char *name, struct buffer *out)
{
    static const char include[] = "#include \"";
    const struct embedded_file *file = embedded_find(runtime_files, runtime_files_count, name);
    const char *end = file->text + file->size;
    buffer_format(out, "/* ======== %s ======== */\n", name);
    for (const char *line = strstr(file->text, "*/") + 3; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t size = newline ? (size_t)(newline + 1 - line) : (size_t)(end - line);
        if (strncmp(line, include, sizeof include - 1) != 0)
            buffer_add(out, line, size);
        line += size;
    }
}

/* Appends strata.h with its companions inside of its include guard. Each companion includes one of them. */
static void add_core(struct buffer *out)
{
    static const char include[] = "#include \"strata", end[] = "\n#endif\n";
    add_runtime_file("strata.h", out);
    out->size -= strlen(end);
    for (size_t i = 0; i < sizeof companions / sizeof *companions; i++) {
        const struct embedded_file *file = embedded_find(runtime_files, runtime_files_count, companions[i]);
        const char *text = strchr(strstr(file->text, include), '\n') + 1;
        buffer_add(out, text, file->size - (size_t)(text - file->text) - strlen(end));
    }
    buffer_add_text(out, end);
}

static struct value buffer_value(const struct render *render, const struct buffer *text)
{
    return value_string(arena_copy(render->arena, text->data, text->size), text->size);
}

static struct value runtime_headers(const struct render *render, unsigned parts)
{
    struct list *list = list_new(render->arena);
    struct buffer text = {0};
    if (context_has_floats(render, CONTEXT_EVERY_FILE))
        parts |= BUNDLE_FLOAT;
    add_core(&text);
    list_add(render->arena, list, buffer_value(render, &text));
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        if (!(headers[i].part & parts))
            continue;
        buffer_clear(&text);
        add_runtime_file(headers[i].name, &text);
        list_add(render->arena, list, buffer_value(render, &text));
    }
    buffer_free(&text);
    return value_list(list);
}

struct value bundle_parts(const struct render *render, unsigned parts)
{
    struct object *object = context_object(render, SHAPE_BUNDLE_PARTS);
    object->values[BUNDLE_PARTS_IS_COMPACT] = value_boolean(render->compact);
    object->values[BUNDLE_PARTS_RUNTIME] = runtime_headers(render, parts);
    object->values[BUNDLE_PARTS_DECLARATIONS] = context_header(render, CONTEXT_EVERY_FILE);
    if (parts & BUNDLE_ASSERT)
        object->values[BUNDLE_PARTS_CHECKS] = context_assert(render, CONTEXT_EVERY_FILE);
    if (parts & BUNDLE_PRINT)
        object->values[BUNDLE_PARTS_PRINTERS] = context_print(render, CONTEXT_EVERY_FILE);
    if (parts & BUNDLE_IDENTITY)
        object->values[BUNDLE_PARTS_IDENTITIES] = context_identity(render, CONTEXT_EVERY_FILE);
    return value_object(object);
}

/* Returns the position of a text in a buffer, or SIZE_MAX. */
static size_t find_text(const struct buffer *buffer, const struct buffer *text)
{
    for (size_t at = 0; at + text->size <= buffer->size; at++) {
        const char *next = memchr(buffer->data + at, text->data[0], buffer->size - text->size - at + 1);
        if (!next)
            break;
        at = (size_t)(next - buffer->data);
        if (!memcmp(next, text->data, text->size))
            return at;
    }
    return SIZE_MAX;
}

void bundle_trim(const struct render *render, const struct buffer *instead, const struct buffer *printer,
                 struct buffer *parts)
{
    struct buffer whole = {0}, trimmed = {0};
    add_core(&whole);
    size_t at = find_text(parts, &whole);
    if (at != SIZE_MAX) {
        size_t end = at + whole.size;
        const struct buffer users[] = {{.data = parts->data, .size = at},
                                       {.data = parts->data + end, .size = parts->size - end},
                                       *printer};
        buffer_add(&trimmed, parts->data, at);
        trim_runtime(render->arena, &whole, instead, users, sizeof users / sizeof *users, render->calls, &trimmed);
        buffer_add(&trimmed, parts->data + end, parts->size - end);
        buffer_clear(parts);
        buffer_add(parts, trimmed.data, trimmed.size);
    }
    buffer_free(&whole);
    buffer_free(&trimmed);
}

void bundle_printer(struct buffer *out)
{
    add_runtime_file(printer_name, out);
}

/* ---- The bundle's frame ---- */

/* Lines of words, each filled up to its maximal length. */
struct lines {
    const struct render *render;
    struct list *list;
    struct buffer line;
};

static void end_line(struct lines *lines)
{
    if (lines->line.size)
        list_add(lines->render->arena, lines->list, buffer_value(lines->render, &lines->line));
    buffer_clear(&lines->line);
}

static void add_word(struct lines *lines, const char *before, const char *word)
{
    if (lines->line.size + strlen(before) + strlen(word) + 1 > WIDTH) {
        buffer_add_text(&lines->line, before[0] == ',' ? "," : "");
        end_line(lines);
        buffer_add_text(&lines->line, "     ");
        before = "";
    }
    buffer_add_text(&lines->line, before);
    buffer_add_text(&lines->line, word);
}

/* Adds the name of a declaration. The name of the file comes before its first declaration. */
static void add_name(struct lines *lines, const char *file, const char *name)
{
    bool first = !lines->line.size;
    if (first)
        buffer_format(&lines->line, "   %s", file);
    add_word(lines, first ? ": " : ", ", name);
}

/* Returns the chosen names as lines, spec by spec. */
static struct value source_lines(const struct render *render)
{
    const struct model *model = render->model;
    struct lines lines = {render, list_new(render->arena), {0}};
    for (size_t f = 0; f < model->program->file_count; f++) {
        const char *file = model->program->files[f].name;
        for (size_t i = 0; i < model->constant_count; i++)
            if (context_takes(render, f, model->constants[i]->file_index, model->constants[i]))
                add_name(&lines, file, model->constants[i]->name);
        for (size_t i = 0; i < model->type_count; i++)
            if (model->types[i]->enumeration && context_takes(render, f, model->types[i]->file_index, model->types[i]))
                add_name(&lines, file, model->types[i]->name);
        for (size_t i = 0; i < model->event_count; i++)
            if (context_takes(render, f, model->events[i]->file_index, model->events[i]))
                add_name(&lines, file, model->events[i]->name);
        for (size_t i = 0; i < model->global_count; i++)
            if (context_takes(render, f, model->globals[i]->file_index, model->globals[i]))
                add_name(&lines, file, model->globals[i]->name);
        for (size_t i = 0; i < model->record_count; i++)
            if (!model->records[i]->parent_row && context_takes_record(render, f, i))
                add_name(&lines, file, model->records[i]->type->name);
        end_line(&lines);
    }
    buffer_free(&lines.line);
    return value_list(lines.list);
}

/* Returns the names of the chosen arches; null if all are chosen. */
static struct value arches_text(const struct render *render)
{
    struct buffer text = {0};
    size_t count = 0;
    for (size_t i = 0; i < render->model->arch_count; i++) {
        if (!choice_has_arch(render->choice, render->model->arches[i]))
            continue;
        buffer_format(&text, "%s%s", count++ ? ", " : "", render->model->arches[i]->name);
    }
    struct value value = count == render->model->arch_count ? value_null() : buffer_value(render, &text);
    buffer_free(&text);
    return value;
}

struct value bundle_file(const struct render *render, const char *prefix, const struct buffer *parts,
                         const struct buffer *printer)
{
    struct object *object = context_object(render, SHAPE_BUNDLE);
    /* hash of the contents; tells two bundles in one unit apart */
    uint32_t mark = hash_add(hash_add(HASH_NOTHING, parts->data, parts->size), printer->data, printer->size);
    object->values[BUNDLE_IS_COMPACT] = value_boolean(render->compact);
    object->values[BUNDLE_TOOL] = value_text(STRATA_VERSION_TEXT);
    object->values[BUNDLE_UPPER] = value_text(names_to_capitals(render->arena, prefix));
    object->values[BUNDLE_SOURCES] = source_lines(render);
    object->values[BUNDLE_ARCHES] = arches_text(render);
    object->values[BUNDLE_MARK] = context_hex(render, mark);
    object->values[BUNDLE_TEXT] = buffer_value(render, parts);
    if (printer->size)
        object->values[BUNDLE_PRINTER] = buffer_value(render, printer);
    return value_object(object);
}

/* ---- The prefix of words */

static const char old_lower[] = "strata_", old_upper[] = "STRATA_";

enum { OLD_SIZE = sizeof old_lower - 1 };

static size_t word_length(const char *text, const char *end)
{
    size_t length = 0;
    while (text + length < end && ascii_is_name(text[length]))
        length++;
    return length;
}

/* Returns the length of the quoted text that begins here, up to its end on the same line. */
static size_t quoted_length(const char *text, const char *end)
{
    const char *c = text + 1;
    while (c < end && *c != *text && *c != '\n')
        c += *c == '\\' && c + 1 < end ? 2 : 1;
    return (size_t)(c - text) + (c < end);
}

/* Returns the length of the comment that begins here, or 0. */
static size_t comment_length(const char *text, const char *end)
{
    bool line = end - text >= 2 && text[0] == '/' && text[1] == '/';
    bool block = end - text >= 2 && text[0] == '/' && text[1] == '*';
    if (!line && !block)
        return 0;
    const char *c = text + 2;
    while (c < end && !(line ? *c == '\n' : *c == '*' && c + 1 < end && c[1] == '/'))
        c++;
    return (size_t)(c - text) + (block && c < end ? 2 : 0);
}

/* True if ".h" or ".c" follows a word. */
static bool is_file(const char *behind, const char *end)
{
    return end - behind >= 2 && behind[0] == '.' && (behind[1] == 'h' || behind[1] == 'c') &&
           (end - behind == 2 || !ascii_is_name(behind[2]));
}

void rename_words(const char *text, size_t size, const char *lower, const char *upper, struct buffer *out)
{
    if (size == 0)
        return;
    const char *end = text + size, *comment_end = text;
    while (text < end) {
        bool commented = text < comment_end;
        size_t length = word_length(text, end);
        if (!length && !commented && comment_length(text, end)) {
            comment_end = text + comment_length(text, end);
            length = 2;
        } else if (!length && !commented && (*text == '"' || *text == '\'')) {
            length = quoted_length(text, end);
        } else if (!length) {
            length = 1;
        }
        bool is_lower = length >= OLD_SIZE && !memcmp(text, old_lower, OLD_SIZE);
        bool is_upper = length >= OLD_SIZE && !memcmp(text, old_upper, OLD_SIZE);
        if ((is_lower || is_upper) && !(commented && is_file(text + length, end))) {
            buffer_add_text(out, is_lower ? lower : upper);
            text += OLD_SIZE;
            length -= OLD_SIZE;
        }
        buffer_add(out, text, length);
        text += length;
    }
}
