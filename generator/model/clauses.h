/*
 * Parts of declarations that do not change layouts: `allow`, the columns of `in`, `attest`, and remarks.
 *
 * Files outside of model/ use a declaration only as a key, and ask the functions here about it.
 */
#ifndef MODEL_CLAUSES_H
#define MODEL_CLAUSES_H

#include "model/model.h"

/* True if a declaration (NULL: none) has a clause `allow CODE`. */
bool decl_allows(const struct ast_decl *decl, enum diag_code code);

/* Returns the first `allow CODE` of a declaration, or the next one after `after` if that is not NULL. Returns NULL if
 * there is none. */
const struct ast_clause *decl_find_allow(const struct ast_decl *decl, const struct ast_clause *after,
                                         enum diag_code code);

/* A declaration that has an `allow`, linked to the declarations around it. */
struct allow_scope {
    const struct ast_decl *decl;
    const struct allow_scope *outer; /* the declaration around it; NULL for a declaration of a file */
};

struct allow {
    const struct ast_clause *clause; /* the clause; use it only as a key */
    const char *name;                /* name of the code of the check */
    const char *text;                /* the reason that the spec gives */
    struct span span, name_span;
};

/* Calls `visit` for each `allow` of the program, in the order of the text. */
typedef void allow_visitor(void *user, const struct allow *allow, const struct allow_scope *scope);
void model_each_allow(const struct model *model, allow_visitor *visit, void *user);

/* True if the text of a free remark of a declaration contains a word. */
bool decl_remarks_on(const struct ast_decl *decl, const char *word);

/* "symbol file", the beginning of two kinds of remarks. "symbol file: struct Elf" says how a symbol file declares the
 * type. "symbol file of 10.0.18362.0/x64: NAME TEXT" holds a field or a value that specs cannot express. */
extern const char decl_symbol_mark[];

/* Returns the beginning of remarks about a version and an arch: "symbol file of 10.0.18362.0/x64: ". */
const char *decl_symbol_mark_of(const struct model *model, struct arena *arena, const struct arch *arch,
                                uint64_t version);

/* Returns the text after `mark` of a free remark that begins with `mark`. `index` counts such remarks of the
 * declaration from 0. Returns NULL if it has fewer. */
const char *decl_remark_behind(const struct ast_decl *decl, const char *mark, size_t index);

/* The free remarks of a declaration that begin with `mark`, one after the other. */
struct decl_remarks {
    const struct ast_clause *rest; /* clauses that are not read yet */
    const char *mark;
};

/* Begins to read the remarks of a declaration. NULL has none. */
struct decl_remarks decl_remarks_of(const struct ast_decl *decl, const char *mark);

/* Returns the text after the mark of the next remark; NULL if there is none. */
const char *decl_remarks_next(struct decl_remarks *remarks);

/* "base", the first word after the mark of a remark about an enumeration: "base void, 1" gives the base type and the
 * size in the symbol file. */
extern const char decl_symbol_base[];

/* Returns the declaration in the first remark "symbol file: struct Elf", which is "struct Elf"; NULL if there is
 * none. */
const char *decl_symbol_name(const struct ast_decl *decl);

/* Returns the JSON in the remark "symbol file: metadata {...}" of an `attest` line: format and producer of the symbol
 * files of its kernels. NULL if there is none. */
const char *decl_symbol_metadata(const struct ast_decl *decl);

/* True if a declaration has an `in`. */
bool decl_is_dated(const struct ast_decl *decl);

/* Returns the versions that the `in` of a declaration names for a column; all versions without an `in`. */
struct version_set decl_versions(const struct model *model, struct arena *arena, const struct ast_decl *decl,
                                 size_t column);

/* A column of the `in` of a declaration. */
struct in_column {
    struct span span;
    unsigned column_count;
    /* versions that the set includes, before it subtracts the excepted ones, as far as the axis knows them */
    struct version_set named;
};

/* Finds the column of a declaration's `in` that serves the cells of a column. Returns false if the declaration exists
 * in no version there. */
bool decl_find_in(const struct model *model, const struct ast_decl *decl, unsigned column, struct in_column *in);

/* One range of an `attest`. */
struct attest {
    const struct ast_decl *decl; /* the `attest` line; use it only as a key */
    const struct arch *arch;     /* arch of the line; NULL: all arches */
    struct version_range range;
    struct span span;
    const char *from, *to; /* names of the range's ends, interned; NULL for a missing end */
    const char *source;    /* kind of the files that the kernels are from; NULL if the line has no `by` */
};

/* Lists the ranges of the `attest` lines of a record, or of a file if `record` is NULL. Leaves out ranges with unknown
 * names. The caller frees the list. */
struct attest *model_list_attests(const struct model *model, const struct ast_file *file, const struct record *record,
                                  size_t *count);

/* Sets the versions that the `attest` lines of a record name for `arch`, or for any arch if that is NULL. With NULL for
 * the record, reads the lines of the file. A single build counts as one version, any other range up to its end. Returns
 * false if there are no lines. */
bool model_find_attested(const struct model *model, struct arena *arena, const struct ast_file *file,
                         const struct record *record, const struct arch *arch, struct version_set *set);

/* Returns the first line between the braces of a record that attests a member in the builds of a list, or the next one
 * after `after` if that is not NULL. Returns NULL if there is none. */
const struct ast_decl *record_find_sighting(const struct record *record, const struct ast_decl *after,
                                            const char *list);

/* Returns the last line between the braces of a record before its first row. Does not count lines that attest members
 * in a list of builds whose name begins with `prefix`. Returns NULL if there is none. */
const struct ast_decl *record_find_head(const struct record *record, const char *prefix);

/* Returns the position after the opening brace of a record. */
uint32_t record_body_begin(const struct record *record);

/* True if a file has a list of builds with that name. If `list` is NULL, true if the file has any structure. */
bool model_file_lists(const struct ast_file *file, const char *list);

/* True if a file has at most one `columns` line, which serves all structures and enumerations, and if each of its
 * `attest` lines names an arch. */
bool model_has_one_head(const struct ast_file *file);

/* Returns the end of the versions that the document of a file covers; VERSION_END if no `source` line says so. */
uint64_t model_find_document_end(const struct model *model, struct arena *arena, const struct ast_file *file);

/* Returns the arches of the last `columns` line of a file; NULL stands for an unknown arch. Without a line `*count` is
 * 0. */
const struct arch *const *model_list_columns(const struct model *model, struct arena *arena,
                                             const struct ast_file *file, size_t *count);

/* A remark of a row or of its slot. An anonymous row also has the remarks of the rows in it. */
struct remark {
    enum { REMARK_TEXT, REMARK_PREVIOUSLY, REMARK_NEXT, REMARK_NEXT_IN } kind;
    const char *text; /* the text of a remark, the member of `next in`, or the type of a claim; NULL if it has none */
    const struct cell *columns; /* cells of a claim as written, not cut to the versions of the row */
    size_t column_count;
    bool is_definition; /* first remark of an `unknown` member or of empty braces: it replaces the definition */
};

/* Returns the remarks in the order of the text. */
const struct remark *row_list_remarks(const struct model *model, const struct row *row, size_t *count);

#endif
