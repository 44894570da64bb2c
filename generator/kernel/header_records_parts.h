/*
 * Internals of the C header reader: the records and fields that were read, for header_claims.c, which moves fields to
 * the offsets that the text of a header claims, and for header_numbers.c, which finds claims among plain numbers.
 */
#ifndef KERNEL_HEADER_RECORDS_PARTS_H
#define KERNEL_HEADER_RECORDS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "kernel/header_parts.h"

struct isf_field;
struct isf_record;
struct isf_type;

/* Offsets and sizes that comments and assertions of a header claim. */
struct claims {
    struct header_reader *reader;
    struct map *assertions; /* result of clang_find_assertions */
    struct map *by_name;    /* interned name -> index of the record, plus 1 */
    struct map *enums;      /* interned name -> index of the enumeration, plus 1 */
    uint32_t *sizes;        /* for each record: size according to clang */
    uint8_t *packs;  /* for each record: pack that explains its claims, as in `#pragma pack`; 0: clang's layout */
    uint8_t *aligns; /* for each record: alignment without its own pack; 0: not computed yet */
    struct buffer denials; /* of struct kernel_denial */
    const char *denial;     /* how clang's layout contradicts the claims of the current record; NULL: it does not */
    size_t denied;          /* number of claims of the record that clang's layout contradicts */
    size_t bases[CLANG_BASE_COUNT]; /* for each base: number of records whose numbers have it, and not the other one */
};

/* Return a record and a field of the file, and the notes about a field and about a record, by index. */
struct isf_record *claims_record(const struct claims *claims, size_t index);
struct isf_field *claims_field(const struct claims *claims, size_t index);
struct header_note *claims_note(const struct claims *claims, size_t index);
const struct header_record *claims_noted(const struct claims *claims, size_t index);

/* Returns the index of the unnamed record that is the type of a field or of its elements; SIZE_MAX if there is none. */
size_t claims_inner_of(const struct claims *claims, const struct isf_field *field);

/* Returns the size of a type in bytes, with record sizes either as clang computed them or as claims have changed
 * them. */
uint64_t claims_size_of(const struct claims *claims, const struct isf_type *type, bool is_clang);

#endif
