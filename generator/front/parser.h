/*
 * State and functions that scanner, grammar and tree builder share during parsing. For front/ and grammar/ only.
 */
#ifndef FRONT_PARSER_H
#define FRONT_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/diag.h"
#include "front/ast.h"
#include "front/words.h"

struct arena;
struct intern;

/* Limits of a spec. */
enum {
    NESTING_MOST = 1000,      /* nested brackets and braces, or nested operators */
    NAME_LENGTH_MOST = 255,   /* bytes of a name or a version */
    STARS_MOST = 64,          /* stars of a type */
    BOUNDS_MOST = 64,         /* dimensions of an array */
    SYNTAX_ERRORS_MOST = 100, /* syntax errors of one text; what follows the last one is not read */
    SOURCE_SIZE_MOST = 256 * 1024 * 1024
};

/* Lists with fast appending. */
struct decl_list {
    struct ast_decl *first, *last;
};
struct clause_list {
    struct ast_clause *first, *last;
};
struct bound_list {
    struct ast_bound *first, *last;
};
struct name_list {
    struct ast_name *first, *last;
};
struct range_list {
    struct ast_range *first, *last;
};
struct term_list {
    struct ast_term *first, *last;
};
struct cell_list {
    struct ast_cell *cell;
    struct ast_alternative *last; /* last alternative of the cell's last column */
};

/* Value of a grammar symbol. */
union parse_value {
    uint64_t number;
    const char *name;
    struct ast_identity *identity;
    enum ast_kind kind;
    enum ast_relation relation;
    struct ast_decl *decl;
    struct ast_clause *clause;
    struct ast_alternative *alternative;
    struct ast_set *set;
    struct ast_range *range;
    struct ast_term *term;
    struct ast_expression *expression;
    struct ast_bound *bound;
    struct decl_list decls;
    struct clause_list clauses;
    struct bound_list bounds;
    struct name_list names;
    struct range_list ranges;
    struct term_list terms;
    struct cell_list cell;
};

/* A `///` comment and the position of the token after it. */
struct doc {
    uint32_t position;
    const char *text;
};

/* State of the parser for one text. */
struct parser {
    struct arena *arena;
    struct intern *intern;
    struct diags *diags;
    const struct source *source;
    struct ast_file *file;
    struct ast_use *last_use;
    struct ast_decl *last_decl;
    struct map *held; /* names of types that some member has by value; the map of struct program */
    const char *anysize_array;
    struct ast_column *last_column; /* last column of the cell that is being built */

    /* Scanner state. */
    void *scanner;
    struct word_reader words;
    enum {
        BOUND_NONE,
        BOUND_EXPRESSION,
        BOUND_SET
    } bound;           /* tells whether the scanner is within brackets; BOUND_SET: in parentheses after a value */
    uint32_t position; /* position of the next byte to scan */
    size_t read;       /* bytes that the scanner has fetched */
    struct span token; /* position of the token before the lookahead; while scanning, of the last token */
    struct span lookahead;
    unsigned depth;
    uint32_t open[NESTING_MOST]; /* positions of the open brackets */

    /* Error state. */
    unsigned error_count;
    bool stopped;    /* no more errors are reported for this text */
    bool recovering; /* skipping to the end of a broken declaration */
    bool leap;       /* the unexpected token opens a block, which is skipped */

    /* Comment state. */
    struct buffer doc_text; /* text of the `///` comment that is being read */
    struct buffer docs;     /* finished comments as struct doc, ascending by position */
};

static inline struct span span_to(struct span first, struct span last)
{
    return (struct span){first.begin, last.end};
}

/* ---- strata.l */

/* Return a new scanner, free it, and return its next token. */
void *scanner_new(struct parser *parser);
void scanner_free(void *scanner);
int spec_scan(union parse_value *value, struct span *span, void *scanner);

/* ---- scan.c: actions of the scanner */

/* Copies up to `most` of the next bytes of the text; returns their number. */
size_t parser_read(struct parser *parser, char *buffer, size_t most);

void parser_doc_line(struct parser *parser, const char *text, size_t size);
const char *parser_name(struct parser *parser, const char *text, size_t size, struct span span);

/* Returns the token of a word of the language, or of a name, whose value it sets. */
int parser_word(struct parser *parser, const char *text, size_t size, struct span span, union parse_value *value);
const char *parser_string(struct parser *parser, const char *text, size_t size, struct span span);
uint64_t parser_number(struct parser *parser, const char *text, size_t size, struct span span);
struct ast_range *parser_range(struct parser *parser, const char *text, size_t size, struct span span);

