#include "base/diag.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/json.h"
#include "base/utf8.h"

enum { KEPT_MOST = 1000, LINE_SHOWN_MOST = 160 };

static const struct {
    const char *name;
    enum diag_severity severity;
    bool is_check;
} registry[] = {
#define DIAG(NAME, code, severity, text) {code, DIAG_SEVERITY_##severity, false},
#define CHECK(NAME, code, severity, text) {code, DIAG_SEVERITY_##severity, true},
#include "base/diag.def"
#undef CHECK
#undef DIAG
};

static const struct {
    const char *name;
    const char *colour;
} severities[] = {
    [DIAG_SEVERITY_OFF] = {"note", "\033[1;36m"},
    [DIAG_SEVERITY_WARNING] = {"warning", "\033[1;35m"},
    [DIAG_SEVERITY_ERROR] = {"error", "\033[1;31m"},
};

enum { SEVERITY_COUNT = sizeof severities / sizeof *severities };

struct note {
    struct note *next;
    struct span span;
    const char *text;
};

struct diag {
    struct diags *owner;
    enum diag_code code;
    struct span span;
    const char *text;
    const char *label;
    struct note *notes, **notes_end;
    struct note *helps, **helps_end;
    struct diag_edit *edits, **edits_end;
    enum diag_severity severity;
    size_t order; /* of reporting, which settles ties */
};

struct diags {
    struct arena *arena;
    const struct sources *sources;
    struct diag *kept[SEVERITY_COUNT * KEPT_MOST];
    size_t kept_count;
    struct diag beyond; /* takes what is not kept, and what is off */
    enum diag_severity severities[DIAG_CODE_COUNT];
    size_t count;
    size_t counts[SEVERITY_COUNT]; /* of each severity, */
    bool reported[DIAG_CODE_COUNT]; /* and whether there is any of each code: kept or not */
};

struct diags *diags_new(struct arena *arena, const struct sources *sources)
{
    struct diags *diags = ARENA_NEW(arena, struct diags);
    diags->arena = arena;
    diags->sources = sources;
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++)
        diags->severities[i] = registry[i].severity;
    return diags;
}

static const char *format_list(struct arena *arena, const char *format, va_list arguments)
{
    struct buffer text = {0};
    buffer_format_list(&text, format, arguments);
    const char *copy = arena_copy(arena, text.data, text.size);
    buffer_free(&text);
    return copy;
}

struct diag *diag_report(struct diags *diags, enum diag_code code, struct span span, const char *format, ...)
{
    enum diag_severity severity = diags->severities[code];
    if (severity == DIAG_SEVERITY_OFF)
        return &diags->beyond;
    diags->count++;
    diags->reported[code] = true;
    if (++diags->counts[severity] > KEPT_MOST)
        return &diags->beyond;
    struct diag *diag = ARENA_NEW(diags->arena, struct diag);
    va_list arguments;
    va_start(arguments, format);
    *diag = (struct diag){.owner = diags, .code = code, .span = span, .severity = severity, .order = diags->count};
    diag->text = format_list(diags->arena, format, arguments);
    va_end(arguments);
    diag->notes_end = &diag->notes;
    diag->helps_end = &diag->helps;
    diag->edits_end = &diag->edits;
    diags->kept[diags->kept_count++] = diag;
    return diag;
}

void diag_label(struct diag *diag, const char *format, ...)
{
    if (!diag->owner)
        return;
    va_list arguments;
    va_start(arguments, format);
    diag->label = format_list(diag->owner->arena, format, arguments);
    va_end(arguments);
}

static void note_append(struct diag *diag, struct note ***end, struct span span, const char *format, va_list arguments)
{
    struct note *note = ARENA_NEW(diag->owner->arena, struct note);
    note->span = span;
    note->text = format_list(diag->owner->arena, format, arguments);
    **end = note;
    *end = &note->next;
}

void diag_note(struct diag *diag, struct span span, const char *format, ...)
{
    if (!diag->owner)
        return;
    va_list arguments;
    va_start(arguments, format);
    note_append(diag, &diag->notes_end, span, format, arguments);
    va_end(arguments);
}

