/*
 * The collection of findings, for the writers of the formats: base/diag*.c.
 */
#ifndef BASE_DIAG_PARTS_H
#define BASE_DIAG_PARTS_H

#include "base/diag.h"

enum { DIAG_KEPT_MOST = 1000 /* findings of one severity */, DIAG_SEVERITY_COUNT = DIAG_SEVERITY_ERROR + 1 };

/* A finding that is kept. */
struct diag {
    struct diags *owner;
    enum diag_code code;
    enum diag_severity severity;
    struct span span;
    const char *text;
    const char *label; /* text after the caret; NULL if the finding has none */
    struct diag_note *notes, **notes_end;
    struct diag_note *helps, **helps_end;
    struct diag_edit *edits, **edits_end;
    size_t order; /* order of reporting, for equal positions */
};

/* A collection of findings. */
struct diags {
    struct arena *arena;
    const struct sources *sources;
    struct diag **kept;
    size_t kept_count, kept_capacity;
    bool keeps_all;
    struct diag beyond; /* receives labels and notes of findings that are not kept, or whose code is off */
    enum diag_severity severities[DIAG_CODE_COUNT];
    size_t count;
    size_t counts[DIAG_SEVERITY_COUNT]; /* findings of each severity, kept or not */
    bool reported[DIAG_CODE_COUNT];     /* codes that were reported, kept or not */
};

/* Sorts by position and removes duplicates. */
void diags_sort(struct diags *diags);

/* Write the kept findings, which must be sorted, in one format each. */
void diags_write_text(const struct diags *diags, struct buffer *out, bool colour);
void diags_write_json(const struct diags *diags, struct buffer *out);
void diags_write_sarif(const struct diags *diags, struct buffer *out);

#endif
