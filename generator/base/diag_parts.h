/*
 * Findings as they are kept: for the files of base/diag*.c alone, one a format, which read them and write text.
 */
#ifndef BASE_DIAG_PARTS_H
#define BASE_DIAG_PARTS_H

#include "base/diag.h"

enum { DIAG_KEPT_MOST = 1000 /* of one severity */, DIAG_SEVERITY_COUNT = DIAG_SEVERITY_ERROR + 1 };

/* A text, and the place that it is about. */
struct diag_note {
    struct diag_note *next;
    struct span span;
    const char *text;
};

struct diag {
    struct diags *owner;
    enum diag_code code;
    enum diag_severity severity;
    struct span span;
    const char *text;
    const char *label; /* or NULL */
    struct diag_note *notes, **notes_end;
    struct diag_note *helps, **helps_end;
    struct diag_edit *edits, **edits_end;
    size_t order; /* of reporting, which settles ties */
};

struct diags {
    struct arena *arena;
    const struct sources *sources;
    struct diag *kept[DIAG_SEVERITY_COUNT * DIAG_KEPT_MOST];
    size_t kept_count;
    struct diag beyond; /* takes what is not kept, and what is off */
    enum diag_severity severities[DIAG_CODE_COUNT];
    size_t count;
    size_t counts[DIAG_SEVERITY_COUNT]; /* of each severity, */
    bool reported[DIAG_CODE_COUNT];     /* and whether there is any of each code: kept or not */
};

/* Sorts by place and drops what stands twice. */
void diags_sort(struct diags *diags);

/* The formats, each of what is kept, sorted. */
void diags_write_text(const struct diags *diags, struct buffer *out, bool colour);
void diags_write_json(const struct diags *diags, struct buffer *out);
void diags_write_sarif(const struct diags *diags, struct buffer *out);

#endif
