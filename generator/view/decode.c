#include "view/decode.h"

#include <string.h>

#include "answer/form.h"
#include "answer/grades.h"
#include "answer/requirement.h"
#include "base/arena.h"
#include "base/buffer.h"
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
    const struct model *model = decode->model;
    const char *point = decode->at ? axis_explain_release(model->arena, &model->axis, decode->at) : NULL;
    struct diag *diag = diag_report(model->program->diags, DIAG_USAGE, (struct span){0, 0}, "%s", error);
    if (point)
        diag_help(diag, "%s", point);
    return false;
}

static const char *format_versions(const struct decode *decode, struct version_set in)
{
    struct buffer text = {0};
    axis_write_set(&decode->model->axis, in, &text);
    return buffer_take(&text, decode->model->arena);
}

/* The versions whose layout is used to read bytes, and how well the layout is known in them. */
struct reading {
    struct version_set versions; /* versions that read the bytes in the same way */
    /* Evidence for the versions, such as "the size", if the user names no version; else NULL. */
    const char *guessed_from;
    uint64_t version; /* version for which the standing was asked */
    const struct record *record;
    struct standing standing;
};

/* Returns the reading of bytes with the layout that a record has in some versions. */
static struct reading reading_of(const struct decode *decode, struct version_set in, const char *guessed_from,
                                 const struct record *record, const struct arch *arch)
{
    bool is_given = decode->target.has_version;
    uint64_t version = is_given ? decode->target.version : decode_newest_version(in);
    struct reading reading = {in, is_given ? NULL : guessed_from, version, record,
                              selection_stand(record, arch, version)};
    if (decode->requirement)
        requirement_check_record(decode->requirement, record, &reading.standing);
    return reading;
}

/* Writes "1607, attested, " or "version guessed from the size: 1607..1803, extrapolated, ". */
static void write_reading(const struct decode *decode, const struct reading *reading)
{
    if (reading->guessed_from)
        buffer_format(decode->out, "version guessed from the %s: %s, %s, ", reading->guessed_from,
                      format_versions(decode, reading->versions), basis_name(reading->standing.basis));
    else {
        const char *at = decode->record ? NULL : decode->at;
        buffer_format(decode->out, "%s, ", at ? at : format_versions(decode, reading->versions));
        standing_write(&reading->standing, decode->out);
        buffer_add_text(decode->out, ", ");
    }
}

/* Writes a line with the disputed members of the structure: "   disputed: Token, Job". */
static void write_disputed(const struct decode *decode, const struct reading *reading)
{
    const struct standing *standing = &reading->standing;
    const char *before = "   disputed: ", *after = "";
    for (size_t i = 0; standing->basis == STRATA_DISPUTED && i < reading->record->member_count; i++) {
        const struct member *member = reading->record->members[i];
        if (member_stand(reading->record, member, standing->arch, standing->version).basis != STRATA_DISPUTED)
            continue;
        buffer_format(decode->out, "%s%s", before, member->name);
        before = ", ";
        after = "\n";
    }
    buffer_add_text(decode->out, after);
}

/* Begins the JSON document of one input. */
static void open_form(const struct decode *decode, const struct decode_input *input, struct form *form)
{
    form_open(form, decode->model, "decode", decode->out);
    json_member_text(&form->json, "input", decode->input);
    json_member_number(&form->json, "offset", input->offset);
    if (input->has_address)
        json_member_number(&form->json, "address", input->address);
}

static void write_form_reading(const struct decode *decode, struct form *form, const struct reading *reading)
{
    form_write_target(form, "target", reading->guessed_from ? NULL : decode->at, reading->standing.arch,
                      reading->version);
    json_member_bool(&form->json, "guessed", reading->guessed_from != NULL);
    form_write_ranges(form, "versions", reading->versions);
    struct inquiry *inquiry = inquiry_new(form->scratch, reading->record, reading->standing.arch);
    form_write_standing(form, inquiry, &reading->standing);
}

/* Returns the reading of an event: the version that the user named, or else all versions that fit. */
static struct reading event_reading(const struct decode *decode, const struct decode_event *event)
{
    const struct record *record = event->data_layout ? event->event->data : event->header->record;
    return reading_of(decode, event->versions, "event", record, event->arch);
}

/* Writes bytes that no structure describes: 16 on each line of text, or one string of JSON. */
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

/* Bytes of a record in a version. The record must have a layout there. */
struct specimen {
    const struct record *record;
    const struct arch *arch;
    uint64_t version;
    const unsigned char *bytes;
    size_t size;
};

