/*
 * strata decode: bytes to values, by a structure that the user names or that an event's header leads to.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/json.h"
#include "cmd/command.h"
#include "view/decode_event.h"
#include "cmd/decode_input.h"
#include "view/decode_tables.h"
#include "cmd/load_specs.h"
#include "cmd/options.h"
#include "front/load.h"
#include "model/model.h"

struct decode {
    struct command_run *run;
    const struct model *model;
    struct decode_target target;
    const char *at; /* the version of the target, as the user wrote it */
    const struct record *record; /* NULL: events */
    bool is_json;
    strata_print_options options;
    uint64_t offset;
    enum status status;
};

static void fail_data(struct decode *decode, const struct decode_input *input, const char *error)
{
    diag_report(decode->run->program->diags, DIAG_DATA, (struct span){0, 0}, "%s: %s", input->label, error);
    if (decode->status == STATUS_CLEAN)
        decode->status = STATUS_FINDINGS;
}

static const char *format_versions(struct decode *decode, struct version_set in)
{
    struct buffer text = {0};
    axis_write_set(&decode->model->axis, in, &text);
    const char *copy = arena_copy(decode->run->arena, text.data, text.size);
    buffer_free(&text);
    return copy;
}

/* The versions that an event may be of: the one that the user named, or those that fit. */
static const char *format_event_versions(struct decode *decode, const struct decode_event *event)
{
    return decode->target.has_version ? decode->at : format_versions(decode, event->in);
}

/* Bytes that no structure describes: 16 a line in text, a string in JSON. */
static void write_bytes(struct buffer *out, bool is_json, uint64_t offset, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (!is_json && i % 16 == 0)
            buffer_format(out, "%s   +0x%03llx ", i ? "\n" : "", (unsigned long long)(offset + i));
        buffer_format(out, is_json ? "%02x" : " %02x", bytes[i]);
    }
    if (!is_json && size)
        buffer_add_char(out, '\n');
}

static void write_json_bytes(struct json *json, const char *key, const unsigned char *bytes, size_t size)
{
    struct buffer text = {0};
    write_bytes(&text, true, 0, bytes, size);
    json_key(json, key);
    json_string(json, text.data, text.size);
    buffer_free(&text);
}

/* The record in a version that it has a layout in, as text or as the value of a JSON key. */
static void print_record(struct decode *decode, struct buffer *out, const struct record *record,
                         const struct arch *arch, uint64_t version, const unsigned char *bytes, size_t size)
{
    const strata_print_record *table = decode_tables_make(decode->run->arena, record, arch, version);
    strata_print(table, bytes, size, DECODE_TARGET, &decode->options, decode_write, out);
}

static void write_json_record(struct decode *decode, struct json *json, const char *key, const struct record *record,
                              const struct arch *arch, uint64_t version, const unsigned char *bytes, size_t size)
{
    json_member_open(json, key, '{');
    json_member_text(json, "struct", record->type->name);
    json_key(json, "value");
    print_record(decode, json->out, record, arch, version, bytes, size);
    json->comma = true;
    json_close(json, '}');
}

/* ---- Structures */

/* One structure in one layout; `arches` names all that would give the same. */
static void print_struct(struct decode *decode, const char *arches, const struct layout *layout, uint64_t version,
                         const struct decode_input *input)
{
    struct buffer *out = &decode->run->out;
    struct version_set in = version_set_range(decode->run->arena, layout->in.from, layout->in.to);
    const char *versions = format_versions(decode, in);
    size_t rest = input->size > layout->size ? input->size - layout->size : 0;
    for (size_t i = 0; i < layout->member_count; i++)
        if (layout->members[i].is_trailing)
            rest = 0;
    if (decode->is_json) {
        struct json json = {.out = out};
        json_open(&json, '{');
        json_member_text(&json, "arch", layout->arch->name);
        json_member_text(&json, "versions", versions);
        write_json_record(decode, &json, "data", decode->record, layout->arch, version, input->bytes, input->size);
        if (rest)
            write_json_bytes(&json, "rest", input->bytes + (input->size - rest), rest);
        json_close(&json, '}');
        buffer_add_char(out, '\n');
        return;
    }
    if (out->size)
        buffer_add_char(out, '\n');
    buffer_format(out, "%s, %s, 0x%02llx bytes\n", arches, versions, (unsigned long long)input->size);
    print_record(decode, out, decode->record, layout->arch, version, input->bytes, input->size);
    if (rest) {
        buffer_add_text(out, "rest\n");
        write_bytes(out, false, input->size - rest, input->bytes + (input->size - rest), rest);
    }
}

