/*
 * The words that `as` takes besides names of enumerations, and clauses that floats cannot have.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "model/resolve.h"

static const struct {
    const char *name;
    enum display_word word;
    uint32_t sizes;  /* set of sizes in bytes that the integers may have, a bit each */
    unsigned bounds; /* of the array that they must be in; 0: they may be in any, or in none */
    const char *shown;
} words[] = {
    {"time", DISPLAY_TIME, 1u << 8, 0, "whole integers of 8 bytes"},
    {"text", DISPLAY_TEXT, 1u << 1 | 1u << 2, 1, "one-dimensional arrays of integers of 1 or 2 bytes"},
};

enum { WORD_COUNT = sizeof words / sizeof *words };

enum display_word resolve_display_word(const struct resolver *resolver, const struct ast_clause *as)
{
    const char *name = ast_clause_name(as);
    for (size_t i = 0; i < WORD_COUNT; i++)
        if (!strcmp(name, words[i].name) && !map_get(resolver->model->type_names, name))
            return words[i].word;
    return DISPLAY_VALUE;
}

static bool word_fits(size_t word, const struct layout_member *entry)
{
    enum row_kind kind = row_kind(entry->row);
    bool is_integer = kind == ROW_UNSIGNED || kind == ROW_SIGNED;
    return is_integer && !entry->width && entry->element <= 8 && words[word].sizes >> entry->element & 1 &&
           (!words[word].bounds || row_bound_count(entry->row) == words[word].bounds);
}

void resolve_check_display(struct resolver *resolver, struct record *record, const struct layout_member *entry)
{
    const struct ast_decl *decl = entry->row->decl;
    const struct ast_clause *as = ast_clause_find(decl, AST_AS);
    if (!entry->row->type && !decl->type.pointer_depth)
        return; /* which has been said */
    if (entry->row->type && entry->row->type->kind == TYPE_FLOAT && !decl->type.pointer_depth)
        return; /* likewise */
    for (size_t i = 0; i < WORD_COUNT; i++)
        if (words[i].word == entry->row->word && !word_fits(i, entry))
            resolve_fault(resolver, DIAG_CLAUSE, ast_clause_name_span(as), decl, record, "`as %s` is for %s",
                          words[i].name, words[i].shown);
}

void resolve_check_float(struct resolver *resolver, const struct row *row)
{
    static const struct {
        enum ast_clause_kind kind;
        const char *shown;
    } clauses[] = {
        {AST_WIDTH, "a bit-field"}, {AST_BIT, "`bit`"},     {AST_MASK, "`mask`"},
        {AST_AS, "`as`"},           {AST_WHERE, "`where`"}, {AST_DEFAULT, "`default`"},
    };
    if (row_spelled(row)->pointer_depth || !row->type || row->type->kind != TYPE_FLOAT)
        return;
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
        const struct ast_clause *clause = row_find_clause(row, clauses[i].kind);
        if (!clause)
            continue;
        struct fault *fault = resolve_fault(resolver, DIAG_CLAUSE, clause->span, row->decl, row->record,
                                            "%s is for integers, and '%s' is a float", clauses[i].shown, row->name);
        fault->other = row->type->span;
        fault->other_message = arena_format(resolver->arena, "'%s' is declared here", row->type->name);
    }
}
