#include "spec/edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "front/load.h"
#include "spec/patch.h"

/* ---- Text around declarations */

static const char *text_at(const struct source *source, uint32_t position)
{
    return source->text + (position - source->base);
}

static uint32_t position_of(const struct source *source, const char *at)
{
    return source->base + (uint32_t)(at - source->text);
}

static const char *line_begin(const struct source *source, const char *at)
{
    while (at > source->text && at[-1] != '\n')
        at--;
    return at;
}

const char *edit_text(const struct edits *edits, struct span span)
{
    const struct source *source = source_find(edits->program->sources, span.begin);
    return arena_copy(edits->arena, text_at(source, span.begin), span.end - span.begin);
}

size_t edit_column(const struct edits *edits, uint32_t position)
{
    const struct source *source = source_find(edits->program->sources, position);
    const char *at = text_at(source, position);
    return (size_t)(at - line_begin(source, at));
}

const struct ast_decl *edit_find_declaration(const struct program *program, uint32_t position, const char **name)
{
    const struct source *source = source_find(program->sources, position);
    *name = "";
    for (size_t i = 0; source && i < program->file_count; i++) {
        if (program->files[i].ast->source != source)
            continue;
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next) {
            if (!decl->name || decl->span.begin > position || position >= decl->body_span.end)
                continue;
            *name = decl->name;
            return decl;
        }
    }
    return NULL;
}

uint32_t edit_end(const struct edits *edits, const struct ast_decl *decl, const char **blank)
{
    const struct source *source = source_find(edits->program->sources, decl->span.begin);
    const char *at = text_at(source, decl->body_span.end ? decl->body_span.end : decl->span.end);
    if (decl->body_span.end)
        at += *at == ';';
    else
        at += strcspn(at, ";") + 1;
    const char *end = at + strspn(at, " \t");
    if (!strncmp(end, "//", 2))
        end += strcspn(end, "\r\n");
    if (*end == '\n' || *end == '\r' || !*end)
        at = end;
    const char *begin = line_begin(source, text_at(source, decl->span.begin));
    *blank = arena_copy(edits->arena, begin, strspn(begin, " \t"));
    return position_of(source, at);
}

uint32_t edit_begin(const struct edits *edits, const struct ast_decl *decl)
{
    const struct source *source = source_find(edits->program->sources, decl->span.begin);
    const char *at = text_at(source, decl->span.begin), *begin = line_begin(source, at);
    if (begin + strspn(begin, " \t") < at)
        return decl->span.begin; /* other text stands before it on this line: keep that, and the comments above */
    while (begin > source->text) {
        const char *above = line_begin(source, begin - 1);
        if (strncmp(above + strspn(above, " \t"), "//", 2))
            break;
        begin = above;
    }
    return position_of(source, begin);
}

/* ---- Edits */

void edit_replace(struct edits *edits, struct span span, const char *text)
{
    struct diag_edit edit = {.span = span, .replacement = arena_copy(edits->arena, text, strlen(text))};
    buffer_add(&edits->list, &edit, sizeof edit);
}

void edit_insert(struct edits *edits, uint32_t position, const char *text)
{
    edit_replace(edits, (struct span){position, position}, text);
}

void edit_remove(struct edits *edits, const struct ast_decl *decl)
{
    const struct source *source = source_find(edits->program->sources, decl->span.begin);
    const char *text = source->text, *blank;
    uint32_t begin = edit_begin(edits, decl) - source->base, end = edit_end(edits, decl, &blank) - source->base;
    if (!strchr("\r\n", text[end])) { /* neither a line end nor, as NUL, the end of the file */
        begin = decl->span.begin - source->base;
        uint32_t blanks = (uint32_t)strspn(text + end, " \t");
        if (blanks) /* a separate edit, so that another edit can insert a row at `end` */
            edit_replace(edits, (struct span){source->base + end, source->base + end + blanks}, "");
    } else {
        while (begin && strchr(" \t", text[begin - 1]))
            begin--;
        /* Also remove the line end above, so that another edit can insert a row there. */
        if (begin && text[begin - 1] == '\n')
            begin -= begin > 1 && text[begin - 2] == '\r' ? 2 : 1;
    }
    edit_replace(edits, (struct span){source->base + begin, source->base + end}, "");
}

/* An edit and its number. At one position, insertions come first; otherwise edits keep their order. */
struct numbered {
    struct diag_edit edit;
    size_t number;
};

