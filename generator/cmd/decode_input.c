#include "cmd/decode_input.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "front/load.h"

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Appends the bytes that a stretch of text spells; NULL, or what is wrong with it. */
static const char *read_hex(struct arena *arena, const char *text, size_t size, struct decode_input *input)
{
    unsigned char *bytes = arena_alloc(arena, size / 2 + 1);
    input->bytes = bytes;
    input->size = 0;
    for (size_t i = 0; i < size; i++) {
        if (is_blank(text[i]))
            continue;
        int high = hex_digit(text[i]), low = i + 1 < size ? hex_digit(text[i + 1]) : -1;
        if (high < 0)
            return "is not hexadecimal";
        if (low < 0)
            return "ends a byte after one digit";
        bytes[input->size++] = (unsigned char)(high << 4 | low);
        i++;
    }
    return NULL;
}

bool decode_input_hex(struct command_run *run, const char *text, struct decode_inputs *inputs)
{
    inputs->items = ARENA_NEW(run->arena, struct decode_input);
    inputs->items->label = "--hex";
    inputs->count = 1;
    const char *error = read_hex(run->arena, text, strlen(text), inputs->items);
    if (error)
        options_fail(run, "the text of --hex %s", error);
    return !error;
}

static bool fail_data(struct command_run *run, const char *label, const char *error)
{
    diag_report(run->program->diags, DIAG_DATA, (struct span){0, 0}, "%s: %s", label, error);
    run->status = STATUS_FINDINGS;
    return false;
}

static bool is_text(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((bytes[i] < 0x20 || bytes[i] > 0x7E) && !is_blank(bytes[i]))
            return false;
    return true;
}

static size_t count_lines(const char *text, size_t size)
{
    size_t count = 1;
    for (size_t i = 0; i < size; i++)
        count += text[i] == '\n';
    return count;
}

static bool read_lines(struct command_run *run, const char *path, const char *text, size_t size,
                       struct decode_inputs *inputs)
{
    unsigned number = 0;
    inputs->count = 0;
    inputs->items = ARENA_ARRAY(run->arena, struct decode_input, count_lines(text, size));
    for (const char *line = text, *end = text + size; line < end; number++) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((next ? next : end) - line);
        const char *comment = memchr(line, '#', length);
        struct decode_input *input = &inputs->items[inputs->count];
        input->label = arena_format(run->arena, "%s:%u", path, number + 1);
        const char *error = read_hex(run->arena, line, comment ? (size_t)(comment - line) : length, input);
        if (error)
            return fail_data(run, input->label, arena_format(run->arena, "the line %s", error));
        inputs->count += input->size != 0;
        line = next ? next + 1 : end;
    }
    return inputs->count ? true : fail_data(run, path, "it has no bytes");
}

bool decode_input_file(struct command_run *run, const char *path, bool is_raw, struct decode_inputs *inputs)
{
    const char *text, *label = command_name_input(run, path);
    size_t size;
    if (!command_read_file(run, path, &text, &size))
        return false;
    if (!size)
        return fail_data(run, label, "it has no bytes");
    if (!is_raw && is_text(text, size))
        return read_lines(run, label, text, size, inputs);
    inputs->items = ARENA_NEW(run->arena, struct decode_input);
    *inputs->items = (struct decode_input){label, (const unsigned char *)text, size};
    inputs->count = 1;
    return true;
}
