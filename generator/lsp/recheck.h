/*
 * Checks a text again after an edit within one structure. Only that structure is read, and only it and those that need
 * its layout are checked, resolved together with the declarations that they name. The other findings are those of the
 * last whole check. The result is that of a check of the whole text.
 */
#ifndef LSP_RECHECK_H
#define LSP_RECHECK_H

struct analysis;
struct document;
struct session;

/* Returns an analysis with the findings of a text, as it is open now. `base` is a whole analysis of the text as it was;
 * it must have been read without errors, and only this text may have changed since. Returns NULL if the whole text must
 * be checked. The program of the returned analysis is not that of the whole text. The caller frees the analysis, before
 * `base` and before the text changes. */
struct analysis *recheck_analyse(const struct session *session, struct analysis *base, const struct document *document);

#endif