void diag_help(struct diag *diag, const char *format, ...)
{
    if (!diag->owner)
        return;
    va_list arguments;
    va_start(arguments, format);
    note_append(diag, &diag->helps_end, (struct span){0, 0}, format, arguments);
    va_end(arguments);
}

void diag_fix(struct diag *diag, struct span span, const char *replacement)
{
    if (!diag->owner)
        return;
    struct diag_edit *edit = ARENA_NEW(diag->owner->arena, struct diag_edit);
    *edit = (struct diag_edit){NULL, span, replacement};
    *diag->edits_end = edit;
    diag->edits_end = &edit->next;
}

void diags_set_severity(struct diags *diags, enum diag_code code, enum diag_severity severity)
{
    diags->severities[code] = severity;
}

enum diag_severity diags_severity(const struct diags *diags, enum diag_code code)
{
    return diags->severities[code];
}

bool diag_code_is_check(enum diag_code code)
{
    return registry[code].is_check;
}

size_t diags_error_count(const struct diags *diags)
{
    return diags->counts[DIAG_SEVERITY_ERROR];
}

size_t diags_count(const struct diags *diags)
{
    return diags->count;
}

bool diags_has(const struct diags *diags, enum diag_code code)
{
    return diags->reported[code];
}

const char *diag_code_name(enum diag_code code)
{
    return registry[code].name;
}

bool diag_code_find(const char *name, enum diag_code *code)
{
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++) {
        if (!strcmp(registry[i].name, name)) {
            *code = (enum diag_code)i;
            return true;
        }
    }
    return false;
}

