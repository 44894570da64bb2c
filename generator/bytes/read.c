#include "bytes/read.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "bytes/dump.h"
#include "bytes/hex.h"
#include "bytes/literal.h"
#include "bytes/reading.h"
#include "bytes/text.h"
#include "front/load.h"

const char *const bytes_format_names[] = {
    [BYTES_RAW] = "raw",         [BYTES_LINES] = "lines",         [BYTES_PLAIN] = "plain",
    [BYTES_XXD] = "xxd",         [BYTES_XXD_LITTLE] = "xxd-e",    [BYTES_XXD_DECIMAL] = "xxd-d",
    [BYTES_HEXDUMP] = "hexdump", [BYTES_OD] = "od",               [BYTES_OD_HEX] = "od-Ax",
    [BYTES_OD_DECIMAL] = "od-Ad", [BYTES_OD_BARE] = "od-An",      [BYTES_WINDBG] = "windbg",
    [BYTES_STRING] = "string",   [BYTES_ARRAY] = "c",             [BYTES_FORMAT_COUNT] = NULL,
};

/* The reader of each text format, by enum bytes_format. */
static bool (*const readers[])(struct reading *reading) = {
    [BYTES_LINES] = hex_read_lines,     [BYTES_PLAIN] = hex_read_plain,
    [BYTES_XXD] = dump_read_xxd,        [BYTES_XXD_LITTLE] = dump_read_xxd_little,
    [BYTES_OD] = dump_read_od,          [BYTES_XXD_DECIMAL] = dump_read_xxd_decimal,
    [BYTES_OD_HEX] = dump_read_od_hex,  [BYTES_OD_DECIMAL] = dump_read_od_decimal,
    [BYTES_OD_BARE] = hex_read_groups,  [BYTES_HEXDUMP] = dump_read_hexdump,
    [BYTES_WINDBG] = dump_read_windbg,  [BYTES_STRING] = literal_read_string,
    [BYTES_ARRAY] = literal_read_array,
};

/* The attempts to read a text, one in each format. */
struct readings {
    struct program *program;
    const char *label;
    const char *text;
    size_t size;
    struct reading of[BYTES_FORMAT_COUNT + 1]; /* an attempt for each format; the last one is empty */
    bool fits[BYTES_FORMAT_COUNT];
};

static bool is_hex(enum bytes_format format)
{
    return format == BYTES_LINES || format == BYTES_PLAIN || format == BYTES_OD_BARE;
}

static bool has_address(enum bytes_format format)
{
    return format >= BYTES_XXD && format <= BYTES_WINDBG && format != BYTES_OD_BARE;
}

static bool set_error(struct readings *readings, const char *error)
{
    diag_report(readings->program->diags, DIAG_DATA, (struct span){0, 0}, "%s: %s", readings->label, error);
    return false;
}

/* Reports the error of a reading at its position. */
static bool fail_reading(struct readings *readings, const struct reading *reading, const char *help)
{
    const struct source *source = program_add_source(readings->program, readings->label, (struct span){0, 0},
                                                     readings->text, readings->size);
    if (!source)
        return false;
    const struct span span = {source->base + (uint32_t)(reading->error_at - readings->text),
                              source->base + (uint32_t)(reading->error_end - readings->text)};
    struct diag *diag = diag_report(readings->program->diags, DIAG_DATA, span, "%s", reading->error);
    if (help)
        diag_help(diag, "%s", help);
    return false;
}

static void read_as(struct readings *readings, enum bytes_format format)
{
    struct reading *reading = &readings->of[format];
    *reading = (struct reading){
        .arena = readings->program->arena, .begin = readings->text, .end = readings->text + readings->size};
    readings->fits[format] = readers[format](reading);
}

static bool is_same(const struct reading *a, const struct reading *b)
{
    size_t a_count, b_count;
    const struct reading_part *a_parts = reading_parts(a, &a_count), *b_parts = reading_parts(b, &b_count);
    if (a_count != b_count || a->bytes.size != b->bytes.size ||
        memcmp(a->bytes.data, b->bytes.data, a->bytes.size) != 0)
        return false;
    for (size_t i = 0; i < a_count; i++)
        if (a_parts[i].begin != b_parts[i].begin)
            return false;
    return true;
}

/* Excludes formats of groups with three octal digits, if all groups may be decimal, as `od -t u1` writes them. */
static void refuse_decimals(struct reading *reading, bool *fits)
{
    if (*fits && reading->decimals && !reading->octals)
        *fits = reading_fail(reading, reading->begin, reading->begin,
                             "these numbers may be octal or decimal; named with --input, they are octal");
}

