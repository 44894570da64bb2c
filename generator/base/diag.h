/*
 * The one door for diagnostics. They are collected during a run and written at its end, sorted by place, each once.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/printf.h"
#include "base/source.h"

struct arena;
struct buffer;

enum diag_code {
#define DIAG(NAME, code, severity, text) DIAG_##NAME,
#define CHECK DIAG
#include "base/diag.def"
#undef CHECK
#undef DIAG
    DIAG_CODE_COUNT
};

enum diag_severity { DIAG_SEVERITY_OFF, DIAG_SEVERITY_WARNING, DIAG_SEVERITY_ERROR };

enum diag_format { DIAG_FORMAT_TEXT, DIAG_FORMAT_JSON, DIAG_FORMAT_SARIF };

/* What command lines call them; NULL behind the last. */
extern const char *const diag_format_names[];

struct diag;
struct diags;

/* An empty collection; positions are those of `sources`. */
struct diags *diags_new(struct arena *arena, const struct sources *sources);

/* Reports a finding at `span` ({0,0}: nowhere, as for the command line). The result takes labels and notes and is never
 * NULL; past a thousand of one severity they are counted, but not kept. */
struct diag *diag_report(struct diags *diags, enum diag_code code, struct span span, const char *format, ...)
    LIKE_PRINTF(4, 5);

/* Text behind the caret of the finding itself. */
void diag_label(struct diag *diag, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* Another place that has to do with it. */
void diag_note(struct diag *diag, struct span span, const char *format, ...)
    LIKE_PRINTF(3, 4);

/* What would mend it. */
void diag_help(struct diag *diag, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* An edit that would mend it: `replacement` instead of what stands at `span`, or before it where the span is empty. All
 * edits of a finding together are its one fix. */
void diag_fix(struct diag *diag, struct span span, const char *replacement);

/* An edit of a fix. */
struct diag_edit {
    struct diag_edit *next;
    struct span span;
    const char *replacement;
};

/* Calls `visit` for the fix of each finding that has one, after sorting them by place. */
void diags_each_fix(struct diags *diags, void (*visit)(void *user, const struct diag_edit *edits), void *user);

/* Calls `visit` for each finding that is kept, in the order of reporting. */
void diags_each(const struct diags *diags,
                void (*visit)(void *user, enum diag_code code, struct span span, const char *text), void *user);

/* From here on a code has this severity; one that is off is not reported at all. Only checks may be changed. */
void diags_set_severity(struct diags *diags, enum diag_code code, enum diag_severity severity);
enum diag_severity diags_severity(const struct diags *diags, enum diag_code code);

/* How many errors, and how many findings of any severity, were reported. */
size_t diags_error_count(const struct diags *diags);
size_t diags_count(const struct diags *diags);

/* Whether a finding of this code was reported. */
bool diags_has(const struct diags *diags, enum diag_code code);

/* Sorts, drops what stands twice, and appends all to `out`: text, one JSON object a line, or one SARIF document. Colour
 * is for text alone. */
void diags_write(struct diags *diags, struct buffer *out, enum diag_format format, bool colour);

/* Appends a line that says how many findings were not kept, if any; it is part of the text, and of no other format. To
 * be called after diags_write. */
void diags_write_rest(const struct diags *diags, struct buffer *out);

/* Appends "3 errors, 2 warnings in 2 files", or nothing, to an empty buffer. */
void diags_write_summary(struct diags *diags, struct buffer *out);

/* A code's permanent name, a line on what it means, and the severity that it has unless somebody changes it. */
const char *diag_code_name(enum diag_code code);
const char *diag_code_summary(enum diag_code code);
enum diag_severity diag_code_severity(enum diag_code code);

/* What a code means and what to do about it, for people: a paragraph, and perhaps an example of a mistake and the same
 * mended, in the language of the specs; both NULL where no example helps. */
struct diag_explanation {
    const char *text;
    const char *wrong;
    const char *right;
};
const struct diag_explanation *diag_code_explanation(enum diag_code code);

/* "error", "warning", "off". */
const char *diag_severity_name(enum diag_severity severity);

/* Whether a code is a check, whose severity may be changed. */
bool diag_code_is_check(enum diag_code code);

/* The code of that name; false when there is none. */
bool diag_code_find(const char *name, enum diag_code *code);

#endif
