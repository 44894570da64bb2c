/*
 * Internals of the C header reader: header.c adds the fields that clang reports, and header_claims.c moves them to the
 * offsets that the header's text claims.
 */
#ifndef KERNEL_HEADER_PARTS_H
#define KERNEL_HEADER_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "clang/claims.h"
#include "clang/unit.h"

struct claims;
struct isf_file;
struct map;

/* A header that is being converted to an isf_file. */
struct header_reader {
    struct isf_file *file;
    struct clang_unit *unit;
    const char **names;    /* names of the tags in the file, by index of the tag in the clang unit */
    struct map *bases;     /* interned name -> index of the file's base type, plus 1 */
    unsigned depth;        /* nesting depth of the type that is being made */
    struct buffer notes;   /* a struct header_note for each field of the file */
    struct buffer records; /* a struct header_record for each record of the file */
};

/* A note of header.c about a field. */
struct header_note {
    struct clang_claim claim;
    struct span span;
    uint64_t bit; /* bit offset in its record, according to clang */
};

/* A note of header.c about a record. */
struct header_record {
    struct clang_claim claim; /* claimed size */
    struct span span;
    bool is_inner;  /* it has no name and is the type of a member */
    bool is_unsure; /* it holds a type of unknown size, so only its claims tell its layout */
};

/* Moves all fields to the offsets that comments and assertions claim, and sets the claimed sizes. Adds records whose
 * claims clang's layout contradicts to the file's choices. */
void header_take_claims(struct header_reader *reader);

/* Decides whether numbers such as "8" in the comments of a record, and of unnamed records in it, are offsets, and in
 * which base. They are offsets if they can be and nearly all members have one, or if a word says so. If not, and
 * clang's layout differs from them, adds a denial that says so, unless they are sizes or count the members. If both
 * bases are as good, returns false; with `is_last` takes the base of the other records that have been settled. */
bool header_settle_numbers(struct claims *claims, size_t index, bool is_last);

#endif
