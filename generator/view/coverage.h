/*
 * Coverage: which versions of the kernel are attested, which structures differ between neighbouring versions, and which
 * kernel to import next.
 *
 *     struct coverage *coverage = coverage_new(model, records, count);
 *     const struct coverage_arch *arch = coverage_survey(coverage, model->arches[0]);
 *
 * A structure and the structures declared inside it count as one: it differs if one of them does, and its basis is the
 * weakest of their bases.
 */
#ifndef VIEW_COVERAGE_H
#define VIEW_COVERAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/grades.h"
#include "model/model.h"
#include "view/sheet.h"

struct buffer;
struct requirement;

/* A structure and the structures declared inside it. */
struct coverage_structure {
    const char *name;
    const struct record **parts; /* the first one is the structure itself */
    size_t part_count;
};

/* The structures of a report, by name. */
struct coverage {
    const struct model *model;
    struct arena *arena;
    struct coverage_structure *structures;
    size_t count;
};

/* A list of names of structures, sorted. */
struct coverage_names {
    const char **items;
    size_t count;
};

/* A build of the kernel: a point of the axis, or one with attested revisions. */
struct coverage_build {
    uint64_t version;     /* the build as a version with revision 0 */
    const char *releases; /* names of the releases that run the build, separated by blanks; may be empty */
    const uint64_t *seen; /* attested versions of the build, ascending */
    size_t seen_count;
    size_t counts[BASIS_COUNT]; /* number of structures for each basis that they have in the build */
};

/* The versions between two neighbouring attested versions of the kernel. Only attestations of one structure are
 * neighbours. */
struct coverage_gap {
    uint64_t before, after;
    size_t compared;              /* structures that are attested in both versions and exist in at least one */
    struct coverage_names differ; /* structures with different layouts in the two versions */
};

/* A suggestion to import one kernel, with any of the versions from `from` to `to`. */
struct coverage_import {
    /* A build without attested revisions; NULL: the versions are revisions of an attested build. */
    const struct coverage_build *build;
    uint64_t from, to;
    size_t disputed, extrapolated; /* structures that stay disputed or extrapolated without this kernel */
    unsigned age;                  /* releases that are newer than all releases that run the kernel */
};

/* A kind of file from which kernels were read, such as "PDB". */
struct coverage_source {
    const char *name;
    size_t count; /* number of versions that such files attest */
};

/* A table of builds that knows only some members. */
struct coverage_table {
    const char *source; /* author of the table; "a table" if the spec does not name one */
    size_t build_count, member_count;
};

/* The coverage of an architecture. */
struct coverage_arch {
    const struct arch *arch;
    size_t structure_count;          /* structures that exist on the architecture */
    size_t seen_count;               /* versions of the kernel that are attested for at least one structure */
    uint64_t first, last;            /* the first and last attested version */
    struct coverage_source *sources; /* the kinds of files named by `attest` lines, sorted by name */
    size_t source_count;
    struct coverage_table *tables;
    size_t table_count;
    struct coverage_build *builds; /* ascending; builds in which no structure exists are left out */
    size_t build_count;
    struct coverage_gap *gaps; /* by version, ascending */
    size_t gap_count;
    struct coverage_names documented; /* structures known only from documents: no version is attested */
    struct coverage_names unseen;     /* structures with neither an attested version nor a document */
    struct coverage_import *imports;  /* the kernel that settles the most structures comes first */
    size_t import_count;
};

/* How well a structure is known at a target. */
struct coverage_standing {
    const struct coverage_structure *structure;
    struct standing standing; /* standing of the least known part of the structure */
    const char *cause;        /* text: the basis, and the attested versions that it follows from */
    /* A kernel of the same build with a version in this range may settle the structure; 0: none does. */
    uint64_t from, to;
};

/* The coverage of a target. */
struct coverage_target {
    const struct arch *arch;
    uint64_t version, kernel; /* version of the target; version of its kernel, which may belong to another build */
    struct coverage_standing *items; /* by basis, the weakest first; then by cause, then by name */
    size_t count;
    struct coverage_standing *gone; /* structures that do not exist at the target, by name */
    struct coverage_names absent;
    size_t counts[BASIS_COUNT];
};

/* Returns a coverage of `records`, each of which occurs once. The memory is the model's. */
struct coverage *coverage_new(const struct model *model, const struct record *const *records, size_t count);

/* Returns the coverage of an architecture, or of a target on it. */
struct coverage_arch *coverage_survey(const struct coverage *coverage, const struct arch *arch);
struct coverage_target *coverage_ask(const struct coverage *coverage, const struct arch *arch, uint64_t version);

/* Returns the text of a target's version: "10.0.19041.388", and "10.0.19041" for a build without its revision. */
const char *coverage_version_text(const struct coverage *coverage, uint64_t version);

/* Makes documents of a survey or a target. With `is_all` no list of names or gaps is shortened. */
struct sheet_document coverage_make_document(const struct coverage *coverage, const struct coverage_arch *const *arches,
                                             size_t count, bool is_all);
struct sheet_document coverage_make_target(const struct coverage *coverage, const struct coverage_target *target,
                                           bool is_all);

/* Appends a document of coverage as text. */
void coverage_write_text(const struct sheet_document *document, struct buffer *out);

/* Checks the grades of all structures of a target against a requirement. */
void coverage_check(const struct coverage_target *target, struct requirement *requirement);

/* Append a survey or a target as JSON. `name` is the target as the user wrote it. */
void coverage_write_json(const struct coverage *coverage, const struct coverage_arch *const *arches, size_t count,
                         struct buffer *out);
void coverage_write_target_json(const struct coverage *coverage, const struct coverage_target *target,
                                const char *name, struct buffer *out);

#endif
