/*
 * Tables that know some members of many builds: `<` begins kphdyn.xml; of other texts the first byte chooses the reader.
 * What is read goes into a spec, whose new texts must parse.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/source.h"
#include "front/load.h"
#include "model/model.h"
#include "sparse/sparse.h"
#include "spec/format.h"

static const char spec_text[] =
    "axis { 6.1 { 6.1-rtm = 6.1.7600; } 10.0 { 1507 = 10.0.10240; 2004 = 10.0.19041; 22H2 = 10.0.19045 kernel 10.0.19041;\n"
    "  11-21H2 = 10.0.22000; 11-24H2 = 10.0.26100; } }\n"
    "arch x86 pointer 4 align 8; arch x64 pointer 8 align 8 in 6.1..; arch x64la57 : x64 pointer 8 align 8 in 1507..;\n"
    "arch arm64 pointer 8 align 8 in 2004..;\n"
    "columns x86 | x64;\n"
    "attest x64 10.0.10240.16384, 10.0.22000.1;\n"
    "type ULONG unsigned 4; type ULONGLONG unsigned 8; type PVOID pointer;\n"
    "struct EPROCESS in 6.1.. {\n"
    "    size 0x20 | 0x40;\n"
    "    PVOID ObjectTable at 0x00 | 0x08 (..2004), 0x10; PVOID SectionObject at 0x04 | 0x18;\n"
    "    union u1 at 0x08 | 0x20 { ULONG State at 0x00; } PVOID Tail at 0x10 | 0x30;\n"
    "}\n"
    "struct HANDLE_TABLE_ENTRY in 6.1.. { ULONGLONG Attributes : 3 at 0 bit 17; ULONGLONG ObjectPointerBits : 44 at 0 "
    "bit 20; }\n";

static const char mapping_text[] = "A EPROCESS.ObjectTable\nB EPROCESS.SectionObject\nC EPROCESS.u1.State\n"
                                   "D HANDLE_TABLE_ENTRY.Attributes bit\nE -\n";

static const struct source *add_source(struct program *program, const char *path, const void *data, size_t size)
{
    char *text = arena_alloc(program->arena, size + 2);
    if (size)
        memcpy(text, data, size);
    return source_add(program->sources, path, text, size);
}

static void check_texts(struct arena *arena, const struct buffer *texts)
{
    const struct program_text *list = (const void *)texts->data;
    for (size_t i = 0; i < texts->size / sizeof *list; i++) {
        struct buffer canonical = {0};
        if (!format_spec(arena, list[i].text, list[i].size, &canonical))
            abort();
        buffer_free(&canonical);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const paths[] = {"t.csv", "t.tsv", "t.md", "t.html"};
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    struct buffer texts = {0}, out = {0}, alone = {0};
    struct sparse_sheet sheet = {0};
    struct sparse_counts counts;
    const char *path = size ? paths[*data % 4] : paths[0];
    program_add_text(program, "spec.strata", spec_text, sizeof spec_text - 1);
    const struct model *model = model_resolve(program);
    program->files[0].requested = true;
    const struct source *source = add_source(program, path, data, size);
    const struct source *mapping = add_source(program, "mapping", mapping_text, sizeof mapping_text - 1);
    struct sparse_options options = {.arch = size % 2 ? "x64" : NULL, .is_hexadecimal = size % 3 == 0};
    bool is_kphdyn = sparse_is_kphdyn(source);
    bool is_read = is_kphdyn ? sparse_read_kphdyn(arena, source, program->diags, &sheet)
                             : sparse_read_page(arena, source, program->diags, &options, &sheet);
    if (!is_read && !diags_count(program->diags))
        abort(); // what cannot be read is reported
    if (is_read && is_kphdyn)
        sparse_map_kphdyn(&sheet);
    if (is_read)
        sparse_map(arena, mapping, program->diags, &sheet);
    const struct sparse_request request = {.program = program, .model = model, .name = "list", .origin = "fuzz",
                                           .into = "spec.strata", .options = &options, .sheets = &sheet, .sheet_count = 1};
    if (is_read && sparse_into(&request, &texts, &counts))
        check_texts(arena, &texts);
    if (is_read && sparse_write(&request, "\"spec.strata\"", &alone, &counts) && !alone.size)
        abort();
    diags_write(program->diags, &out, DIAG_FORMAT_TEXT, false);
    buffer_free(&texts);
    buffer_free(&alone);
    buffer_free(&out);
    arena_free(arena);
    return 0;
}
