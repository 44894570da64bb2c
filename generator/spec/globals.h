/*
 * Writes `global` declarations: merges the addresses that files state with those in specs.
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

/* The address of a global in one build, as a file states it. */
struct seen_address {
    const char *name;
    const struct arch *arch;
    uint64_t version;   /* the revision is REVISION_ANY if it is unknown */
    uint32_t address;   /* 0: the build has no such symbol */
    bool is_elsewhere;  /* the file says no address within the image; `text` has what it says */
    const char *text;   /* JSON of a symbol file that has no place in a cell; or NULL */
    const char *origin; /* name of the file, for messages; NULL: the address is from a spec */
    struct span span;   /* the row or spec that states it; 0 if there is none */
    size_t order;       /* position of the global in the result */
};

/* The target of addresses. */
struct globals_request {
    struct program *program;
    const struct model *model;
    const char *module; /* NULL: the first module of the axis */
    const char *path;   /* the spec to create if the module has no globals yet */
    const char *used;   /* file that a new spec uses, with its quotes or angle brackets; NULL: none */
    const char *origin; /* names of the files, for the comment of a new spec */
};

/* Sorts addresses by global, architecture and version, and removes duplicates. If one build has two different
 * addresses, reports them and returns false. Sets `*count` to the number of addresses that are left. */
bool globals_join(struct program *program, struct seen_address *list, size_t *count);

/* Appends a `global` declaration for each global of a joined list. Its cell has a column for each architecture. */
void globals_write(const struct globals_request *request, const struct seen_address *list, size_t count,
                   const struct arch *const *arches, size_t arch_count, struct buffer *out);

/* Appends a whole spec with the globals of a joined list. */
void globals_write_spec(const struct globals_request *request, const struct seen_address *list, size_t count,
                        struct buffer *out);

/* Adds addresses to the module's globals in the specs of the model. Appends the new text of each changed file to
 * `texts`, a buffer of struct program_text. Keeps comments and remarks. If an address contradicts the specs, or the
 * specs cannot be edited, reports that and returns false. */
bool globals_into(const struct globals_request *request, struct seen_address *list, size_t count, struct buffer *texts);

#endif
