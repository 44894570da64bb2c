#include "kernel/header_records_parts.h"

#include "base/intern.h"
#include "kernel/isf_parts.h"

struct isf_record *claims_record(const struct claims *claims, size_t index)
{
    return (struct isf_record *)(void *)claims->reader->file->records.data + index;
}

struct isf_field *claims_field(const struct claims *claims, size_t index)
{
    return (struct isf_field *)(void *)claims->reader->file->fields.data + index;
}

struct header_note *claims_note(const struct claims *claims, size_t index)
{
    return (struct header_note *)(void *)claims->reader->notes.data + index;
}

const struct header_record *claims_noted(const struct claims *claims, size_t index)
{
    return (const struct header_record *)(const void *)claims->reader->records.data + index;
}

size_t claims_inner_of(const struct claims *claims, const struct isf_field *field)
{
    const struct isf_type *type = field->type;
    while (type->kind == ISF_ARRAY)
        type = type->of;
    if (type->kind != ISF_STRUCT && type->kind != ISF_UNION)
        return SIZE_MAX;
    size_t number = (size_t)(uintptr_t)map_get(claims->by_name, type->name);
    return number && claims_noted(claims, number - 1)->is_inner ? number - 1 : SIZE_MAX;
}

uint64_t claims_size_of(const struct claims *claims, const struct isf_type *type, bool is_clang)
{
    const struct isf_file *file = claims->reader->file;
    uint64_t count = 1;
    for (; type->kind == ISF_ARRAY || type->kind == ISF_BITFIELD; type = type->of)
        count *= type->kind == ISF_ARRAY ? type->count : 1;
    if (type->kind == ISF_POINTER)
        return count * claims->reader->unit->pointer_size;
    if (type->kind == ISF_STRUCT || type->kind == ISF_UNION) {
        size_t number = (size_t)(uintptr_t)map_get(claims->by_name, type->name);
        return !number ? 0 : count * (is_clang ? claims->sizes[number - 1] : claims_record(claims, number - 1)->size);
    }
    const struct isf_base *bases = (const void *)file->bases.data;
    const struct isf_enum *enums = (const void *)file->enums.data;
    bool is_base = type->kind == ISF_BASE;
    size_t number = (size_t)(uintptr_t)map_get(is_base ? claims->reader->bases : claims->enums, type->name);
    if (number && (is_base || type->kind == ISF_ENUM))
        return count * (is_base ? bases[number - 1].size : enums[number - 1].size);
    return 0;
}