/* Updates `bound` for a bracket or parenthesis. */
void parser_enter(struct parser *parser, char sign);

/* Opens a bracket or brace; reports too deep nesting and returns false. */
bool parser_open(struct parser *parser, struct span span);
void parser_close(struct parser *parser, char bracket);

/* parser_doc_end assigns the comment that has just ended to the token at `position`. parser_doc returns the comment of
 * the token at `position`; NULL if it has none. */
void parser_doc_end(struct parser *parser, uint32_t position);
const char *parser_doc(const struct parser *parser, uint32_t position);

/* Return the spelling of a token, or the text between two brackets with each run of blanks replaced by one. */
const char *parser_spelling(struct parser *parser, struct span span);
const char *parser_text_within(struct parser *parser, struct span brackets);

/* Returns a number, or reports that it exceeds 32 bits. */
uint32_t parser_number_32(struct parser *parser, uint64_t number, struct span span);

/* ---- parse.c: for scanner and grammar */

/* Returns the next token. After a syntax error, returns only a token that ends the broken declaration; see parse.c. */
int spec_lex(union parse_value *value, struct span *span, struct parser *parser);

/* Reports characters that form no token, and returns the token for an error. */
int parser_lexical(struct parser *parser, struct span span, const char *message);

/* Reports an error after which the rest of the text is not read. */
void parser_stop(struct parser *parser, struct span span, enum diag_code code, const char *message);

/* Reports the unexpected token `found`. */
void parser_unexpected(struct parser *parser, struct span span, const char *found, const char *const *expected,
                       size_t expected_count);

void parser_use(struct parser *parser, const char *path, struct span span, bool is_searched);
void parser_add(struct parser *parser, struct ast_decl *decl);

/* Sets `gives_way` of the file, because it has a `default;` line. */
void parser_give_way(struct parser *parser);

/* Checks the language that a `strata N;` line names. If this program does not know the language, reports that and reads
 * nothing more of the text. */
void parser_take_language(struct parser *parser, uint64_t language, struct span span);

/* ---- build.c: nodes of the tree */

struct ast_decl *build_decl(struct parser *parser, enum ast_kind kind, struct span span, struct ast_clause *clauses);
struct ast_decl *build_cell_row(struct parser *parser, enum ast_kind kind, struct span span, struct ast_cell *cell,
                                struct ast_clause *clauses);
struct ast_decl *build_named(struct parser *parser, enum ast_kind kind, struct span span, const char *name,
                             struct span name_span, struct ast_clause *clauses);

/* Returns the `module` line of the file. Reports a second one. */
struct ast_decl *build_module(struct parser *parser, struct span span, const char *name, struct span name_span);

/* Adds the version whose kernel a point runs; `word` must be "kernel". */
void build_kernel(struct parser *parser, struct ast_decl *point, const char *word, struct span word_span,
                  const char *version, struct span version_span);

/* Returns an `attest` line of a file, a structure or a member. `name` may be NULL. In the line of a member, `set` may
 * be NULL. */
struct ast_decl *build_attest(struct parser *parser, struct span span, const char *name, struct span name_span,
                              struct ast_set *set, struct ast_clause *clauses);
struct ast_decl *build_sighting(struct parser *parser, struct span span, const char *name, struct span name_span,
                                struct ast_set *set, struct ast_name *path, struct ast_clause *clauses);

/* Add one part of a kernel's identity to `identity`, which is NULL for the first part. The words must be "pdb" or
 * "build", and "image". */
struct ast_identity *build_text(struct parser *parser, struct ast_identity *identity, const char *word,
                                struct span word_span, const char *text, struct span span);
struct ast_identity *build_image(struct parser *parser, struct ast_identity *identity, const char *word,
                                 struct span word_span, uint64_t timestamp, uint64_t image_size, struct span span);

struct ast_decl *build_source(struct parser *parser, struct span span, const char *document, const char *state,
                              struct span state_span, struct ast_clause *clauses);

/* Returns a `type` declaration. `word` is the kind of the type; NULL for a pointer type. */
struct ast_decl *build_type(struct parser *parser, struct span span, const char *name, struct span name_span,
                            const char *word, struct span word_span, struct ast_clause *clauses);