/* Decodes by the layout that fits best on each arch, and takes the best of them; when several are equally good, they
 * must say the same. */
static void decode_any_arch(struct decode *decode, const struct decode_input *input)
{
    struct arena *arena = decode->run->arena;
    struct version_set all = version_set_range(arena, 0, VERSION_END);
    struct buffer best = {0}, other = {0};
    const struct layout *chosen = NULL;
    const struct arch *rival = NULL;
    const char *arches = NULL;
    enum decode_fit best_fit = DECODE_FIT_NONE;
    for (size_t i = 0; i < decode->model->arch_count; i++) {
        const struct arch *arch = decode->model->arches[i];
        enum decode_fit fit;
        const struct layout *layout = decode_choose_layout(arena, decode->record, arch, all, input->size, &fit);
        if (!layout || decode->record->on[i].alias || fit < best_fit)
            continue;
        buffer_clear(&other);
        print_record(decode, &other, decode->record, arch, decode_newest_in(layout->in), input->bytes, input->size);
        if (fit > best_fit) {
            struct buffer emptied = best;
            best = other;
            other = emptied;
            best_fit = fit;
            chosen = layout;
            arches = arch->name;
            rival = NULL;
        } else if (best.size == other.size && !memcmp(best.data, other.data, best.size)) {
            arches = arena_format(arena, "%s or %s", arches, arch->name);
        } else if (!rival) {
            rival = arch;
        }
    }
    if (!chosen) {
        decode->status = options_fail(decode->run, "'%s' exists on no architecture", decode->record->type->name);
    } else if (rival) {
        decode->status = options_fail(decode->run, "%s: both %s and %s fit %llu bytes; choose one with --at",
                                      input->label, chosen->arch->name, rival->name, (unsigned long long)input->size);
    } else {
        print_struct(decode, arches, chosen, decode_newest_in(chosen->in), input);
        if (best_fit == DECODE_FIT_SHORT)
            fail_data(decode, input, "the data ends before the structure does");
    }
    buffer_free(&best);
    buffer_free(&other);
}

static void decode_struct(struct decode *decode, const struct decode_input *input)
{
    struct arena *arena = decode->run->arena;
    const struct decode_target *target = &decode->target;
    if (!target->arch) {
        decode_any_arch(decode, input);
        return;
    }
    struct version_set in = version_set_range(arena, 0, VERSION_END);
    if (target->has_version)
        in = version_set_range(arena, target->version, target->version + 1);
    enum decode_fit fit;
    const struct layout *layout = decode_choose_layout(arena, decode->record, target->arch, in, input->size, &fit);
    if (!layout) {
        decode->status = options_fail(decode->run, "'%s' does not exist in the version or on the architecture of --at",
                                      decode->record->type->name);
        return;
    }
    uint64_t version = target->has_version ? target->version : decode_newest_in(layout->in);
    print_struct(decode, layout->arch->name, layout, version, input);
    if (fit == DECODE_FIT_SHORT)
        fail_data(decode, input, "the data ends before the structure does");
}

/* ---- Events */

/* The parts of an event's bytes, each as far as it is there. */
struct parts {
    size_t header;     /* bytes of the header */
    size_t data_begin; /* and of the items behind it */
    size_t data_end;
};