/* Excludes a dump of hexdump or od that is a single row of digits. These also write the address after the last byte. */
static void refuse_single(struct reading *reading, bool *fits)
{
    if (*fits && !reading->agreements)
        *fits = reading_fail(reading, reading->end, reading->end,
                             "the line with the address after the last byte is missing");
}

static size_t count_fits(const struct readings *readings, enum bytes_format *first)
{
    size_t count = 0;
    for (enum bytes_format i = BYTES_FORMAT_COUNT; i-- > BYTES_LINES;) {
        count += readings->fits[i];
        *first = readings->fits[i] ? i : *first;
    }
    return count;
}

/* Excludes attempts that another one rules out, or whose bytes are equal to those of an earlier one. */
static void drop_readings(struct readings *readings)
{
    bool *fits = readings->fits, is_sure = false;
    for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++)
        refuse_decimals(&readings->of[i], &fits[i]);
    for (enum bytes_format i = BYTES_HEXDUMP; i <= BYTES_OD_DECIMAL; i++)
        refuse_single(&readings->of[i], &fits[i]);
    for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++)
        is_sure |= has_address(i) && fits[i] && readings->of[i].is_sure;
    for (enum bytes_format i = BYTES_LINES; is_sure && i < BYTES_FORMAT_COUNT; i++)
        fits[i] &= !is_hex(i);
    /* Groups of two bytes are those of xxd without options, which have the bytes in their order. */
    if (fits[BYTES_XXD] && readings->of[BYTES_XXD].group == 2)
        fits[BYTES_XXD_LITTLE] = false;
    for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++) {
        for (enum bytes_format k = BYTES_LINES; k < i && fits[i]; k++) {
            fits[i] = !fits[k] || !is_same(&readings->of[i], &readings->of[k]);
            readings->of[k].is_sure |= !fits[i] && readings->of[i].is_sure;
        }
    }
}

/* True if the caller accepts all parts of an attempt. */
static bool is_whole(const struct reading *reading, const struct bytes_judge *judge)
{
    size_t count;
    const struct reading_part *parts = reading_parts(reading, &count);
    for (size_t i = 0; i < count; i++) {
        size_t end = i + 1 < count ? parts[i + 1].begin : reading->bytes.size;
        if (!judge->is_whole(judge->user, (const unsigned char *)reading->bytes.data + parts[i].begin,
                             end - parts[i].begin))
            return false;
    }
    return true;
}

/* Chooses one of several attempts, if the caller accepts only this one. If it accepts the lines only together, they
 * must have the width of a tool; otherwise they may be structures that are cut short. */
static void judge_readings(struct readings *readings, const struct bytes_judge *judge)
{
    enum bytes_format whole = BYTES_FORMAT_COUNT;
    size_t count = 0;
    for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++) {
        if (!readings->fits[i] || !is_whole(&readings->of[i], judge))
            continue;
        whole = i;
        count++;
    }
    bool is_joined = whole == BYTES_PLAIN || whole == BYTES_OD_BARE;
    if (count != 1 || (is_joined && !readings->of[whole].is_sure))
        return;
    for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++)
        readings->fits[i] = i == whole;
}

static bool fail_ambiguous(struct readings *readings)
{
    struct buffer names = {0};
    size_t left = count_fits(readings, &(enum bytes_format){BYTES_RAW});
    for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++) {
        if (!readings->fits[i])
            continue;
        left--;
        buffer_format(&names, "%s%s", !names.size ? "" : left ? ", " : " or ", bytes_format_names[i]);
    }
    const char *text = buffer_take(&names, readings->program->arena);
    return set_error(readings, arena_format(readings->program->arena, "this may be %s; choose one with --input", text));
}

/* Reports that no format fits, or only digits that may be addresses. */
static bool fail_all(struct readings *readings, bool is_dump)
{
    const struct reading *lines = &readings->of[BYTES_LINES];
    enum bytes_format best = BYTES_FORMAT_COUNT;
    for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++) {
        const struct reading *reading = &readings->of[i], *other = &readings->of[best];
        if (!reading->error || (!reading->bytes.size && !reading->is_likely) || (is_dump && !has_address(i)))
            continue;
        if (best == BYTES_FORMAT_COUNT || reading->error_at > other->error_at ||
            (reading->error_at == other->error_at && has_address(i) && !has_address(best)))
            best = i;
    }
    struct reading_line line = {.next = readings->text, .end = readings->text + readings->size};
    if (best != BYTES_FORMAT_COUNT)
        return fail_reading(readings, &readings->of[best],
                            arena_format(readings->program->arena,
                                         "this is read as %s; to read it as another format, name it with --input%s",
                                         bytes_format_names[best], is_dump ? ", as in `--input lines`" : ""));
    if (is_dump)
        return set_error(readings,
                         "the first words of its lines may be addresses; `--input lines` takes them as bytes");
    if (lines->error && lines->error_at == lines->end)
        return set_error(readings, "it has no bytes");
    while (reading_next_line(&line) && reading_skip_blanks(line.text, line.stop) == line.stop)
        ;
    const struct reading none = {
        .error = "this text is in no format that decode knows", .error_at = line.text, .error_end = line.stop};
    return fail_reading(readings, &none, "`--input raw` takes the bytes of the file");
}

