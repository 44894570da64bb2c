/*
 * Clauses and lines of the text that lay nothing out: `allow`, the columns of `in`, `attest` and remarks. Declarations
 * are keys here; only the model looks into them.
 */
#ifndef MODEL_CLAUSES_H
#define MODEL_CLAUSES_H

#include "model/model.h"

/* True if a declaration (NULL: none) has a clause `allow CODE`. */
bool decl_allows(const struct ast_decl *decl, enum diag_code code);

/* Returns the first `allow CODE` of a declaration, or (`after` is not NULL) the next one; or NULL. */
const struct ast_clause *decl_find_allow(const struct ast_decl *decl, const struct ast_clause *after,
                                         enum diag_code code);

/* A declaration that has an `allow`, and those around it. */
struct allow_scope {
    const struct ast_decl *decl;
    const struct allow_scope *outer; /* or NULL */
};

struct allow {
    const struct ast_clause *clause; /* a key */
    const char *name;                /* of the code */
    const char *text;                /* the reason */
    struct span span, name_span;
};

/* Calls `visit` for each `allow` of the program, in the order of the text. */
typedef void allow_visitor(void *user, const struct allow *allow, const struct allow_scope *scope);
void model_each_allow(const struct model *model, allow_visitor *visit, void *user);

/* True if a free remark of a declaration has a word. */
bool decl_remarks_on(const struct ast_decl *decl, const char *word);

/* What remarks begin with that say how a symbol file has a declaration, "symbol file: struct Elf", or a field or value
 * that specs cannot say, "symbol file of 10.0.18362.0/x64: NAME TEXT". */
extern const char decl_symbol_mark[];

/* Returns the beginning of those of the second kind, for a version and an arch: "symbol file of 10.0.18362.0/x64: ". */
const char *decl_symbol_mark_of(const struct model *model, struct arena *arena, const struct arch *arch,
                                uint64_t version);

/* Returns the rest of a free remark of a declaration that begins with a mark: of the one of that index. NULL: there is
 * none. */
const char *decl_remark_behind(const struct ast_decl *decl, const char *mark, size_t index);

/* Returns the rest of the first such remark, "struct Elf", or NULL. */
const char *decl_symbol_name(const struct ast_decl *decl);

/* True if a declaration has an `in`. */
bool decl_is_dated(const struct ast_decl *decl);

/* Returns the versions that the `in` of a declaration names for a column; all versions without an `in`. */
struct version_set decl_versions(const struct model *model, struct arena *arena, const struct ast_decl *decl,
                                 size_t column);

/* A column of the `in` of a declaration. */
struct in_column {
    struct span span;
    unsigned column_count;
    struct version_set named; /* versions that the set includes, excepted or not, as far as the axis knows them */
};

/* Finds the column that serves the cells of a column. Returns false if the declaration has no versions there. */
bool decl_find_in(const struct model *model, const struct ast_decl *decl, unsigned column, struct in_column *in);

/* One range of an `attest`. */
struct attest {
    const struct ast_decl *decl; /* the line, a key */
    const struct arch *arch;     /* NULL: all */
    struct version_range in;
    struct span span;
    const char *from, *to; /* as written, or NULL; interned */
    const char *by;        /* the kind of files that the kernels are from, or NULL */
};

/* Returns the ranges of the `attest` lines of a record (NULL: of a file) whose names are known. From malloc. */
struct attest *model_list_attests(const struct model *model, const struct ast_file *file, const struct record *record,
                                  size_t *count);

/* Sets the versions that the `attest` lines of a record (NULL: of a file) name for an arch, or (NULL) for any. A build
 * by itself counts alone, any other range up to its end. Returns false if there are no lines. */
bool model_find_attested(const struct model *model, struct arena *arena, const struct ast_file *file,
                         const struct record *record, const struct arch *arch, struct version_set *set);

/* Returns the first line between the braces of a record that attests a member in the builds of a list, or (`after` is
 * not NULL) the next one; or NULL. */
const struct ast_decl *record_find_sighting(const struct record *record, const struct ast_decl *after,
                                            const char *list);

/* Returns the last line that is no row at the beginning of a record's braces, leaving out those that attest members in
 * builds of a list whose name begins so; or NULL. */
const struct ast_decl *record_find_head(const struct record *record, const char *prefix);

/* Returns the position behind the opening brace of a record. */
uint32_t record_body_begin(const struct record *record);

/* True if a file has a list of builds of that name, or (`list` is NULL) any structure. */
bool model_file_lists(const struct ast_file *file, const char *list);

/* True if at most one `columns` line is for all structures and enumerations of a file, and each of its `attest` lines
 * names an arch. */
bool model_has_one_head(const struct ast_file *file);

/* Returns the end of the last version that a document of a file covers, or VERSION_END. */
uint64_t model_find_document_end(const struct model *model, struct arena *arena, const struct ast_file *file);

/* Returns the arches of the last `columns` line of a file, NULL for unknown ones; none without a line. */
const struct arch *const *model_list_columns(const struct model *model, struct arena *arena,
                                             const struct ast_file *file, size_t *count);

/* A remark of a row, of its slot, or of a row inside if the row is anonymous. */
struct remark {
    enum { REMARK_TEXT, REMARK_PREVIOUSLY, REMARK_NEXT, REMARK_NEXT_IN } kind;
    const char *text;           /* the text, the member of `next in`, or the type of a claim, or NULL */
    const struct cell *columns; /* of a claim: as written, not cut to any versions */
    size_t column_count;
    bool is_definition; /* it stands for the definition of an unknown member or of empty braces */
};

/* Returns the remarks in the order of the text. */
const struct remark *row_list_remarks(const struct model *model, const struct row *row, size_t *count);

#endif
