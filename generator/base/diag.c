#include "base/diag.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag_parts.h"

const char *const diag_format_names[] = {
    [DIAG_FORMAT_TEXT] = "text", [DIAG_FORMAT_JSON] = "json", [DIAG_FORMAT_SARIF] = "sarif", NULL};

/* ---- The registry: diag.def */

static const struct {
    const char *name;
    enum diag_severity severity;
    bool is_check;
    const char *summary;
    struct diag_explanation explanation;
} codes[] = {
#define ROW(code, severity, is_check, summary, text, wrong, right)                                                     \
    {code, DIAG_SEVERITY_##severity, is_check, summary, {text, wrong, right}},
#define DIAG(NAME, code, severity, ...) ROW(code, severity, false, __VA_ARGS__)
#define CHECK(NAME, code, severity, ...) ROW(code, severity, true, __VA_ARGS__)
#include "base/diag.def"
#undef CHECK
#undef DIAG
#undef ROW
};

const char *const diag_code_names[] = {
#define DIAG(NAME, code, ...) code,
#define CHECK DIAG
#include "base/diag.def"
#undef CHECK
#undef DIAG
    NULL};

const char *const diag_check_names[] = {
    "all",
#define DIAG(...)
#define CHECK(NAME, code, ...) code,
#include "base/diag.def"
#undef CHECK
#undef DIAG
    NULL};

const char *diag_code_name(enum diag_code code)
{
    return codes[code].name;
}

const char *diag_code_summary(enum diag_code code)
{
    return codes[code].summary;
}

enum diag_severity diag_code_severity(enum diag_code code)
{
    return codes[code].severity;
}

bool diag_code_is_check(enum diag_code code)
{
    return codes[code].is_check;
}

const struct diag_explanation *diag_code_explanation(enum diag_code code)
{
    return &codes[code].explanation;
}

bool diag_code_find(const char *name, enum diag_code *code)
{
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++) {
        if (!strcmp(codes[i].name, name)) {
            *code = (enum diag_code)i;
            return true;
        }
    }
    return false;
}

const char *diag_severity_name(enum diag_severity severity)
{
    static const char *const names[] = {
        [DIAG_SEVERITY_OFF] = "off", [DIAG_SEVERITY_WARNING] = "warning", [DIAG_SEVERITY_ERROR] = "error"};
    return names[severity];
}

/* ---- Reporting */

struct diags *diags_new(struct arena *arena, const struct sources *sources)
{
    struct diags *diags = ARENA_NEW(arena, struct diags);
    diags->arena = arena;
    diags->sources = sources;
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++)
        diags->severities[i] = diag_code_severity((enum diag_code)i);
    return diags;
}

struct diags *diags_beside(const struct diags *other)
{
    struct diags *diags = diags_new(other->arena, other->sources);
    memcpy(diags->severities, other->severities, sizeof diags->severities);
    diags->keeps_all = true;
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

void diags_keep_all(struct diags *diags)
{
    diags->keeps_all = true;
}

/* Counts a finding. Returns false if enough findings of its severity are kept, so that this one is only counted. */
static bool count_finding(struct diags *diags, enum diag_code code, enum diag_severity severity)
{
    diags->count++;
    diags->reported[code] = true;
    return ++diags->counts[severity] <= DIAG_KEPT_MOST || diags->keeps_all;
}

static void keep_finding(struct diags *diags, struct diag *diag)
{
    if (diags->kept_count == diags->kept_capacity) {
        size_t capacity = diags->kept_capacity ? 2 * diags->kept_capacity : 16;
        struct diag **kept = ARENA_ARRAY(diags->arena, struct diag *, capacity);
        if (diags->kept_count)
            memcpy(kept, diags->kept, diags->kept_count * sizeof *kept);
        diags->kept = kept;
        diags->kept_capacity = capacity;
    }
    diag->order = diags->count;
    diags->kept[diags->kept_count++] = diag;
}

struct diag *diag_report(struct diags *diags, enum diag_code code, struct span span, const char *format, ...)
{
    enum diag_severity severity = diags->severities[code];
    if (severity == DIAG_SEVERITY_OFF)
        return &diags->beyond;
    if (!count_finding(diags, code, severity))
        return &diags->beyond;
    struct diag *diag = ARENA_NEW(diags->arena, struct diag);
    va_list arguments;
    va_start(arguments, format);
    *diag = (struct diag){.owner = diags, .code = code, .span = span, .severity = severity};
    diag->text = format_list(diags->arena, format, arguments);
    va_end(arguments);
    diag->notes_end = &diag->notes;
    diag->helps_end = &diag->helps;
    diag->edits_end = &diag->edits;
    keep_finding(diags, diag);
    return diag;
}

void diags_add(struct diags *diags, const struct diags *other)
{
    size_t unkept[DIAG_SEVERITY_COUNT];
    memcpy(unkept, other->counts, sizeof unkept);
    for (size_t i = 0; i < other->kept_count; i++) {
        struct diag *diag = other->kept[i];
        unkept[diag->severity]--;
        if (count_finding(diags, diag->code, diag->severity))
            keep_finding(diags, diag);
    }
    for (size_t i = 0; i < DIAG_SEVERITY_COUNT; i++) {
        diags->counts[i] += unkept[i];
        diags->count += unkept[i];
    }
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

static void note_append(struct diag *diag, struct diag_note ***end, struct span span, const char *format,
                        va_list arguments)
{
    struct diag_note *note = ARENA_NEW(diag->owner->arena, struct diag_note);
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
    *edit = (struct diag_edit){NULL, span, arena_copy(diag->owner->arena, replacement, strlen(replacement))};
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

/* Orders by position, then by order of reporting. */
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

void diags_sort(struct diags *diags)
{
    size_t kept = 0;
    if (diags->kept_count)
        qsort(diags->kept, diags->kept_count, sizeof *diags->kept, diag_compare);
    for (size_t i = 0; i < diags->kept_count; i++) {
        size_t k = kept;
        while (k > 0 && diags->kept[k - 1]->span.begin == diags->kept[i]->span.begin &&
               !diag_equal(diags->kept[k - 1], diags->kept[i]))
            k--;
        bool again = k > 0 && diag_equal(diags->kept[k - 1], diags->kept[i]);
        if (!again) {
            diags->kept[kept++] = diags->kept[i];
            continue;
        }
        diags->counts[diags->kept[i]->severity]--;
        diags->count--;
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

void diags_each_view(struct diags *diags, void (*visit)(void *user, const struct diag_view *view), void *user)
{
    diags_sort(diags);
    for (size_t i = 0; i < diags->kept_count; i++) {
        const struct diag *diag = diags->kept[i];
        const struct diag_view view = {diag->code,  diag->severity, diag->span,  diag->text,
                                       diag->label, diag->notes,    diag->helps, diag->edits};
        visit(user, &view);
    }
}

void diags_each(const struct diags *diags,
                void (*visit)(void *user, enum diag_code code, struct span span, const char *text), void *user)
{
    for (size_t i = 0; i < diags->kept_count; i++)
        visit(user, diags->kept[i]->code, diags->kept[i]->span, diags->kept[i]->text);
}
