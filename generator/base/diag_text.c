/*
 * Findings as text for people and editors: FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE], then the line with a caret
 * below.
 */
#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/diag_parts.h"
#include "base/shown.h"

enum { LINE_SHOWN_MOST = 160 };

/* The word and the colour of a severity on a terminal. */
struct head {
    const char *name;
    const char *colour;
};

static const char *const colours[DIAG_SEVERITY_COUNT] = {
    [DIAG_SEVERITY_OFF] = "", [DIAG_SEVERITY_WARNING] = "\033[1;35m", [DIAG_SEVERITY_ERROR] = "\033[1;31m"};
static const struct head note_head = {"note", "\033[1;36m"};

/* Appends one character of a source line; a tab stays a tab. Appends `fill` to `under` until both are equally wide.
 * Returns the number of bytes of the character. */
static size_t add_source_character(struct buffer *out, struct buffer *under, char fill, const char *text, size_t size)
{
    size_t width = 1, length = 1;
    if (*text == '\t')
        buffer_add_char(out, '\t');
    else
        length = shown_add_character(out, text, size, &width);
    for (size_t i = 0; i < width; i++)
        buffer_add_char(under, *text == '\t' && fill == ' ' ? '\t' : fill);
    return length;
}

/* Writes the line of a position with a caret below the span. Cuts a long line to the part near the span. */
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
    struct buffer under = {0};
    size_t caret = 0;
    buffer_format(out, "%5u | ", place->line);
    for (size_t i = begin; i < shown_end;) {
        char fill = i < at ? ' ' : i < end ? '~' : '\0';
        size_t before = under.size;
        caret = i <= at ? before : caret;
        i += add_source_character(out, &under, fill, text + i, shown_end - i);
        if (!fill)
            under.size = before;
    }
    buffer_add_text(out, "\n      | ");
    if (at >= shown_end || caret == under.size) {
        caret = under.size;
        buffer_add_char(&under, '^');
    }
    under.data[caret] = '^';
    buffer_add(out, under.data, under.size);
    buffer_free(&under);
    if (label) {
        buffer_add_char(out, ' ');
        shown_add(out, label);
    }
    buffer_add_char(out, '\n');
}

static void write_head(struct buffer *out, const struct place *place, const struct head *head, bool colour)
{
    shown_add(out, place ? place->source->path : "strata");
    if (place)
        buffer_format(out, ":%u:%u", place->line, place->column);
    buffer_add_text(out, ": ");
    buffer_format(out, "%s%s%s: ", colour ? head->colour : "", head->name, colour ? "\033[0m" : "");
}

static void write_finding(const struct diags *diags, const struct diag *diag, struct buffer *out, bool colour)
{
    struct place place;
    bool placed = source_locate(diags->sources, diag->span.begin, &place);
    const struct head head = {diag_severity_name(diag->severity), colours[diag->severity]};
    write_head(out, placed ? &place : NULL, &head, colour);
    shown_add(out, diag->text);
    buffer_format(out, " [%s]\n", diag_code_name(diag->code));
    if (placed)
        write_caret(out, &place, diag->span, diag->label);
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        placed = source_locate(diags->sources, note->span.begin, &place);
        write_head(out, placed ? &place : NULL, &note_head, colour);
        shown_add(out, note->text);
        buffer_add_char(out, '\n');
        if (placed)
            write_caret(out, &place, note->span, NULL);
    }
    for (const struct diag_note *help = diag->helps; help; help = help->next) {
        buffer_add_text(out, "      help: ");
        shown_add(out, help->text);
        buffer_add_char(out, '\n');
    }
}

void diags_write_text(const struct diags *diags, struct buffer *out, bool colour)
{
    for (size_t i = 0; i < diags->kept_count; i++)
        write_finding(diags, diags->kept[i], out, colour);
    diags_write_rest(diags, out);
}

void diags_write_rest(const struct diags *diags, struct buffer *out)
{
    if (diags->count > diags->kept_count)
        buffer_format(out, "strata: note: %zu more findings are not shown\n", diags->count - diags->kept_count);
}

static void add_count(struct buffer *out, size_t count, const char *what, const char *before)
{
    if (count)
        buffer_format(out, "%s%zu %s%s", out->size ? before : "", count, what, count == 1 ? "" : "s");
}

void diags_write_summary(struct diags *diags, struct buffer *out)
{
    const struct source *before = NULL;
    size_t files = 0;
    diags_sort(diags);
    for (size_t i = 0; i < diags->kept_count; i++) {
        const struct source *source = source_find(diags->sources, diags->kept[i]->span.begin);
        files += source && source != before;
        before = source;
    }
    add_count(out, diags->counts[DIAG_SEVERITY_ERROR], "error", ", ");
    add_count(out, diags->counts[DIAG_SEVERITY_WARNING], "warning", ", ");
    add_count(out, files, "file", " in ");
}

void diags_write(struct diags *diags, struct buffer *out, enum diag_format format, bool colour)
{
    diags_sort(diags);
    switch (format) {
    case DIAG_FORMAT_TEXT:
        diags_write_text(diags, out, colour);
        break;
    case DIAG_FORMAT_JSON:
        diags_write_json(diags, out);
        break;
    case DIAG_FORMAT_SARIF:
        diags_write_sarif(diags, out);
        break;
    }
}

/* ---- Kinds */

/* Returns the end of the quoted text that begins with the quote at `text`. Returns `text` if the quote is an
 * apostrophe. */
static const char *skip_quoted(const char *text)
{
    const char *end = strchr(text + 1, '\'');
    while (end && ascii_is_name(end[1]))
        end = strchr(end + 1, '\'');
    return end ? end + 1 : text;
}

const char *diag_text_kind(struct arena *arena, const char *text)
{
    struct buffer kind = {0};
    for (char before = ' '; *text; ) {
        bool begins = !ascii_is_name(before);
        const char *end = *text == '\'' && begins ? skip_quoted(text) : text;
        before = *text;
        if (end != text) {
            buffer_add_text(&kind, "'...'");
        } else if (begins && ascii_is_digit(*text)) {
            buffer_add_char(&kind, '#');
            while (ascii_is_name(end[1]))
                end++;
            end++;
        } else {
            buffer_add_char(&kind, *text);
            end++;
        }
        text = end;
    }
    const char *result = arena_format(arena, "%s", buffer_text(&kind));
    buffer_free(&kind);
    return result;
}
