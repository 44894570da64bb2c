/*
 * Decoding: the input is an event, and each structure of a spec that has members of every kind.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "view/decode_event.h"
#include "view/decode_tables.h"
#include "front/load.h"

static const char spec[] =
    "axis { 1.0 { 1.0-rtm = 1.0.100; } 2.0 { 2.0-rtm = 2.0.1000; } }\n"
    "arch x86 pointer 4 align 8 in 1.0..; arch x64 pointer 8 align 8 in 2.0..;\n"
    "columns x86 | x64;\n"
    "type UCHAR unsigned 1; type USHORT unsigned 2; type ULONG unsigned 4; type LONG signed 4;\n"
    "type ULONGLONG unsigned 8; opaque LOCK size 0x18 | 0x28;\n"
    "enum STATE : LONG { FAILED = -1; IDLE = 0; RUNNING = 1 (1.0), 2; 7 \"stopped\"; }\n"
    "flags GROUPS indexed 30..31 { DISK = 1; NET = 2; IO = 3; FORWARD = 0x40000000; CPU = 0x40000001; }\n"
    "struct GUID in 1.0.. { ULONG A at 0; USHORT B at 4; USHORT C at 6; UCHAR D[8] at 8; }\n"
    "struct LIST in 1.0.. { ULONG Count at 0; USHORT Items[] at 4; }\n"
    "struct HEADER in 1.0.. {\n"
    "    ULONG Marker at 0; USHORT Size at 4; USHORT Hook at 6; ULONG Extra at 8;\n"
    "}\n"
    "struct BODY in 1.0.. {\n"
    "    STATE State at 0; ULONG Groups[2] at 4 as GROUPS; GUID Id at 0x0C; ULONG Low : 3 at 0x1C bit 2;\n"
    "    LONG Mode : 2 at 0x1C bit 30 as STATE; LOCK Lock at 0x20; unaccounted 4 at 0x38 | 0x48;\n"
    "    ULONGLONG *Pointers[3] at 0x40 | 0x50; GUID Ids[2][2] at 0x50 | 0x68 in 2.0.. | 2.0..;\n"
    "    ULONGLONG Times[2] at 0x70 as time in 1.0 | -; USHORT Name[8] at 0x80 as text in 1.0 | -;\n"
    "    UCHAR Image[] at 0x90 as text in 1.0 | -;\n"
    "    LIST List at 0x90 | 0xA8 in 2.0.. | 2.0..;\n"
    "}\n"
    "header HEADER { marker Marker mask 0xFFFF0000; size Size; hook Hook; data 0x0C; extra 8 Extra mask 0xFF0; }\n"
    "event FIRST = 1 in 1.0.. { header HEADER marker 0x10000 | 0x20000; data BODY; }\n"
    "event SECOND = 2 in 2.0.. { header HEADER marker 0x30000; data LIST; }\n";

static void print(struct arena *arena, const struct record *record, const struct arch *arch, uint64_t version,
                  const uint8_t *bytes, size_t size)
{
    const strata_print_record *table = decode_tables_make(arena, record, arch, version, NULL);
    struct buffer out = {0};
    uint8_t choice = size ? bytes[size - 1] : 0;
    strata_print_options options = {choice & 3u,      choice >> 2 & 3u, choice >> 4 & 3u,
                                    choice >> 6 & 1u, choice >> 7,      choice >> 5 & 1u};
    strata_print_text(table, bytes, size, DECODE_TARGET, decode_write, &out);
    buffer_clear(&out);
    strata_print_json(table, bytes, size, DECODE_TARGET, decode_write, &out);
    buffer_clear(&out);
    strata_print(table, bytes, size, DECODE_TARGET, &options, decode_write, &out);
    buffer_free(&out);
}

static void print_event(const struct model *model, const uint8_t *data, size_t size)
{
    struct decode_target target = {0};
    struct decode_event event;
    if (!decode_event_find(model, &target, data, size, &event))
        return;
    print(model->arena, event.header->record, event.arch, decode_newest_version(event.versions), data, size);
    if (event.data_layout && event.data_begin <= size)
        print(model->arena, event.event->data, event.arch, decode_newest_version(event.versions),
              data + event.data_begin, size - (size_t)event.data_begin);
}

static void print_records(const struct model *model, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < model->record_count; i++) {
        for (size_t a = 0; a < model->arch_count; a++) {
            unsigned fit;
            const struct layout *layout =
                decode_choose_layout(model->arena, model->records[i], model->arches[a],
                                     version_set_range(model->arena, 0, VERSION_END), size, &fit);
            if (layout)
                print(model->arena, model->records[i], layout->arch, layout->range.from, data, size);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    program_add_text(program, "fuzz.strata", spec, sizeof spec - 1);
    const struct model *model = model_resolve(program);
    if (diags_error_count(program->diags) || model->faults)
        abort();
    print_event(model, data, size);
    print_records(model, data, size);
    arena_free(arena);
    return 0;
}
