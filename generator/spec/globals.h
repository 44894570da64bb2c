/*
 * The text of globals: addresses that files give, joined with those that specs have.
 */
#ifndef SPEC_GLOBALS_H
#define SPEC_GLOBALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/source.h"

struct arch;
struct buffer;
struct model;
struct program;

/* The address of a global in a build, as a file gives it. */
struct seen_address {
    const char *name;
    const struct arch *arch;
    uint64_t version;   /* with REVISION_ANY, if nobody knows the revision */
    uint32_t address;   /* 0: the build has no such symbol */
    const char *origin; /* the name of the file, for messages; NULL: a spec */
    struct span span;   /* of the row or the spec that has it, or nowhere */
    size_t order;       /* of the global among all */
};

/* Where addresses go. */
struct globals_request {
    struct program *program;
    const struct model *model;
    const char *module; /* NULL: the first one of the axis */
    const char *path;   /* of the spec for globals of a module that has none yet */
    const char *used;   /* what that spec uses, with its quotes or angle brackets; NULL: nothing */
    const char *origin; /* names of the files, for its comment */
};

/* Sorts addresses by global, arch and version, and joins those that are equal. Reports two of one build that differ,
 * and returns false. `*count` becomes their number. */
bool globals_join(struct program *program, struct seen_address *list, size_t *count);

/* Appends the globals of a list that is joined, with the cells of the arches. */
void globals_write(struct program *program, const struct seen_address *list, size_t count,
                   const struct arch *const *arches, size_t arch_count, struct buffer *out);

/* Appends a whole spec of them. */
void globals_write_spec(const struct globals_request *request, const struct seen_address *list, size_t count,
                        struct buffer *out);

/* Adds addresses to the globals of the module in the specs of the model: the text of each file that changes goes to
 * `texts`, a buffer of struct program_text. Comments and remarks stay. False, after a report, if an address contradicts
 * the specs, or if they cannot be edited. */
bool globals_into(const struct globals_request *request, struct seen_address *list, size_t count, struct buffer *texts);

#endif