static struct parts find_parts(const struct decode_event *event, size_t size)
{
    struct parts parts = {.header = size, .data_begin = size, .data_end = size};
    if (event->header->data->number < size)
        parts.header = (size_t)event->header->data->number;
    if (event->data_begin < size)
        parts.data_begin = (size_t)event->data_begin;
    if (event->size < size)
        parts.data_end = event->size > parts.data_begin ? (size_t)event->size : parts.data_begin;
    return parts;
}

static void write_event_json(struct decode *decode, const struct decode_input *input, const struct decode_event *event,
                             const struct parts *parts)
{
    struct json json = {.out = &decode->run->out};
    uint64_t version = decode_newest_version(event->in);
    const unsigned char *data = input->bytes + parts->data_begin;
    size_t data_size = parts->data_end - parts->data_begin;
    json_open(&json, '{');
    json_member_text(&json, "event", event->event ? event->event->name : NULL);
    json_member_number(&json, "hook", event->hook);
    json_member_text(&json, "arch", event->arch->name);
    json_member_text(&json, "versions", format_event_versions(decode, event));
    write_json_record(decode, &json, "header", event->header->record, event->arch, version, input->bytes,
                      parts->header);
    if (parts->data_begin > parts->header)
        write_json_bytes(&json, "extra", input->bytes + parts->header, parts->data_begin - parts->header);
    if (event->data_layout)
        write_json_record(decode, &json, "data", event->event->data, event->arch, version, data, data_size);
    else
        write_json_bytes(&json, "data", data, data_size);
    if (parts->data_end < input->size)
        write_json_bytes(&json, "rest", input->bytes + parts->data_end, input->size - parts->data_end);
    json_close(&json, '}');
    buffer_add_char(json.out, '\n');
}

static void write_event_text(struct decode *decode, const struct decode_input *input, const struct decode_event *event,
                             const struct parts *parts)
{
    struct buffer *out = &decode->run->out;
    uint64_t version = decode_newest_version(event->in);
    const unsigned char *data = input->bytes + parts->data_begin;
    size_t data_size = parts->data_end - parts->data_begin;
    if (out->size)
        buffer_add_char(out, '\n');
    buffer_format(out, "event %s, hook 0x%04llx, %s, %s, 0x%02llx bytes\n", event->event ? event->event->name : "?",
                  (unsigned long long)event->hook, event->arch->name, format_event_versions(decode, event),
                  (unsigned long long)event->size);
    print_record(decode, out, event->header->record, event->arch, version, input->bytes, parts->header);
    if (parts->data_begin > parts->header) {
        buffer_add_text(out, "extra\n");
        write_bytes(out, false, parts->header, input->bytes + parts->header, parts->data_begin - parts->header);
    }
    if (event->data_layout) {
        print_record(decode, out, event->event->data, event->arch, version, data, data_size);
    } else if (data_size) {
        buffer_add_text(out, "data\n");
        write_bytes(out, false, 0, data, data_size);
    }
    if (parts->data_end < input->size) {
        buffer_add_text(out, "rest\n");
        write_bytes(out, false, parts->data_end, input->bytes + parts->data_end, input->size - parts->data_end);
    }
}

static void decode_event(struct decode *decode, const struct decode_input *input)
{
    struct arena *arena = decode->run->arena;
    struct decode_event event;
    if (!decode_event_find(decode->model, &decode->target, input->bytes, input->size, &event)) {
        fail_data(decode, input, "no event header begins like this, or it is cut short");
        return;
    }
    struct parts parts = find_parts(&event, input->size);
    if (decode->is_json)
        write_event_json(decode, input, &event, &parts);
    else
        write_event_text(decode, input, &event, &parts);
    if (event.size < event.data_begin)
        fail_data(decode, input,
                  arena_format(arena, "the event's size is %llu bytes, but its header has %llu",
                               (unsigned long long)event.size, (unsigned long long)event.data_begin));
    else if (event.size > input->size)
        fail_data(decode, input,
                  arena_format(arena, "the event has %llu bytes, but only %llu are there",
                               (unsigned long long)event.size, (unsigned long long)input->size));
    else if (!event.event)
        fail_data(decode, input,
                  arena_format(arena, "no event under '%s' has the hook 0x%04llX", event.header->record->type->name,
                               (unsigned long long)event.hook));
    else if (event.fit == DECODE_FIT_SHORT)
        fail_data(decode, input, arena_format(arena, "the data ends before '%s' does", event.event->data->type->name));
}