static int compare_edits(const void *left, const void *right)
{
    const struct numbered *a = left, *b = right;
    if (a->edit.span.begin != b->edit.span.begin)
        return a->edit.span.begin < b->edit.span.begin ? -1 : 1;
    bool a_inserts = a->edit.span.end == a->edit.span.begin, b_inserts = b->edit.span.end == b->edit.span.begin;
    if (a_inserts != b_inserts)
        return a_inserts ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* The edits of one source, together with edits that move blanks. */
struct fitting {
    struct edits *edits;
    const struct source *source;
    struct diag_edit *items; /* has room for three edits for each edit of the source */
    size_t count;
    long excess; /* bytes that the current line has gained so far */
};

static void add_edit(struct fitting *fitting, uint32_t begin, uint32_t end, const char *text)
{
    fitting->items[fitting->count++] = (struct diag_edit){.span = {begin, end}, .replacement = text};
}

static const char *blanks_for(struct fitting *fitting, long count)
{
    return arena_format(fitting->edits->arena, "%*s", (int)(count > 1 ? count : 1), "");
}

/* Makes up for the length of an insertion: removes blanks before it, but keeps one. */
static void take_before(struct fitting *fitting, uint32_t position)
{
    const char *at = text_at(fitting->source, position), *begin = at;
    uint32_t done = fitting->count ? fitting->items[fitting->count - 1].span.end : 0;
    while (begin > fitting->source->text && begin[-1] == ' ')
        begin--;
    uint32_t from = position_of(fitting->source, begin);
    if (at - begin < 2 || from < done || fitting->excess <= 0)
        return;
    long left = (long)(at - begin) - fitting->excess;
    add_edit(fitting, from, position, blanks_for(fitting, left));
    fitting->excess = left > 1 ? 0 : 1 - left;
}

/* Makes up for the excess of a line: shrinks or grows the first run of two or more blanks after a position and before
 * `limit`, the position of the next edit. */
static void take_behind(struct fitting *fitting, uint32_t position, uint32_t limit)
{
    const char *at = text_at(fitting->source, position);
    while (fitting->excess && *at && *at != '\n' && *at != '\r' && position_of(fitting->source, at) < limit) {
        size_t count = strspn(at, " ");
        if (count > 1) {
            uint32_t from = position_of(fitting->source, at);
            long left = (long)count - fitting->excess;
            add_edit(fitting, from, from + (uint32_t)count,
                     blanks_for(fitting, at[count] == '/' && left < 2 ? 2 : left));
            fitting->excess = 0;
        }
        at += count ? count : 1;
    }
    if (!*at || *at == '\n' || *at == '\r')
        fitting->excess = 0;
}

static void fit_edit(struct fitting *fitting, const struct diag_edit *edit, uint32_t limit)
{
    size_t size = edit->span.end - edit->span.begin;
    const char *text = text_at(fitting->source, edit->span.begin);
    bool is_inline = !strchr(edit->replacement, '\n') && !memchr(text, '\n', size);
    fitting->excess = is_inline ? fitting->excess + (long)strlen(edit->replacement) - (long)size : 0;
    if (is_inline && !size)
        take_before(fitting, edit->span.begin);
    add_edit(fitting, edit->span.begin, edit->span.end, edit->replacement);
    take_behind(fitting, edit->span.end, limit);
}

/* Applies the edits of the source in which the first edit lies. Returns the number of edits in that source. */
static size_t apply_to_source(struct edits *edits, const struct numbered *all, size_t left, struct buffer *texts)
{
    const struct source *source = source_find(edits->program->sources, all->edit.span.begin);
    size_t count = 1;
    while (count < left && all[count].edit.span.begin - source->base <= source->size)
        count++;
    struct fitting fitting = {edits, source, ARENA_ARRAY(edits->arena, struct diag_edit, 3 * count), 0, 0};
    struct buffer text = {0};
    uint32_t end = 0;
    size_t applied = 0;
    for (size_t i = 0; i < count; i++) {
        const struct diag_edit *edit = &all[i].edit;
        if (edit->span.begin < end)
            continue;
        size_t next = i + 1;
        end = edit->span.end;
        while (next < count && all[next].edit.span.begin < end)
            next++;
        fit_edit(&fitting, edit, next < count ? all[next].edit.span.begin : UINT32_MAX);
        applied++;
    }
    patch_apply(&text, source, fitting.items, fitting.count);
    if (text.size != source->size || memcmp(text.data, source->text, text.size) != 0)
        program_text_add(texts, edits->arena, source->path, &text, applied);
    buffer_free(&text);
    return count;
}

void edit_apply(struct edits *edits, struct buffer *texts)
{
    const struct diag_edit *list = (const void *)edits->list.data;
    size_t count = edits->list.size / sizeof *list;
    struct numbered *all = ARENA_ARRAY(edits->arena, struct numbered, count);
    for (size_t i = 0; i < count; i++)
        all[i] = (struct numbered){list[i], i};
    if (count > 1)
        qsort(all, count, sizeof *all, compare_edits);
    for (size_t i = 0; i < count;)
        i += apply_to_source(edits, all + i, count - i, texts);
    buffer_clear(&edits->list);
}
