#include "front/clause.h"

#include "front/parser.h"

#define BIT(clause) (1u << (clause))

enum {
    ANYWHERE = BIT(AST_REMARK) | BIT(AST_ALLOW),
    CLAIMS = BIT(AST_PREVIOUSLY) | BIT(AST_NEXT) | BIT(AST_NEXT_IN) | BIT(AST_LAST),
    PLACED = ANYWHERE | CLAIMS | BIT(AST_IN) | BIT(AST_AT),
    AGGREGATE = ANYWHERE | BIT(AST_IN) | BIT(AST_SIZE) | BIT(AST_PACK) | BIT(AST_ALIGN),
    MANY_TIMES = ANYWHERE | BIT(AST_PREVIOUSLY) | BIT(AST_NEXT) | BIT(AST_NEXT_IN)
};

static const char *const names[AST_CLAUSE_KIND_COUNT] = {
    [AST_IN] = "in",           [AST_AT] = "at",       [AST_SIZE] = "size",
    [AST_BIT] = "bit",         [AST_MASK] = "mask",   [AST_WIDTH] = "the width of a bit-field",
    [AST_PACK] = "pack",       [AST_ALIGN] = "align", [AST_POINTER] = "pointer",
    [AST_AS] = "as",           [AST_WHERE] = "where", [AST_DEFAULT] = "default",
    [AST_INDEXED] = "indexed", [AST_NEXT] = "next",   [AST_PREVIOUSLY] = "previously",
    [AST_NEXT_IN] = "next in", [AST_LAST] = "last",   [AST_REMARK] = "a remark",
    [AST_ALLOW] = "allow",     [AST_BY] = "by",       [AST_ORDER] = "the order of bytes",
};

/* For each kind of declaration: its name in messages, its clauses, and its clauses inside an aggregate
 * (`row_clauses`). */
static const struct {
    const char *name;
    uint32_t clauses;
    uint32_t row_clauses;
} kinds[AST_KIND_COUNT] = {
    [AST_ARCH] = {"an arch", ANYWHERE | BIT(AST_POINTER) | BIT(AST_ALIGN) | BIT(AST_ORDER) | BIT(AST_IN), 0},
    [AST_SOURCE] = {"'source'", BIT(AST_LAST), 0},
    [AST_ATTEST] = {"'attest'", ANYWHERE | BIT(AST_BY), ANYWHERE | BIT(AST_BY)},
    [AST_IDENTITY] = {"'identity'", ANYWHERE, 0},
    [AST_BUILDS] = {"'builds'", ANYWHERE | BIT(AST_BY), 0},
    [AST_TYPE] = {"a type", ANYWHERE | BIT(AST_ALIGN) | BIT(AST_ORDER), 0},
    [AST_OPAQUE] = {"an opaque type", ANYWHERE | BIT(AST_SIZE) | BIT(AST_ALIGN) | BIT(AST_IN), 0},
    [AST_GLOBAL] = {"a global", ANYWHERE | BIT(AST_AT), 0},
    [AST_CONST] = {"a constant", ANYWHERE, 0},
    [AST_ENUM] = {"an enum", ANYWHERE | BIT(AST_IN), 0},
    [AST_FLAGS] = {"flags", ANYWHERE | BIT(AST_IN) | BIT(AST_INDEXED), 0},
    [AST_HEADER] = {"a header", ANYWHERE, 0},
    [AST_EVENT] = {"an event", ANYWHERE | BIT(AST_IN), 0},
    [AST_STRUCT] = {"a structure", AGGREGATE, AGGREGATE | PLACED},
    [AST_UNION] = {"a union", AGGREGATE, AGGREGATE | PLACED},
    [AST_MEMBER] = {"a member", 0,
                    PLACED | BIT(AST_BIT) | BIT(AST_MASK) | BIT(AST_WIDTH) | BIT(AST_ALIGN) | BIT(AST_ORDER) |
                        BIT(AST_AS) | BIT(AST_WHERE) | BIT(AST_DEFAULT)},
    [AST_UNACCOUNTED] = {"'unaccounted'", 0, PLACED},
    [AST_BYTES] = {"'bytes'", 0, PLACED | BIT(AST_ALIGN)},
    [AST_SLOT] = {"a slot", 0, PLACED | BIT(AST_BIT) | BIT(AST_MASK)},
    [AST_SIZE_ROW] = {"'size'", 0, ANYWHERE},
    [AST_DIGEST] = {"'digest'", 0, ANYWHERE},
    [AST_SIGHTING] = {"an attested member", 0, ANYWHERE | BIT(AST_AT) | BIT(AST_BIT)},
    [AST_ENUMERATOR] = {"an enumerator", ANYWHERE | BIT(AST_IN), 0},
};

const char *clause_name(enum ast_clause_kind clause)
{
    return names[clause];
}

bool clause_is_allowed(enum ast_clause_kind clause, enum ast_kind decl, bool is_row)
{
    return (is_row ? kinds[decl].row_clauses : kinds[decl].clauses) & BIT(clause);
}

bool clause_repeats(enum ast_clause_kind clause)
{
    return MANY_TIMES & BIT(clause);
}

void clauses_take(struct parser *parser, struct ast_decl *decl, struct ast_clause *clauses, bool is_row)
{
    uint32_t seen = 0;
    decl->clauses = clauses;
    for (const struct ast_clause *clause = clauses; clause; clause = clause->next) {
        const char *name = names[clause->kind];
        bool is_phrase = clause->kind == AST_WIDTH || clause->kind == AST_REMARK || clause->kind == AST_ORDER;
        const char *quote = is_phrase ? "" : "'";
        if (!clause_is_allowed(clause->kind, decl->kind, is_row))
            diag_report(parser->diags, DIAG_CLAUSE, clause->span, "%s%s%s has no meaning on %s", quote, name, quote,
                        kinds[decl->kind].name);
        else if (seen & BIT(clause->kind) && !clause_repeats(clause->kind))
            diag_note(diag_report(parser->diags, DIAG_CLAUSE, clause->span, "%s%s%s is repeated here", quote,
                                  name, quote),
                      ast_clause_find(decl, clause->kind)->span, "the first is here");
        seen |= BIT(clause->kind);
        decl->clause_kinds = seen & (BIT(AST_CLAUSE_KIND_COUNT) - 1);
    }
}
