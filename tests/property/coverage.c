/*
 * Counts which rules of the grammar, and which clauses of which declarations, the specs of some directories have. The
 * parser that it reads them with is the compiler's own, with a count in each action: counted.tab.c. Prints
 *
 *     rule N COUNT            N is the number that bison gives a rule
 *     clause KIND KIND COUNT  a declaration of the first kind, as `row` or `item`, with a clause of the second
 */
#include <stdio.h>

static unsigned long rule_counts[1024];

#include "counted.tab.c"

#include "base/arena.h"
#include "front/load.h"

enum { RULES = sizeof rule_counts / sizeof *rule_counts };

static unsigned long clause_counts[2][AST_KIND_COUNT][AST_CLAUSE_KIND_COUNT];

static void count_clauses(const struct ast_decl *decl, bool is_row)
{
    for (; decl; decl = decl->next) {
        for (const struct ast_clause *clause = decl->clauses; clause; clause = clause->next)
            clause_counts[is_row][decl->kind][clause->kind]++;
        count_clauses(decl->children, true);
    }
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    for (int i = 1; i < argc; i++)
        if (!program_add_path(program, argv[i]))
            return 1;
    for (size_t i = 0; i < program->file_count; i++)
        count_clauses(program->files[i].ast->decls, false);
    for (int i = 2; i <= YYNRULES && i < RULES; i++)
        printf("rule %d %lu\n", i, rule_counts[i]);
    for (int row = 0; row < 2; row++)
        for (int kind = 0; kind < AST_KIND_COUNT; kind++)
            for (int clause = 0; clause < AST_CLAUSE_KIND_COUNT; clause++)
                if (clause_counts[row][kind][clause])
                    printf("clause %s %d %d %lu\n", row ? "row" : "item", kind, clause,
                           clause_counts[row][kind][clause]);
    arena_free(arena);
    return 0;
}