/* ---- The command */

/* Takes "10.0/x64" or "x64". */
static bool parse_at(struct decode *decode, const char *at)
{
    struct decode_target *target = &decode->target;
    target->arch = model_find_arch(decode->model, at);
    if (target->arch)
        return true;
    target->has_version = true;
    target->arch = load_find_target(decode->run, decode->model, at, &target->version);
    if (target->arch)
        decode->at = arena_copy(decode->run->arena, at, (size_t)(strchr(at, '/') - at));
    return target->arch != NULL;
}

static enum status decode_all(struct decode *decode, const struct decode_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        struct decode_input input = inputs->items[i];
        if (decode->offset >= input.size) {
            fail_data(decode, &input,
                      arena_format(decode->run->arena, "there are only %llu bytes, and none at --offset %llu",
                                   (unsigned long long)input.size, (unsigned long long)decode->offset));
            continue;
        }
        input.bytes += decode->offset;
        input.size -= (size_t)decode->offset;
        if (decode->record)
            decode_struct(decode, &input);
        else
            decode_event(decode, &input);
    }
    return decode->status;
}

struct arguments {
    const char *name, *at, *offset, *format, *depth, *hex;
    bool is_event, is_raw, has_all, has_types, has_absent;
};

/* How structures are to be printed. */
static bool choose_options(struct decode *decode, const struct arguments *arguments)
{
    uint64_t depth = STRATA_PRINT_DEPTH_MOST;
    if (arguments->depth && !options_number(arguments->depth, &depth)) {
        options_fail(decode->run, "--depth does not take '%s'", arguments->depth);
        return false;
    }
    decode->options = (strata_print_options)STRATA_PRINT_OPTIONS;
    decode->options.form = decode->is_json ? STRATA_PRINT_FORM_JSON : STRATA_PRINT_FORM_TEXT;
    if (depth < STRATA_PRINT_DEPTH_MOST)
        decode->options.depth = (uint32_t)depth;
    if (arguments->has_all)
        decode->options.array = UINT32_MAX;
    decode->options.types = arguments->has_types;
    decode->options.absent = arguments->has_absent;
    return true;
}

/* What can be said of the command line without reading anything. */
static bool check_arguments(struct decode *decode, const struct arguments *arguments, const struct operands *operands)
{
    static const char *const formats[] = {"text", "json", NULL};
    struct command_run *run = decode->run;
    if (!arguments->name == !arguments->is_event) {
        options_fail(run, "strata decode needs either --struct NAME or --event");
        return false;
    }
    if (operands->count < (arguments->hex ? 1 : 2)) {
        options_fail(run, "strata decode needs specs, and bytes: a file after them, or --hex TEXT");
        return false;
    }
    if (arguments->offset && !options_number(arguments->offset, &decode->offset)) {
        options_fail(run, "--offset does not take '%s'", arguments->offset);
        return false;
    }
    int format = arguments->format ? options_choice(run, "--format", arguments->format, formats) : 0;
    decode->is_json = format == 1;
    decode->run->is_shown = !decode->is_json;
    return format >= 0 && choose_options(decode, arguments);
}

