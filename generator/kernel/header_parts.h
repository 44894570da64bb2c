/*
 * A C header while it becomes an isf_file: header.c adds what clang says, header_claims.c lets the claims of the text
 * rule over it.
 */
#ifndef KERNEL_HEADER_PARTS_H
#define KERNEL_HEADER_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "clang/claims.h"
#include "clang/unit.h"

struct isf_file;
struct map;

/* A header while it becomes an isf_file. */
struct header_reader {
    struct isf_file *file;
    struct clang_unit *unit;
    const char **names;    /* of the tags in the file, by their index in the unit */
    struct map *bases;     /* interned name -> the index of the file's base, from 1 on */
    unsigned depth;        /* of the type that is made */
    struct buffer notes;   /* a struct header_note for each field of the file */
    struct buffer records; /* a struct header_record for each record of the file */
};

/* A note of header.c about a field. */
struct header_note {
    struct clang_claim claim;
    uint64_t bit; /* where clang puts it, in its record */
};

/* A note of header.c about a record. */
struct header_record {
    struct clang_claim claim; /* its size */
    struct span span;
    bool is_inner; /* it has no name: it is the type of a member */
};

/* Moves the fields of all records to the offsets that comments and assertions claim, and sets the sizes that they
 * claim. Notes the records for which clang says something else among the file's choices. */
void header_take_claims(struct header_reader *reader);

#endif