/* By place, then in the order of reporting. */
static int diag_compare(const void *left, const void *right)
{
    const struct diag *a = *(struct diag *const *)left, *b = *(struct diag *const *)right;
    if (a->span.begin != b->span.begin)
        return a->span.begin < b->span.begin ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

static bool diag_equal(const struct diag *a, const struct diag *b)
{
    return a->code == b->code && a->span.begin == b->span.begin && !strcmp(a->text, b->text);
}

static void diags_sort(struct diags *diags)
{
    size_t kept = 0;
    qsort(diags->kept, diags->kept_count, sizeof *diags->kept, diag_compare);
    for (size_t i = 0; i < diags->kept_count; i++) {
        size_t k = kept;
        while (k > 0 && diags->kept[k - 1]->span.begin == diags->kept[i]->span.begin &&
               !diag_equal(diags->kept[k - 1], diags->kept[i]))
            k--;
        bool again = k > 0 && diag_equal(diags->kept[k - 1], diags->kept[i]);
        if (!again)
            diags->kept[kept++] = diags->kept[i];
    }
    diags->kept_count = kept;
}

void diags_each_fix(struct diags *diags, void (*visit)(void *user, const struct diag_edit *edits), void *user)
{
    diags_sort(diags);
    for (size_t i = 0; i < diags->kept_count; i++)
        if (diags->kept[i]->edits)
            visit(user, diags->kept[i]->edits);
}

/* One character of a source line as a terminal can take it; returns the bytes it stood for. */
static size_t add_shown_character(struct buffer *out, const char *text, size_t size)
{
    size_t length = utf8_length(text, size);
    unsigned char c = (unsigned char)*text;
    if (length && (c >= 0x20 || c == '\t') && c != 0x7F)
        buffer_add(out, text, length);
    else
        buffer_add_char(out, '?');
    return length ? length : 1;
}

/* The line of a place, with a caret below the span; a long line is cut to what is near it. */
static void write_caret(struct buffer *out, const struct place *place, struct span span, const char *label)
{
    const char *text = place->source->text;
    size_t at = span.begin - place->source->base, end = span.end - place->source->base;
    size_t begin = place->line_begin, shown_end = place->line_end;
    if (at - begin > LINE_SHOWN_MOST / 2 && shown_end - begin > LINE_SHOWN_MOST)
        begin = at - LINE_SHOWN_MOST / 2;
    while (begin > place->line_begin && ((unsigned char)text[begin] & 0xC0) == 0x80)
        begin--;
    if (shown_end - begin > LINE_SHOWN_MOST)
        shown_end = begin + LINE_SHOWN_MOST;
    buffer_format(out, "%5u | ", place->line);
    for (size_t i = begin; i < shown_end;)
        i += add_shown_character(out, text + i, shown_end - i);
    buffer_add_text(out, "\n      | ");
    for (size_t i = begin; i < at && i < shown_end; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            buffer_add_char(out, text[i] == '\t' ? '\t' : ' ');
    buffer_add_char(out, '^');
    for (size_t i = at + 1; i < end && i < shown_end; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            buffer_add_char(out, '~');
    if (label)
        buffer_format(out, " %s", label);
    buffer_add_char(out, '\n');
}

static void write_head(struct buffer *out, const struct place *place, enum diag_severity severity, bool colour)
{
    if (place)
        buffer_format(out, "%s:%u:%u: ", place->source->path, place->line, place->column);
    else
        buffer_add_text(out, "strata: ");
    buffer_format(out, "%s%s%s: ", colour ? severities[severity].colour : "", severities[severity].name,
                  colour ? "\033[0m" : "");
}

static void write_text(const struct diags *diags, const struct diag *diag, struct buffer *out, bool colour)
{
    struct place place;
    bool placed = source_locate(diags->sources, diag->span.begin, &place);
    write_head(out, placed ? &place : NULL, diag->severity, colour);
    buffer_format(out, "%s [%s]\n", diag->text, registry[diag->code].name);
    if (placed)
        write_caret(out, &place, diag->span, diag->label);
    for (const struct note *note = diag->notes; note; note = note->next) {
        placed = source_locate(diags->sources, note->span.begin, &place);
        write_head(out, placed ? &place : NULL, DIAG_SEVERITY_OFF, colour);
        buffer_format(out, "%s\n", note->text);
        if (placed)
            write_caret(out, &place, note->span, NULL);
    }
    for (const struct note *help = diag->helps; help; help = help->next)
        buffer_format(out, "      help: %s\n", help->text);
}

static void write_json_place(const struct diags *diags, struct span span, struct json *json)
{
    struct place begin, end;
    if (!source_locate(diags->sources, span.begin, &begin))
        return;
    json_member_text(json, "file", begin.source->path);
    json_member_number(json, "line", begin.line);
    json_member_number(json, "column", begin.column);
    if (source_locate(diags->sources, span.end, &end) && end.source == begin.source) {
        json_member_number(json, "end_line", end.line);
        json_member_number(json, "end_column", end.column);
    }
}

static void write_json(const struct diags *diags, const struct diag *diag, struct buffer *out)
{
    struct json json = {out, false};
    json_open(&json, '{');
    json_member_text(&json, "severity", severities[diag->severity].name);
    json_member_text(&json, "code", registry[diag->code].name);
    json_member_text(&json, "message", diag->text);
    write_json_place(diags, diag->span, &json);
    if (diag->label)
        json_member_text(&json, "label", diag->label);
    json_member_open(&json, "notes", '[');
    for (const struct note *note = diag->notes; note; note = note->next) {
        json_open(&json, '{');
        json_member_text(&json, "message", note->text);
        write_json_place(diags, note->span, &json);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_member_open(&json, "help", '[');
    for (const struct note *help = diag->helps; help; help = help->next)
        json_text(&json, help->text);
    json_close(&json, ']');
    json_close(&json, '}');
    buffer_add_char(out, '\n');
}

void diags_write(struct diags *diags, struct buffer *out, enum diag_format format, bool colour)
{
    size_t beyond = diags->count;
    for (size_t i = 0; i < SEVERITY_COUNT; i++)
        beyond -= diags->counts[i] < KEPT_MOST ? diags->counts[i] : KEPT_MOST;
    diags_sort(diags);
    for (size_t i = 0; i < diags->kept_count; i++) {
        if (format == DIAG_FORMAT_JSON)
            write_json(diags, diags->kept[i], out);
        else
            write_text(diags, diags->kept[i], out, colour);
    }
    if (beyond && format == DIAG_FORMAT_TEXT)
        buffer_format(out, "strata: note: %zu more findings are not shown\n", beyond);
}