static enum status run_decode(struct command_run *run)
{
    struct arguments arguments = {0};
    struct operands operands;
    struct decode decode = {.run = run};
    const struct option options[] = {
        {"struct", 's', &arguments.name, NULL}, {"event", 'e', NULL, &arguments.is_event},
        {"at", 0, &arguments.at, NULL},         {"offset", 0, &arguments.offset, NULL},
        {"format", 0, &arguments.format, NULL}, {"hex", 0, &arguments.hex, NULL},
        {"raw", 0, NULL, &arguments.is_raw},    {"depth", 0, &arguments.depth, NULL},
        {"all", 0, NULL, &arguments.has_all},   {"types", 0, NULL, &arguments.has_types},
        {"absent", 0, NULL, &arguments.has_absent},
    };
    if (!options_parse(run, options, sizeof options / sizeof *options, &operands) ||
        !check_arguments(&decode, &arguments, &operands))
        return run->status;
    struct decode_inputs inputs;
    size_t spec_count = operands.count - (arguments.hex ? 0 : 1);
    if (arguments.hex ? !decode_input_hex(run, arguments.hex, &inputs)
                      : !decode_input_file(run, operands.items[spec_count], arguments.is_raw, &inputs))
        return run->status;
    decode.model = load_specs(run, operands.items, spec_count);
    if (!decode.model || (arguments.at && !parse_at(&decode, arguments.at)))
        return run->status;
    if (arguments.name)
        decode.record = load_find_record(run, decode.model, arguments.name);
    if (arguments.name && !decode.record)
        return run->status;
    return decode_all(&decode, &inputs);
}

const struct command command_decode = {
    .name = "decode",
    .summary = "print bytes as a structure or an event",
    .help = "usage: strata decode [OPTION...] SPECS... --struct NAME FILE\n"
            "       strata decode [OPTION...] SPECS... --event FILE\n"
            "\n"
            "Prints the members of a structure, or of an event's header and data: offset, name and value.\n"
            "Names of enums and flags, bit-fields, pointers, GUIDs, times, text and structures in structures\n"
            "look as in WinDbg's dt. If the data is too short, the missing members are marked.\n"
            "\n"
            "With --event, the header gives the architecture, the event and the structure of its data, by\n"
            "the `header` and `event` declarations of the specs. Without --at, Strata guesses the version\n"
            "from the size: an exact match, else the newest smaller layout.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata. FILE comes after them; '-'\n"
            "is standard input. If a file has only printable characters, it is read as hexadecimal text: one\n"
            "structure or event a line; blanks between bytes, empty lines and comments after # are ignored.\n"
            "Any other file is one structure or event.\n"
            "\n"
            "  -s, --struct NAME   decode this structure or union\n"
            "  -e, --event         decode an event\n"
            "  --at TARGET         VERSION/ARCH, such as 10.0/x64, or only ARCH. A release means its last\n"
            "                      version, a build without a revision the last attested revision\n"
            "  --offset N          skip the first N bytes of each input; decimal, or hexadecimal with 0x\n"
            "  --hex TEXT          decode these bytes, in hexadecimal, instead of FILE\n"
            "  --raw               read FILE as bytes, even if all of them are printable\n"
            "  --format text       print as dt does (the default)\n"
            "  --format json       print one object a line: for a structure arch, versions and data (struct\n"
            "                      and value); for an event also event, hook, header, extra; rest: bytes\n"
            "                      after the end\n"
            "  --types             print the type of each member as in the spec; text only\n"
            "  --depth N           print N levels of structures in structures; of deeper ones only the name,\n"
            "                      or bytes in JSON\n"
            "  --all               print all elements of arrays and all bytes without a type, not only 16;\n"
            "                      JSON always has all\n"
            "  --absent            also list the members that only other versions have\n"
            "\n"
            "Exit status: 0 clean, 1 data missing, or errors in the specs, 2 wrong usage or input/output.\n"
            "\n"
            "  strata decode specs --struct WMI_RESOURCE --at 10.0/x64 resource.bin\n"
            "  strata decode specs --event --hex '02 00 11 c0 34 00 20 00 ...'\n"
            "  strata decode specs --event events.txt\n",
    .run = run_decode,
};
