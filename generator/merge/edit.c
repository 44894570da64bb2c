/*
 * Edits of specs by place, and what stands around a declaration.
 */
#include <string.h>

#include "merge/merge_parts.h"

const char *into_text(const struct into *into, struct span span)
{
    const struct source *source = source_find(into->program->sources, span.begin);
    return arena_copy(into->arena, source->text + (span.begin - source->base), span.end - span.begin);
}

void into_edit(struct into *into, struct span span, const char *text)
{
    struct into_edit edit = {span, text, into->edits.size / sizeof edit};
    buffer_add(&into->edits, &edit, sizeof edit);
}

void into_insert(struct into *into, uint32_t position, const char *text)
{
    into_edit(into, (struct span){position, position}, text);
}

/* The line's blanks from `begin` on, which is where it begins. */
static const char *leading_blanks(const struct into *into, const char *begin)
{
    return arena_copy(into->arena, begin, strspn(begin, " \t"));
}

static const char *line_begin(const struct source *source, const char *at)
{
    while (at > source->text && at[-1] != '\n')
        at--;
    return at;
}

uint32_t into_end(const struct into *into, const struct ast_decl *decl, const char **blank)
{
    const struct source *source = source_find(into->program->sources, decl->span.begin);
    const char *at = source->text + (decl->span.end - source->base);
    if (decl->body_span.end) {
        at = source->text + (decl->body_span.end - source->base);
        at += *at == ';';
    } else {
        at += strcspn(at, ";") + 1;
    }
    const char *end = at + strspn(at, " \t");
    if (!strncmp(end, "//", 2))
        end += strcspn(end, "\r\n");
    if (*end == '\n' || *end == '\r' || !*end)
        at = end;
    *blank = leading_blanks(into, line_begin(source, source->text + (decl->span.begin - source->base)));
    return source->base + (uint32_t)(at - source->text);
}

uint32_t into_begin(const struct into *into, const struct ast_decl *decl)
{
    const struct source *source = source_find(into->program->sources, decl->span.begin);
    const char *at = source->text + (decl->span.begin - source->base), *begin = line_begin(source, at);
    if (begin + strspn(begin, " \t") < at)
        return decl->span.begin; /* what else stands on the line stays, with what is said above it */
    while (begin > source->text) {
        const char *above = line_begin(source, begin - 1);
        if (strncmp(above + strspn(above, " \t"), "//", 2))
            break;
        begin = above;
    }
    return source->base + (uint32_t)(begin - source->text);
}

void into_remove(struct into *into, const struct ast_decl *decl)
{
    const struct source *source = source_find(into->program->sources, decl->span.begin);
    const char *text = source->text, *blank;
    uint32_t begin = into_begin(into, decl) - source->base, end = into_end(into, decl, &blank) - source->base;
    if (!strchr("\r\n", text[end])) { /* or at the end of the file */
        begin = decl->span.begin - source->base;
        end += (uint32_t)strspn(text + end, " \t");
    } else {
        while (begin && strchr(" \t", text[begin - 1]))
            begin--;
    }
    into_edit(into, (struct span){source->base + begin, source->base + end}, "");
}
