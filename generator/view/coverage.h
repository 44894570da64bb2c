/*
 * Coverage: which versions of the kernel are attested, where structures differ between neighbouring ones, and which
 * kernel to import next.
 *
 *     struct coverage *coverage = coverage_new(model, records, count);
 *     const struct coverage_arch *arch = coverage_survey(coverage, model->arches[0]);
 *
 * A structure counts with the structures that it declares inside itself: it differs if one of them does, and its basis
 * is the weakest of theirs.
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

/* A structure and those inside it. */
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

/* Structures of a coverage, by name. */
struct coverage_names {
    const char **items;
    size_t count;
};

/* A build of the kernel: a point of the axis, or one with attested revisions. */
struct coverage_build {
    uint64_t version;            /* its revision is 0 */
    const char *releases;        /* names of the points that run it, with blanks between them; may be empty */
    const uint64_t *seen;        /* its attested versions, ascending */
    size_t seen_count;
    size_t counts[BASIS_COUNT];  /* of structures, by the basis of the build without its revision */
};

/* The versions between two attested versions of the kernel, which are neighbours for some structure. */
struct coverage_gap {
    uint64_t before, after;
    size_t compared;              /* structures that exist in one of them, and are attested in both */
    struct coverage_names differ; /* those that differ */
};

/* A kernel to import: one of the versions from `from` to `to`. */
struct coverage_import {
    const struct coverage_build *build; /* no revision of it is attested; or NULL: from and to are of one build */
    uint64_t from, to;
    size_t disputed, extrapolated; /* structures, as long as it is not there */
    unsigned age;                  /* releases that are newer than all that run it */
};

/* A kind of files in which kernels were seen. */
struct coverage_source {
    const char *name;
    size_t count; /* of versions */
};

/* A table of builds of which some members are known. */
struct coverage_table {
    const char *by; /* who made it; "a table" if it does not say */
    size_t build_count, member_count;
};

/* The coverage of an architecture. */
struct coverage_arch {
    const struct arch *arch;
    size_t structure_count; /* that exist on it */
    size_t seen_count;      /* versions of the kernel that are attested for some structure */
    uint64_t first, last;   /* of them */
    struct coverage_source *sources; /* the kinds of files that `attest` lines name, by name */
    size_t source_count;
    struct coverage_table *tables;
    size_t table_count;
    struct coverage_build *builds; /* ascending, without those in which no structure exists */
    size_t build_count;
    struct coverage_gap *gaps; /* ascending */
    size_t gap_count;
    struct coverage_names documented; /* no version is attested, but a document speaks of some */
    struct coverage_names unseen;     /* neither */
    struct coverage_import *imports;  /* the one that settles the most comes first */
    size_t import_count;
};

/* A structure at a target. */
struct coverage_standing {
    const struct coverage_structure *structure;
    struct standing standing; /* the weakest of its parts */
    const char *cause;        /* the basis, and the attested versions that it follows from */
    uint64_t from, to;        /* another kernel of the same build may settle it, if it is from `from` to `to`; or 0 */
};

/* The coverage of a target. */
struct coverage_target {
    const struct arch *arch;
    uint64_t version, kernel;      /* the kernel's version, if another build's kernel runs there */
    struct coverage_standing *items; /* the weakest basis first; equal ones by cause, then by name */
    size_t count;
    struct coverage_standing *gone; /* structures that do not exist there, by name; `absent` has the names */
    struct coverage_names absent;
    size_t counts[BASIS_COUNT];
};

/* Returns the structures of a report. `records`: those to report, each once; the memory is the model's. */
struct coverage *coverage_new(const struct model *model, const struct record *const *records, size_t count);

/* Returns the coverage of an architecture, or of a target on it. */
struct coverage_arch *coverage_survey(const struct coverage *coverage, const struct arch *arch);
struct coverage_target *coverage_ask(const struct coverage *coverage, const struct arch *arch, uint64_t version);

/* Returns the text of a target's version: "10.0.19041.388", and "10.0.19041" for a build without its revision. */
const char *coverage_version_text(const struct coverage *coverage, uint64_t version);

/* Make documents of them. `is_all`: all names and all gaps, however many. */
struct sheet_document coverage_make_document(const struct coverage *coverage, const struct coverage_arch *const *arches,
                                             size_t count, bool is_all);
struct sheet_document coverage_make_target(const struct coverage *coverage, const struct coverage_target *target,
                                           bool is_all);

/* Appends such a document as text. */
void coverage_write_text(const struct sheet_document *document, struct buffer *out);

/* Looks at the grades of all structures of a target. */
void coverage_check(const struct coverage_target *target, struct requirement *requirement);

/* Append the same as JSON. `name`: the target as the user calls it. */
void coverage_write_json(const struct coverage *coverage, const struct coverage_arch *const *arches, size_t count,
                         struct buffer *out);
void coverage_write_target_json(const struct coverage *coverage, const struct coverage_target *target,
                                const char *name, struct buffer *out);

#endif