/* Finds the format of a text. Returns false if there is none, which is reported. */
static bool find_format(struct readings *readings, const struct bytes_judge *judge, enum bytes_format *format)
{
    for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++)
        read_as(readings, i);
    for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++)
        if (readings->of[i].is_large)
            return fail_reading(readings, &readings->of[i],
                                arena_format(readings->program->arena,
                                             "this may be %s; to read it as another format, name it with --input",
                                             bytes_format_names[i]));
    drop_readings(readings);
    size_t count = count_fits(readings, format);
    bool is_dump = false;
    if (count && is_hex(*format)) {
        bool has_dump = false;
        for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++)
            has_dump |= has_address(i) && readings->fits[i];
        is_dump = !has_dump && hex_has_addresses(&readings->of[BYTES_LINES]);
    }
    if (!count || is_dump)
        return fail_all(readings, is_dump);
    if (count > 1 && judge)
        judge_readings(readings, judge);
    return count_fits(readings, format) == 1 || fail_ambiguous(readings);
}

static bool read_text(struct readings *readings, enum bytes_format format, const struct bytes_judge *judge,
                      struct bytes_file *file)
{
    bool is_clean = true;
    if (format == BYTES_FORMAT_COUNT) {
        is_clean = find_format(readings, judge, &format);
    } else {
        read_as(readings, format);
        struct reading *reading = &readings->of[format];
        if (reading->error)
            is_clean = reading->error_at == reading->end && !reading->bytes.size
                           ? set_error(readings, "it has no bytes")
                           : fail_reading(readings, reading, NULL);
    }
    if (is_clean) {
        file->format = format;
        /* Make the parts of the file from the chosen attempt. */
        struct reading *reading = &readings->of[format];
        struct arena *arena = reading->arena;
        const struct reading_part *from = reading_parts(reading, &file->count);
        struct bytes_part *parts = ARENA_ARRAY(arena, struct bytes_part, file->count);
        file->size = reading->bytes.size;
        file->parts = parts;
        const unsigned char *bytes = (const unsigned char *)buffer_take(&reading->bytes, arena);
        for (size_t i = 0; i < file->count; i++) {
            size_t end = i + 1 < file->count ? from[i + 1].begin : file->size;
            unsigned line = file->format == BYTES_LINES || file->count > 1 ? from[i].line : 0;
            parts[i] = (struct bytes_part){bytes + from[i].begin, end - from[i].begin, line};
        }
    }
    for (enum bytes_format i = BYTES_LINES; i < BYTES_FORMAT_COUNT; i++) {
        buffer_free(&readings->of[i].bytes);
        buffer_free(&readings->of[i].parts);
    }
    return is_clean;
}

bool bytes_read(struct program *program, const char *label, const char *data, size_t size, enum bytes_format format,
                const struct bytes_judge *judge, struct bytes_file *file)
{
    struct readings readings = {.program = program, .label = label};
    *file = (struct bytes_file){0};
    if (!size)
        return set_error(&readings, "it has no bytes");
    bool is_text = format != BYTES_RAW && text_find(program->arena, data, size, &readings.text, &readings.size);
    if (is_text)
        return read_text(&readings, format, judge, file);
    if (format != BYTES_RAW && format != BYTES_FORMAT_COUNT)
        return set_error(&readings,
                         arena_format(program->arena, "this is no text, and %s is", bytes_format_names[format]));
    struct bytes_part *part = ARENA_NEW(program->arena, struct bytes_part);
    *part = (struct bytes_part){(const unsigned char *)data, size, 0};
    *file = (struct bytes_file){BYTES_RAW, part, 1, size};
    return true;
}

bool bytes_read_digits(struct arena *arena, const char *text, struct bytes_part *part, const char **error,
                       const char **error_at)
{
    struct reading reading = {.arena = arena, .begin = text, .end = text + strlen(text)};
    bool is_clean = hex_read_bytes(&reading);
    part->size = reading.bytes.size;
    part->line = 0;
    part->bytes = (const unsigned char *)buffer_take(&reading.bytes, arena);
    *error = reading.error;
    *error_at = reading.error_at;
    return is_clean;
}
