/*
 * Any text must be read as a C source without harm, and each word must lie inside of it, behind those before.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/source.h"
#include "uses/c_scan.h"
#include "uses/uses.h"
#include "front/load.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char spec[] = "axis { 1.0 { } 2.0 { } }\n"
                           "arch a pointer 4 align 4 in 1.0..;\n"
                           "type U unsigned 4;\n"
                           "struct S in 1.0.. { U A; U B in 1.0; U B[2] in 2.0..; S *Next; struct u { U C : 3; } }\n";

static void check_words(const struct source *source)
{
    struct c_scan scan = {.next = source->text, .end = source->text + source->size};
    const char *end = source->text;
    struct c_token token;
    while ((token = c_scan_next(&scan)).kind != C_END) {
        if (token.begin < end || token.end <= token.begin || token.end > source->text + source->size)
            abort();
        end = token.end;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    struct buffer out = {0};
    program_add_text(program, "s.strata", spec, sizeof spec - 1);
    const struct uses_question question = {
        .prefix = "s_", .to = VERSION_END, .arches = UINT64_MAX, .any_version = true, .any_arch = true};
    char *text = arena_alloc(arena, size + 2);
    memcpy(text, data, size);
    const struct source *source = program_add_source(program, "uses.c", (struct span){0, 0}, text, size);
    check_words(source);
    uses_add_source(uses_new(model_resolve(program), &question), source);
    diags_write(program->diags, &out, DIAG_FORMAT_TEXT, false);
    buffer_free(&out);
    arena_free(arena);
    return 0;
}