/* Prints a record as text or as the value of a JSON key. */
static void print_record(const struct decode *decode, struct buffer *out, const struct specimen *specimen)
{
    const strata_print_record *table = decode_tables_make(decode->model->arena, specimen->record, specimen->arch,
                                                          specimen->version, decode->members);
    strata_print(table, specimen->bytes, specimen->size, DECODE_TARGET, &decode->options, decode_write, out);
}

static void write_json_record(const struct decode *decode, struct json *json, const char *key,
                              const struct specimen *specimen)
{
    json_member_open(json, key, '{');
    json_member_text(json, "struct", specimen->record->type->name);
    json_key(json, "value");
    print_record(decode, json->out, specimen);
    json->comma = true;
    json_close(json, '}');
}

/* Ends the first line of a structure or event: writes its size and, if several are decoded, its offset. */
static void write_size(const struct decode *decode, const struct decode_input *input, uint64_t size)
{
    buffer_format(decode->out, "0x%02llx bytes", (unsigned long long)size);
    if (input->has_address)
        buffer_format(decode->out, " at address 0x%llX", (unsigned long long)input->address);
    else if (decode->count || input->is_placed)
        buffer_format(decode->out, " at 0x%llx", (unsigned long long)input->offset);
    buffer_add_char(decode->out, '\n');
}

static uint64_t align_up(const struct decode *decode, uint64_t size)
{
    uint64_t over = size % decode->align;
    return over && size <= UINT64_MAX - decode->align ? size - over + decode->align : size;
}

/* Returns at most `size` bytes of an input, from `begin` on. If several structures are decoded, the label has the
 * offset. */
static struct decode_input slice_input(const struct decode *decode, const struct decode_input *input, uint64_t begin,
                                       uint64_t size)
{
    struct decode_input slice = *input;
    slice.bytes += begin;
    slice.size -= (size_t)begin;
    slice.offset += begin;
    if (slice.size > size)
        slice.size = (size_t)size;
    if (begin)
        slice.label = arena_format(decode->model->arena, "%s: at 0x%llx", input->label,
                                   (unsigned long long)slice.offset);
    return slice;
}

/* ---- Structures */

static bool ends_in_array(const struct layout *layout)
{
    for (size_t i = 0; i < layout->member_count; i++)
        if (layout->members[i].is_trailing)
            return true;
    return false;
}

/* Takes the next structure from an input with several, and moves `at` past it. Without a count the whole input is one
 * structure. A structure that ends in a flexible array takes all remaining bytes. Returns false at the end of the
 * input. */
static bool next_slice(const struct decode *decode, const struct layout *layout, const struct decode_input *input,
                       uint64_t *at, uint64_t *number, struct decode_input *slice)
{
    bool is_one = !decode->count || !layout->size || layout->size == LAYOUT_UNKNOWN || ends_in_array(layout);
    if (*at >= input->size || *number >= (decode->count ? decode->count : 1))
        return false;
    *slice = slice_input(decode, input, *at, is_one ? UINT64_MAX : layout->size);
    *at = is_one ? input->size : *at + align_up(decode, layout->size);
    ++*number;
    return true;
}

/* Prints one structure with one layout. `arches` names all architectures whose layouts give the same result. */
static void print_struct(const struct decode *decode, const char *arches, const struct layout *layout, uint64_t version,
                         const struct decode_input *input)
{
    struct buffer *out = decode->out;
    const struct arch *arch = decode->target.arch ? decode->target.arch : layout->arch;
    struct version_set in = version_set_range(decode->model->arena, layout->range.from, layout->range.to);
    struct reading reading = reading_of(decode, in, "size", decode->record, arch);
    const struct specimen specimen = {decode->record, arch, version, input->bytes, input->size};
    size_t rest = input->size > layout->size ? input->size - layout->size : 0;
    if (ends_in_array(layout) || decode->members || decode->record->is_partial)
        rest = 0;
    if (decode->is_json) {
        struct form form;
        open_form(decode, input, &form);
        write_form_reading(decode, &form, &reading);
        write_json_record(decode, &form.json, "data", &specimen);
        if (rest)
            write_json_bytes(&form.json, "rest", input->bytes + (input->size - rest), rest);
        form_close(&form);
        return;
    }
    if (out->size)
        buffer_add_char(out, '\n');
    buffer_format(out, "%s, ", arches);
    write_reading(decode, &reading);
    write_size(decode, input, input->size);
    write_disputed(decode, &reading);
    print_record(decode, out, &specimen);
    if (rest) {
        buffer_add_text(out, "rest\n");
        write_bytes(out, false, input->size - rest, input->bytes + (input->size - rest), rest);
    }
}

