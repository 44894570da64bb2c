/*
 * damage FILE: reads the PDB cut short after every byte, and with every byte changed in three ways, as sanitizers see
 * it: each becomes a kernel, or something is said of it. What a kernel has is in order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "kernel/isf_parts.h"
#include "kernel/kernel.h"
#include "kernel/pdb.h"
#include "kernel/store.h"
#include "model/type.h"

static const struct arch x86 = {.name = "x86", .pointer_size = 4}, x64 = {.name = "x64", .pointer_size = 8};
static const struct arch *const arches[] = {&x86, &x64};

/* True if the members of each record lie in it, in order. */
static bool is_sound(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->record_count; i++) {
        const struct kernel_record *record = kernel->records[i];
        if (i && strcmp(kernel->records[i - 1]->name, record->name) >= 0)
            return false;
        for (size_t k = 0; k < record->member_count; k++) {
            const struct kernel_member *member = &record->members[k];
            if ((uint64_t)member->offset + member->type->size > record->size ||
                (k && member[-1].offset > member->offset))
                return false;
        }
    }
    return true;
}

/* Reads a copy of exactly these bytes. */
static bool read_damaged(const char *bytes, size_t size)
{
    struct arena *arena = arena_new();
    const struct isf_import import = {.arena = arena,
                                      .intern = intern_new(arena),
                                      .diags = diags_new(arena, sources_new(arena)),
                                      .store = kernel_store_new(arena),
                                      .arches = arches,
                                      .arch_count = sizeof arches / sizeof *arches};
    struct isf_file file = {.import = &import, .name = "damaged.pdb", .arena = arena_new()};
    struct kernel kernel = {.path = file.name};
    const char *error = NULL;
    char *copy = malloc(size + !size);
    memcpy(copy, bytes, size);
    bool is_read = pdb_read_file(&file, copy, size, &error);
    free(copy);
    bool is_good = is_read ? !isf_make_kernel(&file, &kernel) ? diags_count(import.diags) > 0 : is_sound(&kernel)
                           : error && *error;
    struct buffer *const buffers[] = {&file.bases, &file.fields, &file.records, &file.values, &file.enums};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        buffer_free(buffers[i]);
    arena_free(file.arena);
    arena_free(arena);
    return is_good;
}

int main(int argc, char **argv)
{
    static const unsigned char changes[] = {0x01, 0x80, 0xFF};
    struct arena *arena = arena_new();
    const char *text, *error;
    size_t size, bad = 0;
    if (argc != 2 || !file_read(arena, argv[1], &text, &size, &error))
        return 2;
    char *bytes = arena_copy(arena, text, size);
    for (size_t i = 0; i < size; i++) {
        bool is_good = read_damaged(bytes, i);
        for (size_t k = 0; k < sizeof changes; k++) {
            bytes[i] = (char)(bytes[i] ^ changes[k]);
            is_good = read_damaged(bytes, size) && is_good;
            bytes[i] = (char)(bytes[i] ^ changes[k]);
        }
        if (!is_good)
            printf("byte %zu\n", i);
        bad += !is_good;
    }
    arena_free(arena);
    return bad > 0;
}
