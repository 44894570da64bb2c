#include "view/decode.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/json.h"
#include "front/load.h"
#include "view/decode_tables.h"

static bool fail_data(const struct decode *decode, const struct decode_input *input, const char *error)
{
    diag_report(decode->model->program->diags, DIAG_DATA, (struct span){0, 0}, "%s: %s", input->label, error);
    return false;
}

/* Reports that the arguments choose no layout. Returns false. */
static bool fail_choice(const struct decode *decode, const char *error)
{
    diag_report(decode->model->program->diags, DIAG_USAGE, (struct span){0, 0}, "%s", error);
    return false;
}

static const char *format_versions(const struct decode *decode, struct version_set in)
{
    struct buffer text = {0};
    axis_write_set(&decode->model->axis, in, &text);
    return buffer_take(&text, decode->model->arena);
}

/* The versions that an event may be of: the one that the user named, or those that fit. */
static const char *format_event_versions(const struct decode *decode, const struct decode_event *event)
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
static void print_record(const struct decode *decode, struct buffer *out, const struct record *record,
                         const struct arch *arch, uint64_t version, const unsigned char *bytes, size_t size)
{
    const strata_print_record *table = decode_tables_make(decode->model->arena, record, arch, version);
    strata_print(table, bytes, size, DECODE_TARGET, &decode->options, decode_write, out);
}

static void write_json_record(const struct decode *decode, struct json *json, const char *key,
                              const struct record *record, const struct arch *arch, uint64_t version,
                              const unsigned char *bytes, size_t size)
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
static void print_struct(const struct decode *decode, const char *arches, const struct layout *layout, uint64_t version,
                         const struct decode_input *input)
{
    struct buffer *out = decode->out;
    struct version_set in = version_set_range(decode->model->arena, layout->in.from, layout->in.to);
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
static bool decode_any_arch(const struct decode *decode, const struct decode_input *input)
{
    struct arena *arena = decode->model->arena;
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
    buffer_free(&best);
    buffer_free(&other);
    if (!chosen)
        return fail_choice(decode, arena_format(arena, "'%s' exists on no architecture", decode->record->type->name));
    if (rival)
        return fail_choice(decode, arena_format(arena, "%s: both %s and %s fit %llu bytes; choose one with --at",
                                                input->label, chosen->arch->name, rival->name,
                                                (unsigned long long)input->size));
    print_struct(decode, arches, chosen, decode_newest_in(chosen->in), input);
    return best_fit != DECODE_FIT_SHORT || fail_data(decode, input, "the data ends before the structure does");
}

static bool decode_struct(const struct decode *decode, const struct decode_input *input)
{
    struct arena *arena = decode->model->arena;
    const struct decode_target *target = &decode->target;
    if (!target->arch)
        return decode_any_arch(decode, input);
    struct version_set in = version_set_range(arena, 0, VERSION_END);
    if (target->has_version)
        in = version_set_range(arena, target->version, target->version + 1);
    enum decode_fit fit;
    const struct layout *layout = decode_choose_layout(arena, decode->record, target->arch, in, input->size, &fit);
    if (!layout)
        return fail_choice(decode,
                           arena_format(arena, "'%s' does not exist in the version or on the architecture of --at",
                                        decode->record->type->name));
    uint64_t version = target->has_version ? target->version : decode_newest_in(layout->in);
    print_struct(decode, layout->arch->name, layout, version, input);
    return fit != DECODE_FIT_SHORT || fail_data(decode, input, "the data ends before the structure does");
}

/* ---- Events */

/* The parts of an event's bytes, each as far as it is there. */
struct parts {
    size_t header;     /* bytes of the header */
    size_t data_begin; /* and of the items after it */
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

static void write_event_json(const struct decode *decode, const struct decode_input *input,
                             const struct decode_event *event, const struct parts *parts)
{
    struct json json = {.out = decode->out};
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

static void write_event_text(const struct decode *decode, const struct decode_input *input,
                             const struct decode_event *event, const struct parts *parts)
{
    struct buffer *out = decode->out;
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

static bool decode_event(const struct decode *decode, const struct decode_input *input)
{
    struct arena *arena = decode->model->arena;
    struct decode_event event;
    if (!decode_event_find(decode->model, &decode->target, input->bytes, input->size, &event))
        return fail_data(decode, input, "no event header begins like this, or it is cut short");
    struct parts parts = find_parts(&event, input->size);
    if (decode->is_json)
        write_event_json(decode, input, &event, &parts);
    else
        write_event_text(decode, input, &event, &parts);
    if (event.size < event.data_begin)
        return fail_data(decode, input,
                         arena_format(arena, "the event's size is %llu bytes, but its header has %llu",
                                      (unsigned long long)event.size, (unsigned long long)event.data_begin));
    if (event.size > input->size)
        return fail_data(decode, input,
                         arena_format(arena, "the event has %llu bytes, but only %llu are there",
                                      (unsigned long long)event.size, (unsigned long long)input->size));
    if (!event.event)
        return fail_data(decode, input,
                         arena_format(arena, "no event under '%s' has the hook 0x%04llX",
                                      event.header->record->type->name, (unsigned long long)event.hook));
    return event.fit != DECODE_FIT_SHORT ||
           fail_data(decode, input,
                     arena_format(arena, "the data ends before '%s' does", event.event->data->type->name));
}

bool decode_write_input(const struct decode *decode, struct decode_input input)
{
    if (decode->offset >= input.size)
        return fail_data(decode, &input,
                         arena_format(decode->model->arena, "there are only %llu bytes, and none at --offset %llu",
                                      (unsigned long long)input.size, (unsigned long long)decode->offset));
    input.bytes += decode->offset;
    input.size -= (size_t)decode->offset;
    return (decode->record ? decode_struct : decode_event)(decode, &input);
}
