#include "cmd/last_run.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "front/load.h"

/* Made by the Makefile: the sum of all sources. What another build wrote is not what this one would. */
extern const char build_identity[];

enum { STAMP_SIZE = 3 * 17 /* three numbers in hexadecimal, a blank behind each */ };

/* The text of a FILE.state. */
struct state {
    struct buffer text;
    uint64_t newest; /* the latest change of a file in it */
    bool broken;     /* it cannot be written as lines */
};

const char *last_run_path(struct command_run *run, const char *depfile)
{
    return arena_format(run->arena, "%s.state", depfile);
}

static void add_text(struct state *state, const char *text)
{
    state->broken = state->broken || strchr(text, '\n');
    buffer_add_text(&state->text, text);
    buffer_add_char(&state->text, '\n');
}

static void add_line(struct state *state, const char *word, const char *text)
{
    buffer_add_text(&state->text, word);
    buffer_add_char(&state->text, ' ');
    add_text(state, text);
}

/* How the command was called, and what it finds where it is called: a new file in a directory of specs is news. */
static void add_call(struct command_run *run, const struct operands *specs, struct state *state)
{
    add_line(state, "strata", build_identity);
    add_line(state, "in", file_directory(run->arena));
    add_line(state, "command", run->command->name);
    for (int i = 0; i < run->argc; i++)
        add_line(state, "argument", run->argv[i]);
    for (size_t i = 0; i < specs->count; i++) {
        const char *const *found, *error;
        size_t count = 0;
        if (file_kind(specs->items[i]) == FILE_DIRECTORY &&
            !file_search(run->arena, specs->items[i], ".strata", &found, &count, &error))
            state->broken = true;
        for (size_t k = 0; k < count; k++)
            add_line(state, "spec", found[k]);
    }
    buffer_add_char(&state->text, '\n');
}

static void add_file(struct state *state, const char *path)
{
    static const char digits[] = "0123456789abcdef";
    struct file_stamp stamp = {0};
    bool is_there = file_stamp(path, &stamp);
    const uint64_t numbers[] = {stamp.size, stamp.identity, stamp.changed};
    char words[STAMP_SIZE];
    for (size_t i = 0; i < sizeof words; i++)
        words[i] = i % 17 == 16 ? ' ' : is_there ? digits[numbers[i / 17] >> (60 - 4 * (i % 17)) & 15] : '-';
    buffer_add(&state->text, words, sizeof words);
    add_text(state, path);
    state->newest = stamp.changed > state->newest ? stamp.changed : state->newest;
}

/* Adds the files that the state of the last run names, up to the next empty line, as they are now. */
static void add_files_of(struct arena *arena, const char *text, const char *end, struct state *state)
{
    while (text < end) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        if (!line_end || line_end - text <= STAMP_SIZE)
            break;
        add_file(state, arena_copy(arena, text + STAMP_SIZE, (size_t)(line_end - text - STAMP_SIZE)));
        text = line_end + 1;
    }
    buffer_add_char(&state->text, '\n');
}

/* What was changed at the same time as the state was written may have been changed after it, too. */
bool last_run_holds(struct command_run *run, const struct operands *specs, const char *depfile)
{
    const char *text, *error, *path = depfile ? last_run_path(run, depfile) : NULL;
    size_t size;
    struct file_stamp written;
    struct state state = {0};
    if (!depfile || !file_stamp(path, &written) || !file_read(run->arena, path, &text, &size, &error))
        return false;
    add_call(run, specs, &state);
    size_t call = state.text.size;
    bool holds = !state.broken && size > call && !memcmp(text, state.text.data, call);
    if (holds) {
        add_files_of(run->arena, text + call, text + size, &state);
        holds = state.text.size <= size && !memcmp(text, state.text.data, state.text.size) &&
                state.newest < written.changed;
    }
    if (holds && state.text.size < size)
        run->summary = arena_copy(run->arena, text + state.text.size, size - state.text.size - 1);
    buffer_free(&state.text);
    return holds;
}

/* The stamp is taken before the text is compared: what is changed behind that has another one. */
bool last_run_write(struct command_run *run, const struct operands *specs, const char *depfile,
                    const struct last_run_file *sources, size_t source_count, const char *const *targets,
                    size_t target_count)
{
    struct state state = {0};
    bool done = true;
    add_call(run, specs, &state);
    for (size_t i = 0; i < source_count && !state.broken; i++) {
        add_file(&state, sources[i].path);
        if (sources[i].text && !file_equals(run->arena, sources[i].path, sources[i].text, sources[i].size))
            state.broken = true;
    }
    for (size_t i = 0; i < target_count; i++)
        add_file(&state, targets[i]);
    add_file(&state, depfile);
    buffer_add_char(&state.text, '\n');
    diags_write(run->program->diags, &state.text, DIAG_FORMAT_TEXT, false);
    if (!state.broken)
        done = command_write_file(run, last_run_path(run, depfile), &state.text);
    buffer_free(&state.text);
    return done;
}