/* Prints all structures of an input in one layout. */
static bool print_structs(const struct decode *decode, const char *arches, const struct layout *layout,
                          uint64_t version, const struct decode_input *input)
{
    struct decode_input slice;
    bool is_clean = true;
    for (uint64_t at = 0, number = 0; next_slice(decode, layout, input, &at, &number, &slice);) {
        print_struct(decode, arches, layout, version, &slice);
        if (slice.size < layout->least_size)
            is_clean = fail_data(decode, &slice, "the data ends before the structure does");
    }
    return is_clean;
}

/* Returns the size of one structure in the input. The layout is chosen by this size. */
static uint64_t size_of_one(const struct decode *decode, const struct decode_input *input)
{
    bool is_even = decode->count && decode->align == 1 && input->size % decode->count == 0;
    return is_even ? input->size / decode->count : input->size;
}

/* Decodes with the best-fitting layout of any architecture. If several architectures fit equally well, their output
 * must be equal; otherwise reports an error. */
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
        const struct layout *layout =
            decode_choose_layout(arena, decode->record, arch, all, size_of_one(decode, input), &fit);
        if (!layout || decode->record->on[i].alias || fit < best_fit)
            continue;
        buffer_clear(&other);
        /* Print only the values of all structures of an input. */
        struct decode_input slice;
        for (uint64_t at = 0, number = 0; next_slice(decode, layout, input, &at, &number, &slice);)
            print_record(decode, &other,
                         &(struct specimen){decode->record, layout->arch, decode_newest_in(layout->range), slice.bytes,
                                            slice.size});
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
    return print_structs(decode, arches, chosen, decode_newest_in(chosen->range), input);
}

/* Returns the versions that the user's target allows. */
static struct version_set target_versions(const struct decode *decode, const struct arch *arch)
{
    uint64_t taken = record_stand(decode->record, arch, decode->target.version).taken;
    return decode->target.has_version ? version_set_range(decode->model->arena, taken, taken + 1)
                                      : version_set_range(decode->model->arena, 0, VERSION_END);
}

static bool decode_struct(const struct decode *decode, const struct decode_input *input)
{
    struct arena *arena = decode->model->arena;
    const struct decode_target *target = &decode->target;
    enum decode_fit fit;
    if (!target->arch)
        return decode_any_arch(decode, input);
    struct version_set in = target_versions(decode, target->arch);
    const struct layout *layout =
        decode_choose_layout(arena, decode->record, target->arch, in, size_of_one(decode, input), &fit);
    if (!layout)
        return fail_choice(decode,
                           arena_format(arena, "'%s' does not exist in the version or on the architecture of --at",
                                        decode->record->type->name));
    uint64_t version = target->has_version ? in.ranges[0].from : decode_newest_in(layout->range);
    return print_structs(decode, target->arch->name, layout, version, input);
}

/* ---- Events */

/* The parts of an event's bytes. A part is shorter if the bytes end within it. */
struct parts {
    size_t header;     /* number of header bytes */
    size_t data_begin; /* offset of the data, after the header and its extra items */
    size_t data_end;
};

static struct specimen specimen_of_header(const struct decode_event *event, const struct decode_input *input,
                                          const struct parts *parts)
{
    return (struct specimen){event->header->record, event->arch, decode_newest_version(event->versions), input->bytes,
                             parts->header};
}

/* The event must have data with a layout. */
static struct specimen specimen_of_data(const struct decode_event *event, const struct decode_input *input,
                                        const struct parts *parts)
{
    return (struct specimen){event->event->data, event->arch, decode_newest_version(event->versions),
                             input->bytes + parts->data_begin, parts->data_end - parts->data_begin};
}

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
    struct form form;
    struct json *json = &form.json;
    const unsigned char *data = input->bytes + parts->data_begin;
    size_t data_size = parts->data_end - parts->data_begin;
    struct reading reading = event_reading(decode, event);
    open_form(decode, input, &form);
    json_member_text(json, "event", event->event ? event->event->name : NULL);
    json_member_number(json, "hook", event->hook);
    write_form_reading(decode, &form, &reading);
    const struct specimen header = specimen_of_header(event, input, parts);
    write_json_record(decode, json, "header", &header);
    if (parts->data_begin > parts->header)
        write_json_bytes(json, "extra", input->bytes + parts->header, parts->data_begin - parts->header);
    if (event->data_layout) {
        const struct specimen specimen = specimen_of_data(event, input, parts);
        write_json_record(decode, json, "data", &specimen);
    } else {
        write_json_bytes(json, "data", data, data_size);
    }
    if (parts->data_end < input->size)
        write_json_bytes(json, "rest", input->bytes + parts->data_end, input->size - parts->data_end);
    form_close(&form);
}

