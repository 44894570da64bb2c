/*
 * Takes what another text declares over into a spec that people edit: rows that the spec does not have are added, rows
 * that say otherwise stay and are reported.
 */
#ifndef SPEC_ADOPT_H
#define SPEC_ADOPT_H

#include <stddef.h>

struct ast_file;
struct edits;
struct program;
struct spec_use;

/* Adds the edits of `spec` that take over `from`; both are files of `program`. `page` names the text in reports, which
 * are [contradiction]. `corrected A was B` agrees with B; remarks and `allow` are no difference. `uses` are the lines
 * that the text needs. */
void spec_adopt(struct program *program, const struct ast_file *spec, const struct ast_file *from, const char *page,
                const struct spec_use *uses, size_t use_count, struct edits *edits);

#endif