/* Returns a row that is the one word `partial`. After any other word a name is missing; reports that at `end`. */
struct ast_decl *build_word(struct parser *parser, const char *word, struct span span, struct span end);
struct ast_decl *build_path(struct parser *parser, enum ast_kind kind, struct span span, struct ast_name *path);
struct ast_decl *build_row_aggregate(struct parser *parser, enum ast_kind kind, struct span span,
                                     struct ast_clause *clauses);

/* Returns a member with its type. `pointer` is twice the number of stars, plus 1 if a `volatile` follows them. */
struct ast_decl *build_typed(struct parser *parser, struct span span, const char *qualifiers, const char *name,
                             uint64_t pointer);
struct ast_decl *build_member(struct parser *parser, struct ast_decl *typed, struct span span, const char *name,
                              struct span name_span, struct ast_bound *bounds, struct ast_clause *clauses);
/* Turns a member's type into the result of a function pointer. */
void build_function(struct ast_decl *member, const char *parameters);
void build_bounds(struct parser *parser, struct ast_decl *decl, struct ast_bound *bounds);
void build_body(struct ast_decl *decl, struct ast_decl *children, struct span span);

/* Moves the beginning of a declaration to the beginning of `first`. */
void build_begin(struct parser *parser, struct ast_decl *decl, struct span first);

/* Return a clause with its kind, span and contents. */
struct ast_clause *build_clause(struct parser *parser, enum ast_clause_kind kind, struct span span);
struct ast_clause *build_cell_clause(struct parser *parser, enum ast_clause_kind kind, struct span span,
                                     struct ast_cell *cell);
struct ast_clause *build_set_clause(struct parser *parser, enum ast_clause_kind kind, struct span span,
                                    struct ast_set *set);
struct ast_clause *build_number_clause(struct parser *parser, enum ast_clause_kind kind, struct span span,
                                       uint64_t number);
struct ast_clause *build_indexed(struct parser *parser, struct span span, const struct ast_range *bits);
struct ast_clause *build_name_clause(struct parser *parser, enum ast_clause_kind kind, struct span span,
                                     const char *name, struct span name_span);

/* Return alternatives of a cell, and parts of them. */
struct ast_alternative *build_value(struct parser *parser, enum ast_value value, struct span span, uint64_t number);
struct ast_alternative *build_expression_value(struct parser *parser, struct span span,
                                               struct ast_expression *expression);
struct ast_alternative *build_alternative(struct ast_alternative *value, struct span span, struct ast_set *set);
struct ast_alternative *build_marked(struct parser *parser, struct ast_alternative *value, struct span span,
                                     enum ast_provenance provenance, struct ast_set *set, struct ast_alternative *was);
struct ast_set *build_set(struct parser *parser, struct span span, struct ast_range *included,
                          struct ast_range *excluded);
struct ast_range *build_range(struct parser *parser, struct span span, const char *from, const char *to);
struct ast_term *build_term(struct parser *parser, struct span span, enum ast_relation relation, uint64_t number,
                            bool negative);
struct ast_expression *build_expression(struct parser *parser, struct span span, enum ast_expression_kind kind,
                                        struct ast_expression *left, struct ast_expression *right);
struct ast_bound *build_bound(struct parser *parser, struct span span, struct ast_cell *cell);

/* Append to lists. */
struct decl_list decl_append(struct decl_list list, struct ast_decl *decl);
struct clause_list clause_append(struct clause_list list, struct ast_clause *clause);
struct bound_list bound_append(struct bound_list list, struct ast_bound *bound);
struct name_list name_append(struct parser *parser, struct name_list list, const char *name, struct span span);
struct range_list range_append(struct range_list list, struct ast_range *range);
struct term_list term_append(struct term_list list, struct ast_term *term, bool begins);

/* Begin a cell with its first alternative, and append an alternative or a column. */
struct cell_list cell_begin(struct parser *parser, struct ast_alternative *alternative);
struct cell_list cell_add(struct parser *parser, struct cell_list list, struct ast_alternative *alternative);
struct cell_list cell_add_column(struct parser *parser, struct cell_list list, struct ast_alternative *alternative);

/* ---- clause.c */

/* Gives a declaration its clauses. Reports clauses that are repeated or not allowed on it. */
void clauses_take(struct parser *parser, struct ast_decl *decl, struct ast_clause *first, bool is_row);

#endif
