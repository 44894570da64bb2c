#include "front/clause.h"

#include "front/parser.h"

#define BIT(clause) (1u << (clause))

/* Sets of kinds of declarations, for clauses.def. */
#define ON(kind) (UINT64_C(1) << AST_##kind)
#define RECORDS (ON(STRUCT) | ON(UNION))
#define PLACED (RECORDS | ON(MEMBER) | ON(UNACCOUNTED) | ON(BYTES) | ON(SLOT))
#define ANY_ROW (PLACED | ON(SIZE_ROW) | ON(DIGEST) | ON(ATTEST) | ON(SIGHTING))
#define ANY_DECLARATION                                                                                                \
    (ON(ARCH) | ON(ATTEST) | ON(IDENTITY) | ON(BUILDS) | ON(TYPE) | ON(OPAQUE) | ON(GLOBAL) | ON(CONST) | ON(ENUM) |   \
     ON(FLAGS) | ON(ENUMERATOR) | ON(HEADER) | ON(EVENT) | RECORDS)

_Static_assert(AST_KIND_COUNT <= 64, "sets of kinds are 64 bits");

static const struct {
    enum clause_content content;
    enum { WORD, PHRASE } form;
    const char *name;
    enum { ONCE, REPEATS } times;
    uint64_t declarations, rows;
} clauses[AST_CLAUSE_KIND_COUNT] = {
#define CLAUSE(kind, content, form, name, times, declarations, rows)                                                   \
    {CLAUSE_##content, form, name, times, declarations, rows},
#include "front/clauses.def"
#undef CLAUSE
};

/* The kinds of declarations that have clauses, as messages call them. */
static const char *const kinds[AST_KIND_COUNT] = {
    [AST_ARCH] = "an arch",
    [AST_SOURCE] = "'source'",
    [AST_ATTEST] = "'attest'",
    [AST_IDENTITY] = "'identity'",
    [AST_BUILDS] = "'builds'",
    [AST_TYPE] = "a type",
    [AST_OPAQUE] = "an opaque type",
    [AST_GLOBAL] = "a global",
    [AST_CONST] = "a constant",
    [AST_ENUM] = "an enum",
    [AST_FLAGS] = "flags",
    [AST_HEADER] = "a header",
    [AST_EVENT] = "an event",
    [AST_STRUCT] = "a structure",
    [AST_UNION] = "a union",
    [AST_MEMBER] = "a member",
    [AST_UNACCOUNTED] = "'unaccounted'",
    [AST_BYTES] = "'bytes'",
    [AST_SLOT] = "a slot",
    [AST_SIZE_ROW] = "'size'",
    [AST_DIGEST] = "'digest'",
    [AST_SIGHTING] = "an attested member",
    [AST_ENUMERATOR] = "an enumerator",
};

const char *clause_name(enum ast_clause_kind clause)
{
    return clauses[clause].name;
}

bool clause_is_allowed(enum ast_clause_kind clause, enum ast_kind decl, bool is_row)
{
    return (is_row ? clauses[clause].rows : clauses[clause].declarations) >> decl & 1;
}

bool clause_repeats(enum ast_clause_kind clause)
{
    return clauses[clause].times == REPEATS;
}

enum clause_content clause_content(enum ast_clause_kind clause)
{
    return clauses[clause].content;
}

void clauses_take(struct parser *parser, struct ast_decl *decl, struct ast_clause *first, bool is_row)
{
    uint32_t seen = 0;
    decl->clauses = first;
    for (const struct ast_clause *clause = first; clause; clause = clause->next) {
        const char *name = clauses[clause->kind].name, *quote = clauses[clause->kind].form == PHRASE ? "" : "'";
        if (!clause_is_allowed(clause->kind, decl->kind, is_row))
            diag_report(parser->diags, DIAG_CLAUSE, clause->span, "%s%s%s has no meaning on %s", quote, name, quote,
                        kinds[decl->kind]);
        else if (seen & BIT(clause->kind) && !clause_repeats(clause->kind))
            diag_note(diag_report(parser->diags, DIAG_CLAUSE, clause->span, "%s%s%s is repeated here", quote,
                                  name, quote),
                      ast_clause_find(decl, clause->kind)->span, "the first is here");
        seen |= BIT(clause->kind);
        decl->clause_kinds = seen & (BIT(AST_CLAUSE_KIND_COUNT) - 1);
    }
}
