/*
 * Fuzzes --into: merges a kernel into any spec that checks clean. The edits must stand a check, or a finding says why
 * they do not. Nothing can be written beside the spec.
 */
#define _GNU_SOURCE

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "check/check.h"
#include "merge/merge.h"
#include "kernel/isf.h"
#include "kernel/kernel.h"
#include "kernel/store.h"
#include "front/load.h"
#include "model/model.h"

static const char symbols[] =
    "{\"metadata\": {\"windows\": {\"pdb\": {\"GUID\": \"00\", \"age\": 1, \"database\": \"ntkrnlmp.pdb\","
    " \"machine_type\": 34404}}},"
    " \"base_types\": {\"unsigned long\": {\"endian\": \"little\", \"kind\": \"int\", \"signed\": false, \"size\": 4},"
    " \"void\": {\"endian\": \"little\", \"kind\": \"void\", \"signed\": true, \"size\": 0},"
    " \"pointer\": {\"endian\": \"little\", \"kind\": \"int\", \"signed\": false, \"size\": 8}},"
    " \"enums\": {\"_E\": {\"base\": \"unsigned long\", \"size\": 4, \"constants\": {\"A\": 0, \"B\": 2, \"C\": 2}}},"
    " \"symbols\": {}, \"user_types\": {"
    " \"_S\": {\"kind\": \"struct\", \"size\": 32, \"fields\": {"
    " \"a\": {\"offset\": 0, \"type\": {\"kind\": \"base\", \"name\": \"unsigned long\"}},"
    " \"b\": {\"offset\": 4, \"type\": {\"kind\": \"bitfield\", \"bit_length\": 2, \"bit_position\": 3,"
    " \"type\": {\"kind\": \"base\", \"name\": \"unsigned long\"}}},"
    " \"c\": {\"offset\": 8, \"type\": {\"kind\": \"array\", \"count\": 2,"
    " \"subtype\": {\"kind\": \"pointer\", \"subtype\": {\"kind\": \"base\", \"name\": \"void\"}}}},"
    " \"d\": {\"offset\": 24, \"type\": {\"kind\": \"struct\", \"name\": \"__unnamed_1\"}},"
    " \"e\": {\"offset\": 28, \"type\": {\"kind\": \"enum\", \"name\": \"_E\"}}}},"
    " \"__unnamed_1\": {\"kind\": \"struct\", \"size\": 4, \"fields\": {"
    " \"f\": {\"offset\": 0, \"type\": {\"kind\": \"base\", \"name\": \"unsigned long\"}}}}}}";

/* Makes a file of these bytes. Nothing can be written beside it. */
static const char *make_file(struct arena *arena, const void *bytes, size_t size, int *file)
{
    *file = memfd_create("fuzz", 0);
    if (*file < 0 || write(*file, bytes, size) != (ssize_t)size)
        abort();
    return arena_format(arena, "/proc/self/fd/%d", *file);
}

static void merge(struct program *program, const struct model *model, const char *spec)
{
    struct buffer out = {0};
    const struct isf_import import = {.arena = program->arena,
                                      .intern = program->intern,
                                      .diags = program->diags,
                                      .store = kernel_store_new(program->arena),
                                      .arches = (const struct arch *const *)model->arches,
                                      .arch_count = model->arch_count};
    struct kernel kernel;
    const struct kernel *kernels = &kernel;
    const char *pdb;
    int file;
    const char *path = make_file(program->arena, symbols, sizeof symbols - 1, &file);
    if (kernel_read_isf(&import, path, &kernel, &pdb)) {
        kernel.version = version_pack(6, 1, 7601, 5);
        merge_kernels(program,
                      &(struct merge_request){.kernels = &kernels,
                                              .kernel_count = 1,
                                              .spec = spec,
                                              .model = model},
                      &out);
    }
    buffer_free(&out);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    int file;
    const char *spec = make_file(arena, data, size, &file);
    program_add_path(program, spec);
    if (!diags_error_count(program->diags)) {
        const struct model *model = model_resolve_within(program, arena_within(arena));
        uint64_t version;
        const struct arch *arch;
        const char *error;
        check_run(model, program->diags);
        if (!diags_error_count(program->diags) && model_parse_target(model, "6.1/x64", &version, &arch, &error))
            merge(program, model, spec);
    }
    close(file);
    arena_free(arena);
    return 0;
}
