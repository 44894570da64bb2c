#include "vergilius/events.h"

#include <string.h>

#include <yaml.h>

#include "base/arena.h"
#include "base/file.h"
#include "bytes/unpack.h"
#include "kernel/isf_parts.h"

/* Limits that no real file reaches: for the text, for the bytes without an event, and for the depth of values. */
enum { SIZE_MOST_MIB = 256, SILENCE_MOST = 1 << 20, NESTING_MOST = 16 };

/* File names of libyaml. */
static const char *const libraries[] = {"libyaml-0.so.2", "libyaml.so", "libyaml.dylib", "yaml.dll", "libyaml-0-2.dll",
                                        NULL};

/* The functions of libyaml that this file uses. */
struct library {
    int (*initialize)(yaml_parser_t *parser);
    void (*destroy)(yaml_parser_t *parser);
    void (*set_input)(yaml_parser_t *parser, yaml_read_handler_t *handler, void *user);
    int (*parse)(yaml_parser_t *parser, yaml_event_t *event);
    void (*destroy_event)(yaml_event_t *event);
};

struct events {
    struct isf_file *file;
    struct unpack *unpack;
    const unsigned char *piece; /* rest of the current piece */
    size_t piece_size;
    uint64_t size;   /* number of bytes that were read */
    uint64_t silent; /* number of bytes that were read since the last event */
    uint64_t lines;  /* number of line ends in the text that was read */
    unsigned depth;
    struct library library;
    yaml_parser_t parser;
    yaml_event_t event; /* last event of libyaml */
    bool has_event;
};

static bool library_load(struct library *library)
{
    const struct file_wanted wanted[] = {
        {"yaml_parser_initialize", &library->initialize},
        {"yaml_parser_delete", &library->destroy},
        {"yaml_parser_set_input", &library->set_input},
        {"yaml_parser_parse", &library->parse},
        {"yaml_event_delete", &library->destroy_event},
    };
    return file_find_functions(libraries, wanted, sizeof wanted / sizeof *wanted);
}

static bool report_mark(struct events *events, yaml_mark_t mark, const char *message)
{
    if (!events->file->error)
        events->file->error =
            arena_format(events->file->arena, "line %llu, column %llu: %s", (unsigned long long)mark.line + 1,
                         (unsigned long long)mark.column + 1, message);
    return false;
}

static uint64_t count_lines(const unsigned char *text, size_t size)
{
    uint64_t count = 0;
    for (const unsigned char *end = text + size; size && (text = memchr(text, '\n', (size_t)(end - text))); text++)
        count++;
    return count;
}

/* Gives the next bytes to libyaml. If they cannot be read or exceed a limit, sets an error and returns 0. */
static int read_input(void *user, unsigned char *buffer, size_t size, size_t *got)
{
    struct events *events = user;
    struct isf_file *file = events->file;
    const void *piece;
    *got = 0;
    if (!events->piece_size) {
        if (!unpack_read(events->unpack, &piece, &events->piece_size, &file->error))
            return 0;
        events->piece = piece;
    }
    size = size < events->piece_size ? size : events->piece_size;
    if (size)
        memcpy(buffer, events->piece, size);
    events->piece += size;
    events->piece_size -= size;
    events->size += size;
    events->silent += size;
    events->lines += count_lines(buffer, size);
    if (events->size > (uint64_t)SIZE_MOST_MIB << 20)
        file->error = file_too_large;
    else if (events->silent > SILENCE_MOST)
        return report_mark(events, events->parser.mark, "more than 1 MiB of blanks, or of one text");
    *got = size;
    return !file->error;
}

struct events *events_open(struct isf_file *file, struct unpack *unpack, const void *piece, size_t size)
{
    struct events *events = ARENA_NEW(file->arena, struct events);
    *events = (struct events){.file = file, .unpack = unpack, .piece = piece, .piece_size = size};
    if (!library_load(&events->library)) {
        file->error = "files of Vergilius need libyaml, which cannot be loaded";
        return NULL;
    }
    if (!events->library.initialize(&events->parser)) {
        file->error = "out of memory";
        return NULL;
    }
    events->library.set_input(&events->parser, read_input, events);
    return events;
}

/* Reports the error of libyaml, unless reading has failed. For bytes that are no text libyaml has no position: it stops
 * before them. */
static bool fail_parsing(struct events *events)
{
    const yaml_parser_t *parser = &events->parser;
    struct isf_file *file = events->file;
    const char *problem = parser->problem ? parser->problem : "the text cannot be read";
    const unsigned char *rest = parser->raw_buffer.pointer;
    if (parser->error == YAML_MEMORY_ERROR && !file->error)
        file->error = "out of memory";
    else if (parser->error == YAML_READER_ERROR && !file->error)
        file->error = arena_format(
            file->arena, "line %llu: %s",
            (unsigned long long)(events->lines - count_lines(rest, (size_t)(parser->raw_buffer.last - rest)) + 1),
            problem);
    return report_mark(events, parser->problem_mark, problem);
}

/* Takes the event that opens or closes a map or a list. */
static bool take_bracket(struct events *events, struct event *taken, enum event_kind kind)
{
    taken->kind = kind;
    events->depth = kind == EVENT_END ? events->depth - 1 : events->depth + 1;
    return events->depth <= NESTING_MOST ||
           report_mark(events, events->event.start_mark,
                       arena_format(events->file->arena, "values are nested more than %d deep", NESTING_MOST));
}

/* Takes the last event of libyaml. Sets `*is_taken` if it is an event for the caller. A file must have one document,
 * without references in it. */
static bool take_event(struct events *events, struct event *taken, bool *is_taken)
{
    *is_taken = true;
    taken->line = (uint32_t)events->event.start_mark.line + 1;
    taken->column = (uint32_t)events->event.start_mark.column + 1;
    switch (events->event.type) {
    case YAML_SCALAR_EVENT:
        taken->kind = EVENT_TEXT;
        taken->text = (const char *)events->event.data.scalar.value;
        taken->size = events->event.data.scalar.length;
        return true;
    case YAML_MAPPING_START_EVENT:
        return take_bracket(events, taken, EVENT_MAP);
    case YAML_SEQUENCE_START_EVENT:
        return take_bracket(events, taken, EVENT_LIST);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        return take_bracket(events, taken, EVENT_END);
    case YAML_ALIAS_EVENT:
        return report_mark(events, events->event.start_mark, "an alias is not possible here");
    case YAML_STREAM_END_EVENT:
        taken->kind = EVENT_DONE;
        return true;
    default:
        *is_taken = false;
        return true;
    }
}

bool events_next(struct events *events, struct event *event)
{
    bool is_taken = false;
    while (!is_taken) {
        if (events->has_event)
            events->library.destroy_event(&events->event);
        events->has_event = events->library.parse(&events->parser, &events->event);
        if (!events->has_event)
            return fail_parsing(events);
        events->silent = 0;
        if (!take_event(events, event, &is_taken))
            return false;
    }
    return true;
}

void events_close(struct events *events)
{
    if (events->has_event)
        events->library.destroy_event(&events->event);
    events->library.destroy(&events->parser);
}
