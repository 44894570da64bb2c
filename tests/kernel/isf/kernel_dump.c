/* kernel_dump FILE...: what the readers of kernels make of files, one behind the other, as they would be in one run. The
 * exit status is 1 when one of them could not be read. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "kernel/isf.h"
#include "kernel/kernel.h"
#include "kernel/store.h"
#include "model/axis.h"
#include "model/type.h"
#include "vergilius/vergilius.h"

static void print_members(const struct kernel_record *record, int depth);

static void print_type(const struct kernel_type *type, int depth)
{
    switch (type->kind) {
    case KERNEL_INTEGER:
    case KERNEL_FLOAT:
        printf("%s:%s%u", type->name, type->kind == KERNEL_FLOAT ? "f" : type->is_signed ? "i" : "u", type->size);
        break;
    case KERNEL_VOID:
        printf("void");
        break;
    case KERNEL_FUNCTION:
        printf("function");
        break;
    case KERNEL_POINTER:
        printf("pointer:%u to ", type->size);
        print_type(type->target, depth);
        break;
    case KERNEL_ARRAY:
        printf("%llu of ", (unsigned long long)type->count);
        print_type(type->target, depth);
        break;
    case KERNEL_TAG:
        printf("%s %s:%u", type->is_enum ? "enum" : "record", type->name, type->size);
        break;
    case KERNEL_UNNAMED:
        printf("%s:%u {\n", type->record->is_union ? "union" : "struct", type->size);
        print_members(type->record, depth + 1);
        printf("%*s}", 4 * depth, "");
        break;
    case KERNEL_HOLE: /* no file has any */
        printf("hole");
        break;
    }
}

static void print_prototype(const struct kernel_prototype *prototype)
{
    printf(" of ");
    print_type(prototype->result.type, 0);
    for (size_t i = 0; i < prototype->count; i++) {
        printf(i ? ", " : " by ");
        if (prototype->parameters[i].type)
            print_type(prototype->parameters[i].type, 0);
        else
            printf("...");
    }
}

static void print_members(const struct kernel_record *record, int depth)
{
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        printf("%*s%u", 4 * depth, "", member->offset);
        if (member->width)
            printf(".%u+%u", member->bit, member->width);
        printf(" %s: %s%s%s", member->name, member->qualifiers & KERNEL_IS_CONST ? "const " : "",
               member->qualifiers & KERNEL_IS_VOLATILE ? "volatile " : "",
               member->qualifiers & KERNEL_IS_VOLATILE_POINTER ? "*volatile " : "");
        print_type(member->type, depth);
        if (member->prototype)
            print_prototype(member->prototype);
        printf("\n");
    }
    for (size_t i = 0; i < record->omission_count; i++)
        printf("%*s%u %s is left out: %s\n", 4 * depth, "", record->omissions[i].offset, record->omissions[i].name,
               record->omissions[i].why);
}

static void print_kernel(struct arena *arena, const struct kernel *kernel, const char *pdb)
{
    printf("%s %s %s\n", kernel->path, pdb ? pdb : version_text(arena, kernel->version), kernel->arch->name);
    if (kernel->choices.bit_field_count)
        printf("%zu bit-fields are placed\n", kernel->choices.bit_field_count);
    for (size_t i = 0; i < kernel->choices.larger_count; i++)
        printf("the larger %s is taken\n", kernel->choices.larger[i]);
    for (size_t i = 0; i < kernel->enum_count; i++) {
        const struct kernel_enum *one = kernel->enums[i];
        printf("enum %s:%s%u%s%s\n", one->name, one->is_signed ? "i" : "u", one->size, one->source ? " of " : "",
               one->source ? one->source : "");
        for (size_t j = 0; j < one->value_count; j++)
            printf(one->is_signed ? "    %lld %s\n" : "    %llu %s\n", (long long)one->values[j].value,
                   one->values[j].name);
    }
    for (size_t i = 0; i < kernel->record_count; i++) {
        const struct kernel_record *record = kernel->records[i];
        printf("%s %s:%u%s%s\n", record->is_union ? "union" : "struct", record->name, record->size,
               record->source ? " of " : "", record->source ? record->source : "");
        print_members(record, 1);
    }
}

int main(int argc, char **argv)
{
    static const struct arch known[] = {
        {.name = "x86", .pointer_size = 4},     {.name = "x86pae", .pointer_size = 4}, {.name = "x64", .pointer_size = 8},
        {.name = "x64la57", .pointer_size = 8}, {.name = "arm64", .pointer_size = 8},
    };
    const struct arch *arches[sizeof known / sizeof *known];
    struct arena *arena = arena_new();
    struct diags *diags = diags_new(arena, sources_new(arena));
    struct isf_import import = {arena, intern_new(arena), diags, kernel_store_new(arena), arches,
                                sizeof known / sizeof *known, NULL, NULL, &vergilius_format};
    struct buffer text = {0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        arches[i] = &known[i];
    for (int i = 1; i < argc; i++) {
        struct kernel kernel;
        const char *pdb;
        if (kernel_read_isf(&import, argv[i], &kernel, &pdb))
            print_kernel(arena, &kernel, pdb);
    }
    diags_write(diags, &text, DIAG_FORMAT_TEXT, false);
    if (text.size)
        fwrite(text.data, 1, text.size, stdout);
    int status = diags_count(diags) > 0;
    buffer_free(&text);
    arena_free(arena);
    return status;
}
