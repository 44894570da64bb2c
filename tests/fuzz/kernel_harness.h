/*
 * Files of kernels, plain or compressed: any bytes become a kernel, or something is said of them; what a kernel holds is
 * in order, and the same when the file is read twice; and what is folded of it is a spec.
 */

#ifndef FUZZ_KERNEL_HARNESS_H
#define FUZZ_KERNEL_HARNESS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "debug/debug.h"
#include "fold/fold.h"
#include "front/load.h"
#include "kernel/isf.h"
#include "kernel/kernel.h"
#include "kernel/store.h"
#include "listing/listing.h"
#include "model/model.h"
#include "vergilius/vergilius.h"

static const struct isf_format *const kernel_formats[] = {&debug_format, &listing_format, &vergilius_format, NULL};

static const char axis[] = "axis { 6.1 { 6.1-rtm = 6.1.7600; 6.1-sp1 = 6.1.7601; } 10.0 { 22H2 = 10.0.19045; } }\n"
                           "arch x86 pointer 4 align 8; arch x86pae : x86 pointer 4 align 8;\n"
                           "arch x64 pointer 8 align 16; arch x64la57 : x64 pointer 8 align 16;\n"
                           "arch arm64 pointer 8 align 16;\n";

static void check_type(const struct kernel_type *type)
{
    bool has_target = type->kind == KERNEL_POINTER || type->kind == KERNEL_ARRAY;
    bool has_name = type->kind == KERNEL_INTEGER || type->kind == KERNEL_FLOAT || type->kind == KERNEL_TAG;
    if (has_target != (type->target != NULL) || (type->kind == KERNEL_UNNAMED) != (type->record != NULL) ||
        (has_name && !type->name) || (type->kind == KERNEL_ARRAY && type->size != type->count * type->target->size))
        abort();
    if (has_target)
        check_type(type->target);
}

static void check_record(const struct kernel_record *record)
{
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        check_type(member->type);
        if (member->type->kind == KERNEL_VOID || member->type->kind == KERNEL_FUNCTION ||
            member->type->size > UINT32_MAX - member->offset ||
            (member->width && member->bit + member->width > 8 * member->type->size) ||
            (i && (member->offset < member[-1].offset || member->name == member[-1].name)))
            abort();
    }
}

static void check_kernel(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->record_count; i++) {
        check_record(kernel->records[i]);
        if (i && strcmp(kernel->records[i - 1]->name, kernel->records[i]->name) >= 0)
            abort();
    }
    for (size_t i = 0; i < kernel->enum_count; i++)
        if (i && strcmp(kernel->enums[i - 1]->name, kernel->enums[i]->name) >= 0)
            abort();
}

static void check_again(const struct kernel *one, const struct kernel *other)
{
    if (one->record_count != other->record_count || one->enum_count != other->enum_count)
        abort();
    for (size_t i = 0; i < one->record_count; i++)
        if (one->records[i] != other->records[i])
            abort();
    for (size_t i = 0; i < one->enum_count; i++)
        if (one->enums[i] != other->enums[i])
            abort();
}

/* The text may use nothing, since there are no files: what it would use stands before it. */
static void check_spec(struct program *program, const struct model *model, const struct kernel *kernel)
{
    const struct kernel_fold_use axis_file = {.path = "axis.strata"};
    const struct kernel_fold_request request = {
        .kernels = &kernel, .kernel_count = 1, .model = model, .uses = &axis_file, .use_count = 1};
    struct buffer text = {0};
    buffer_add_text(&text, axis);
    kernel_fold(program, &request, &text);
    buffer_add(&text, "\0", 2);
    char *use = strstr(text.data, "\nuse ");
    if (use)
        memcpy(use + 1, "//", 2);
    struct program *imported = program_new(program->arena);
    program_add_text(imported, "imported.strata", text.data, text.size - 2);
    if (diags_error_count(imported->diags))
        abort();
    buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    program_add_text(program, "axis.strata", axis, sizeof axis - 1);
    const struct model *model = model_resolve(program);
    if (diags_count(program->diags))
        abort();
    const struct isf_import import = {.arena = arena,
                                      .intern = program->intern,
                                      .diags = program->diags,
                                      .store = kernel_store_new(arena),
                                      .arches = (const struct arch *const *)model->arches,
                                      .arch_count = model->arch_count,
                                      .others = kernel_formats};
    int file = memfd_create("fuzz", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    const char *path = arena_format(arena, "/proc/self/fd/%d", file), *pdb;
    struct kernel kernel, again;
    if (kernel_read_isf(&import, path, &kernel, &pdb)) {
        check_kernel(&kernel);
        if (!kernel_read_isf(&import, path, &again, &pdb))
            abort();
        check_again(&kernel, &again);
        kernel.version = version_pack(6, 1, 7601, 0);
        check_spec(program, model, &kernel);
    } else if (!diags_error_count(program->diags)) {
        abort();
    }
    close(file);
    arena_free(arena);
    return 0;
}

#endif
