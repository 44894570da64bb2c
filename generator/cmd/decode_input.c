#include "cmd/decode_input.h"

#include "base/arena.h"
#include "cmd/command.h"
#include "cmd/options.h"

bool decode_input_hex(struct command_run *run, const char *text, struct decode_inputs *inputs)
{
    struct bytes_part part;
    const char *error, *at;
    if (!bytes_read_digits(run->arena, text, &part, &error, &at)) {
        options_fail(run, "the text of --hex is wrong at '%.20s': %s", at, error);
        return false;
    }
    inputs->items = ARENA_NEW(run->arena, struct decode_input);
    *inputs->items = (struct decode_input){.label = "--hex", .bytes = part.bytes, .size = part.size};
    inputs->count = 1;
    inputs->format = bytes_format_names[BYTES_PLAIN];
    return true;
}

bool decode_input_file(struct command_run *run, const char *path, enum bytes_format format,
                       const struct bytes_judge *judge, struct decode_inputs *inputs)
{
    const char *data, *label = command_name_input(run, path);
    struct bytes_file file;
    size_t size;
    if (!command_read_file(run, path, &data, &size))
        return false;
    if (!bytes_read(run->program, label, data, size, format, judge, &file)) {
        command_fail(run);
        return false;
    }
    inputs->items = ARENA_ARRAY(run->arena, struct decode_input, file.count);
    inputs->count = file.count;
    inputs->format = bytes_format_names[file.format];
    for (size_t i = 0; i < file.count; i++) {
        const struct bytes_part *part = &file.parts[i];
        const char *name = part->line ? arena_format(run->arena, "%s:%u", label, part->line) : label;
        inputs->items[i] = (struct decode_input){.label = name, .bytes = part->bytes, .size = part->size};
    }
    inputs->note = arena_format(run->arena, "strata: note: %s is read as %s: %zu byte%s\n", label, inputs->format,
                                file.size, file.size == 1 ? "" : "s");
    return true;
}
