#include "spec/format.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/thread.h"
#include "spec/format_parts.h"
#include "spec/lines.h"
#include "front/load.h"
#include "front/parse.h"

static void write_canonical(struct program *program, const struct source *source, struct buffer *out)
{
    static const char mark[] = "\xEF\xBB\xBF";
    struct buffer words = {0};
    format_words(program, source, &words);
    if (source->size >= 3 && !memcmp(source->text, mark, 3))
        buffer_add(out, mark, 3);
    format_rows((const void *)words.data, words.size / sizeof(struct format_word),
                lines_end(source->text, source->size), out);
    buffer_free(&words);
}

bool format_source(struct program *program, const struct source *source, struct buffer *out)
{
    size_t errors = diags_error_count(program->diags);
    parse_source(program, source);
    if (diags_error_count(program->diags) > errors)
        return false;
    write_canonical(program, source, out);
    return true;
}

/* Adds a copy of a text to a program. Returns NULL if it is too large. */
static const struct source *add_copy(struct program *program, const char *text, size_t size)
{
    char *copy = arena_alloc(program->arena, size + 2);
    if (size)
        memcpy(copy, text, size);
    return source_add(program->sources, "", copy, size);
}

bool format_spec(struct arena *arena, const char *text, size_t size, struct buffer *out)
{
    struct arena *brief = arena_new();
    struct program *program = program_new(brief);
    const struct source *source = add_copy(program, text, size);
    if (source)
        parse_source(program, source);
    bool is_right = source && !diags_error_count(program->diags);
    arena_free(brief); /* the syntax tree takes as much memory as all that follows */
    if (is_right) {
        program = program_new(arena);
        write_canonical(program, add_copy(program, text, size), out);
    }
    return is_right;
}

void format_spelled(const char *text, size_t size, struct buffer *out)
{
    struct buffer words = {0};
    format_spelled_words(text, size, &words);
    format_rows((const void *)words.data, words.size / sizeof(struct format_word), "\n", out);
    buffer_free(&words);
}

static void format_one(void *user, size_t thread, size_t index)
{
    struct buffer *text = (struct buffer *)user + index, formatted = {0};
    (void)thread;
    format_spelled(text->data, text->size, &formatted);
    buffer_free(text);
    *text = formatted;
}

static void take_nothing(void *user, size_t index)
{
    (void)user, (void)index;
}

void format_spelled_all(struct buffer *texts, size_t count)
{
    thread_run(&(struct thread_work){count, format_one, take_nothing, texts}, count > 1 ? thread_count() : 1);
}