static void write_event_text(const struct decode *decode, const struct decode_input *input,
                             const struct decode_event *event, const struct parts *parts)
{
    struct buffer *out = decode->out;
    const unsigned char *data = input->bytes + parts->data_begin;
    size_t data_size = parts->data_end - parts->data_begin;
    if (out->size)
        buffer_add_char(out, '\n');
    struct reading reading = event_reading(decode, event);
    buffer_format(out, "event %s, hook 0x%04llx, %s, ", event->event ? event->event->name : "?",
                  (unsigned long long)event->hook, event->arch->name);
    write_reading(decode, &reading);
    write_size(decode, input, event->size);
    write_disputed(decode, &reading);
    const struct specimen header = specimen_of_header(event, input, parts);
    print_record(decode, out, &header);
    if (parts->data_begin > parts->header) {
        buffer_add_text(out, "extra\n");
        write_bytes(out, false, parts->header, input->bytes + parts->header, parts->data_begin - parts->header);
    }
    if (event->data_layout) {
        const struct specimen specimen = specimen_of_data(event, input, parts);
        print_record(decode, out, &specimen);
    } else if (data_size) {
        buffer_add_text(out, "data\n");
        write_bytes(out, false, 0, data, data_size);
    }
    if (parts->data_end < input->size) {
        buffer_add_text(out, "rest\n");
        write_bytes(out, false, parts->data_end, input->bytes + parts->data_end, input->size - parts->data_end);
    }
}

/* Decodes the event at the beginning of the bytes, and sets its size. If several events are decoded, does not print the
 * bytes after it. */
static bool decode_event(const struct decode *decode, struct decode_input *input, uint64_t *size)
{
    struct arena *arena = decode->model->arena;
    struct decode_event event;
    *size = 0;
    if (!decode_event_find(decode->model, &decode->target, input->bytes, input->size, &event))
        return fail_data(decode, input, "no event header begins like this, or it is cut short");
    if (decode->count && event.size >= event.data_begin && event.size < input->size)
        input->size = (size_t)event.size;
    struct parts parts = find_parts(&event, input->size);
    if (decode->is_json)
        write_event_json(decode, input, &event, &parts);
    else
        write_event_text(decode, input, &event, &parts);
    if (event.size < event.data_begin)
        return fail_data(decode, input,
                         arena_format(arena, "the event's size is %llu bytes, but its header has %llu",
                                      (unsigned long long)event.size, (unsigned long long)event.data_begin));
    *size = event.size;
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

/* Decodes consecutive events. Stops after an event whose size is wrong. */
static bool decode_events(const struct decode *decode, const struct decode_input *input)
{
    uint64_t size = 1, at = 0;
    bool is_clean = true;
    for (uint64_t i = 0; i < (decode->count ? decode->count : 1) && at < input->size && size; i++) {
        struct decode_input slice = slice_input(decode, input, at, UINT64_MAX);
        is_clean &= decode_event(decode, &slice, &size);
        at += align_up(decode, size);
    }
    return is_clean;
}

/* ---- Inputs */

bool decode_is_whole(const struct decode *decode, const unsigned char *bytes, size_t size)
{
    const struct decode_target *target = &decode->target;
    struct decode_event event;
    if (!decode->record)
        return decode_event_find(decode->model, target, bytes, size, &event) && event.event && event.size == size;
    for (size_t i = 0; i < decode->model->arch_count; i++) {
        const struct arch *arch = decode->model->arches[i];
        enum decode_fit fit;
        if ((!target->arch || target->arch == arch) &&
            decode_choose_layout(decode->model->arena, decode->record, arch, target_versions(decode, arch), size,
                                 &fit) &&
            fit == DECODE_FIT_EXACT)
            return true;
    }
    return false;
}

bool decode_write_input(const struct decode *decode, struct decode_input input)
{
    uint64_t end = decode->stop < input.size ? decode->stop : input.size;
    if (decode->offset >= end)
        return fail_data(decode, &input,
                         arena_format(decode->model->arena, "there are only %llu bytes, and none at --offset %llu",
                                      (unsigned long long)end, (unsigned long long)decode->offset));
    input.bytes += decode->offset;
    input.size = (size_t)(end - decode->offset);
    input.offset += decode->offset;
    return (decode->record ? decode_struct : decode_events)(decode, &input);
}
