/*
 * Diagnostics. All errors and warnings go through this header. They are collected during a run, and written at its end,
 * sorted by position and without duplicates.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/printf.h"
#include "base/source.h"

struct arena;
struct buffer;

/* The diagnostics of diag.def, in its order. The Makefile writes diag_codes.h, and writes it anew only if a code is
 * added or removed: a change of texts compiles nothing but diag.c. */
enum diag_code {
#include "diag_codes.h"
    DIAG_CODE_COUNT
};

enum diag_severity { DIAG_SEVERITY_OFF, DIAG_SEVERITY_WARNING, DIAG_SEVERITY_ERROR };

enum diag_format { DIAG_FORMAT_TEXT, DIAG_FORMAT_JSON, DIAG_FORMAT_SARIF };

/* Names of the formats on command lines, with NULL at the end. */
extern const char *const diag_format_names[];

struct diag;
struct diags;

/* Returns an empty collection. `sources` gives positions their file and line. */
struct diags *diags_new(struct arena *arena, const struct sources *sources);

/* Reports a finding at `span`; {0,0} is no position, for example for the command line. Returns the finding, to add
 * labels and notes to; never NULL. Of each severity, the first thousand are kept and the others only counted, unless
 * the collection keeps all. */
struct diag *diag_report(struct diags *diags, enum diag_code code, struct span span, const char *format, ...)
    LIKE_PRINTF(4, 5);

/* Keeps all findings from now on. */
void diags_keep_all(struct diags *diags);

/* Sets the text after the caret of the finding itself. */
void diag_label(struct diag *diag, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* Adds another position that explains the finding. */
void diag_note(struct diag *diag, struct span span, const char *format, ...)
    LIKE_PRINTF(3, 4);

/* Adds advice on how to fix the finding. */
void diag_help(struct diag *diag, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* Adds an edit that fixes the finding: `replacement` replaces the text at `span`, or is inserted there if the span is
 * empty. All edits of a finding together are one fix. */
void diag_fix(struct diag *diag, struct span span, const char *replacement);

/* One edit of a fix. */
struct diag_edit {
    struct diag_edit *next;
    struct span span;
    const char *replacement;
};

/* Sorts the findings by position and calls `visit` for each one that has a fix. */
void diags_each_fix(struct diags *diags, void (*visit)(void *user, const struct diag_edit *edits), void *user);

/* Calls `visit` for each kept finding, in the order of reporting. */
void diags_each(const struct diags *diags,
                void (*visit)(void *user, enum diag_code code, struct span span, const char *text), void *user);

/* A text and the position in a source that it is about. The span of advice is {0,0}. */
struct diag_note {
    struct diag_note *next;
    struct span span;
    const char *text;
};

/* A kept finding, for code that shows it in a form of its own. */
struct diag_view {
    enum diag_code code;
    enum diag_severity severity;
    struct span span;
    const char *text;
    const char *label; /* text after the caret; NULL if the finding has none */
    const struct diag_note *notes;
    const struct diag_note *helps;
    const struct diag_edit *edits;
};

/* Sorts the findings, removes duplicates and calls `visit` for each one. */
void diags_each_view(struct diags *diags, void (*visit)(void *user, const struct diag_view *view), void *user);

/* Returns an empty collection with the severities of `other`. The new collection keeps all findings. */
struct diags *diags_beside(const struct diags *other);

/* Adds the findings of `other`, whose texts must live as long as `diags`. Findings that `other` counted but did not
 * keep are counted here, too. */
void diags_add(struct diags *diags, const struct diags *other);

/* Set or return the severity of a code, for findings that are reported from now on. A code whose severity is off is not
 * reported. Only the severities of checks may be changed. */
void diags_set_severity(struct diags *diags, enum diag_code code, enum diag_severity severity);
enum diag_severity diags_severity(const struct diags *diags, enum diag_code code);

/* Return the number of errors, and of findings of any severity, that were reported. */
size_t diags_error_count(const struct diags *diags);
size_t diags_count(const struct diags *diags);

/* True if a finding of this code was reported. */
bool diags_has(const struct diags *diags, enum diag_code code);

/* Sorts the findings, removes duplicates and appends all to `out`: as text, as one JSON object a line, or as one SARIF
 * document. `colour` affects text only. */
void diags_write(struct diags *diags, struct buffer *out, enum diag_format format, bool colour);

/* Returns a message with "..." in place of quoted words and numbers, such as "'...' cannot be read as versions". */
const char *diag_text_kind(struct arena *arena, const char *text);

/* Appends a line with the number of findings that were not kept, if there are any. Only the text format has this line.
 * Call it after diags_write. */
void diags_write_rest(const struct diags *diags, struct buffer *out);

/* Appends "3 errors, 2 warnings in 2 files" to an empty buffer, or nothing if there are no findings. */
void diags_write_summary(struct diags *diags, struct buffer *out);

/* The names of all codes; and "all", followed by the names of the checks. Both lists end with NULL. */
extern const char *const diag_code_names[];
extern const char *const diag_check_names[];

/* Return a code's permanent name, its one-line summary, and its default severity. */
const char *diag_code_name(enum diag_code code);
const char *diag_code_summary(enum diag_code code);
enum diag_severity diag_code_severity(enum diag_code code);

/* Explanation of a code for `strata explain`: a paragraph, and optionally an example of a mistake in a spec and its
 * correction. Both are NULL if there is no example. */
struct diag_explanation {
    const char *text;
    const char *wrong;
    const char *right;
};
const struct diag_explanation *diag_code_explanation(enum diag_code code);

/* Returns "error", "warning" or "off". */
const char *diag_severity_name(enum diag_severity severity);

/* True if a code is a check, whose severity may be changed. */
bool diag_code_is_check(enum diag_code code);

/* Finds the code with that name; false if there is none. */
bool diag_code_find(const char *name, enum diag_code *code);

#endif
