#include "base/progress.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file.h"
#include "base/shown.h"

enum { SILENT_TICKS = 1000, STEADY_TICKS = 100 };

struct progress {
    struct arena *arena;
    uint64_t next; /* time (file_ticks) from which on the line may be written again */
    bool is_shown;
};

struct progress *progress_new(struct arena *arena)
{
    struct progress *progress = ARENA_NEW(arena, struct progress);
    *progress = (struct progress){.arena = arena, .next = file_ticks() + SILENT_TICKS};
    return progress;
}

/* Writes a line over the previous one, and clears the rest of that. */
static void write_line(struct progress *progress, struct buffer *line)
{
    struct buffer text = {0};
    const char *ignored;
    buffer_format(&text, "\r%s\033[K", buffer_text(line));
    file_write_output(progress->arena, 2, text.data, text.size, &ignored);
    progress->is_shown = line->size;
    buffer_free(&text);
}

void progress_step(struct progress *progress, const char *task, size_t done, size_t total, const char *subject)
{
    uint64_t now = progress ? file_ticks() : 0;
    if (!progress || now < progress->next)
        return;
    struct buffer line = {0}, cut = {0};
    size_t most = file_terminal_width(2) - 1, width;
    buffer_format(&line, "strata: %s %zu of %zu%s%s", task, done + 1, total, subject ? ": " : "",
                  subject ? subject : "");
    for (size_t at = 0; at < line.size; most -= width) {
        size_t before = cut.size;
        at += shown_add_character(&cut, line.data + at, line.size - at, &width);
        if (width > most) {
            cut.size = before;
            break;
        }
    }
    write_line(progress, &cut);
    progress->next = file_ticks() + STEADY_TICKS;
    buffer_free(&line);
    buffer_free(&cut);
}

void progress_end(struct progress *progress)
{
    struct buffer nothing = {0};
    if (progress && progress->is_shown)
        write_line(progress, &nothing);
    buffer_free(&nothing);
}
