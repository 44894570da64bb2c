#include "run/summary.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "front/load.h"
#include "run/command.h"

/* The findings with one cause. */
struct cause {
    struct diag_view first;
    const char *text;
    size_t count, files, order;
    const struct source *last; /* the source in which the last one was */
};

struct summary {
    struct program *program;
    struct map *causes; /* interned key -> struct cause */
    struct buffer list; /* list of struct cause * */
};

/* Returns a message without names and numbers, and without the versions and architectures at its end, as in "... on x86
 * in 6.1..". */
static const char *find_text(struct arena *arena, const char *message)
{
    const char *text = diag_text_kind(arena, message), *end = NULL;
    for (const char *at = text; !end && (at = strstr(at, " on ")); at++)
        end = strstr(at, " in ") ? at : NULL;
    return end ? arena_copy(arena, text, (size_t)(end - text)) : text;
}

static void count_finding(void *user, const struct diag_view *view)
{
    struct summary *summary = user;
    struct program *program = summary->program;
    const char *text = find_text(program->arena, view->text);
    const char *key = intern_text(program->intern, arena_format(program->arena, "%d %d %s", (int)view->severity,
                                                               (int)view->code, text));
    struct cause *cause = map_get(summary->causes, key);
    const struct source *source = source_find(program->sources, view->span.begin);
    if (!cause) {
        cause = ARENA_NEW(program->arena, struct cause);
        *cause = (struct cause){.first = *view, .text = text, .order = summary->list.size};
        map_set(summary->causes, key, cause);
        buffer_add(&summary->list, &cause, sizeof(struct cause *));
    }
    cause->files += !cause->count++ || cause->last != source;
    cause->last = source;
}

static int compare_causes(const void *left, const void *right)
{
    const struct cause *a = *(const struct cause *const *)left, *b = *(const struct cause *const *)right;
    if (a->first.severity != b->first.severity)
        return a->first.severity > b->first.severity ? -1 : 1;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

void summary_write(struct command_run *run, struct buffer *out)
{
    struct summary summary = {.program = run->program, .causes = map_new(run->arena)};
    diags_each_view(run->program->diags, count_finding, &summary);
    struct cause **causes = (void *)summary.list.data;
    size_t count = summary.list.size / sizeof *causes;
    if (count)
        qsort(causes, count, sizeof *causes, compare_causes);
    for (size_t i = 0; i < count; i++) {
        const struct cause *cause = causes[i];
        struct place place;
        buffer_format(out, "%6zu in %zu file%s  %s: %s [%s]", cause->count, cause->files, cause->files == 1 ? "" : "s",
                      diag_severity_name(cause->first.severity), cause->text, diag_code_name(cause->first.code));
        if (source_locate(run->program->sources, cause->first.span.begin, &place))
            buffer_format(out, "  first at %s:%u:%u", place.source->path, place.line, place.column);
        buffer_add_char(out, '\n');
    }
    buffer_free(&summary.list);
}
