/*
 * ast_dump [-q] FILE...: prints the syntax trees of specs, files that are used before their users, and then the
 * diagnostics. A line a declaration, what is in braces indented; -q prints no trees.
 *
 * Positions are not shown, but checked: what is inside something must lie inside of its span.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/source.h"
#include "front/clause.h"
#include "front/load.h"

static const char *const kinds[] = {
    [AST_AXIS] = "axis",
    [AST_RELEASE] = "release",
    [AST_POINT] = "point",
    [AST_MODULE] = "module",
    [AST_ARCH] = "arch",
    [AST_COLUMNS] = "columns",
    [AST_SOURCE] = "source",
    [AST_ATTEST] = "attest",
    [AST_IDENTITY] = "identity",
    [AST_BUILDS] = "builds",
    [AST_SHARE] = "share",
    [AST_TYPE] = "type",
    [AST_OPAQUE] = "opaque",
    [AST_GLOBAL] = "global",
    [AST_CONST] = "const",
    [AST_ENUM] = "enum",
    [AST_FLAGS] = "flags",
    [AST_HEADER] = "header",
    [AST_EVENT] = "event",
    [AST_STRUCT] = "struct",
    [AST_UNION] = "union",
    [AST_MEMBER] = "member",
    [AST_UNACCOUNTED] = "unaccounted",
    [AST_BYTES] = "bytes",
    [AST_SLOT] = "slot",
    [AST_SIZE_ROW] = "size-row", [AST_DIGEST] = "digest",
    [AST_PARTIAL] = "partial",
    [AST_SIGHTING] = "attest-of",
    [AST_ENUMERATOR] = "enumerator",
    [AST_HEADER_MARKER] = "header-marker",
    [AST_HEADER_SIZE] = "header-size",
    [AST_HEADER_HOOK] = "header-hook",
    [AST_HEADER_DATA] = "header-data",
    [AST_HEADER_EXTRA] = "header-extra",
    [AST_EVENT_HEADER] = "event-header",
    [AST_EVENT_DATA] = "event-data",
    [AST_EVENT_GROUP] = "event-group",
};

static const char *const clause_kinds[] = {
#define CLAUSE(kind, ...) #kind,
#include "front/clauses.def"
#undef CLAUSE
};

/* Prints the kind of a clause in small letters: "next-in". */
static void print_kind(enum ast_clause_kind kind)
{
    for (const char *at = clause_kinds[kind]; *at; at++)
        putchar(*at == '_' ? '-' : *at | 0x20);
}

static const char *const relations[] = {
    [AST_EQUAL] = "==",      [AST_NOT_EQUAL] = "!=", [AST_LESS] = "<",
    [AST_LESS_EQUAL] = "<=", [AST_GREATER] = ">",    [AST_GREATER_EQUAL] = ">=",
};

static struct span outer; /* what everything must lie inside of */
static int exit_status;

static void check_span(struct span span, const char *what)
{
    if (span.begin >= outer.begin && span.begin <= span.end && span.end <= outer.end)
        return;
    printf("*** the span of %s is out of place\n", what);
    exit_status = 1;
}

static void print_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '\n')
            fputs("\\n", stdout);
        else
            printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    putchar('"');
}

static void print_ranges(const struct ast_range *range)
{
    for (const char *between = ""; range; range = range->next, between = ", ") {
        check_span(range->span, "a range");
        printf("%s", between);
        if (range->from == range->to)
            printf("%s", range->from);
        else
            printf("%s..%s", range->from ? range->from : "", range->to ? range->to : "");
    }
}

static void print_set(const struct ast_set *set)
{
    check_span(set->span, "a set");
    print_ranges(set->included);
    if (set->excluded) {
        printf(" except ");
        print_ranges(set->excluded);
    }
}

static void print_expression(const struct ast_expression *expression)
{
    static const char operators[] = {[AST_ADD] = '+', [AST_SUBTRACT] = '-', [AST_MULTIPLY] = '*'};
    check_span(expression->span, "an expression");
    if (expression->kind == AST_NUMBER) {
        printf("%" PRIu64, expression->number);
    } else if (expression->kind == AST_NAME) {
        printf("%s", expression->name);
    } else {
        printf("(");
        print_expression(expression->left);
        printf(" %c ", operators[expression->kind]);
        print_expression(expression->right);
        printf(")");
    }
}

static void print_alternative(const struct ast_alternative *alternative)
{
    static const char *const provenances[] = {
        [AST_DOCUMENTED] = "", [AST_INFERRED] = "inferred ", [AST_CORRECTED] = "corrected "};
    check_span(alternative->span, "an alternative");
    check_span(ast_value_span(alternative), "a value");
    printf("%s", provenances[alternative->provenance]);
    switch (alternative->value) {
    case AST_VALUE_NONE:
        break;
    case AST_VALUE_NUMBER:
        printf("0x%" PRIX64, alternative->number);
        break;
    case AST_VALUE_NEGATIVE:
        printf("-0x%" PRIX64, alternative->number);
        break;
    case AST_VALUE_EXPRESSION:
        print_expression(alternative->expression);
        break;
    case AST_VALUE_UNKNOWN:
        printf("?");
        break;
    case AST_VALUE_ABSENT:
        printf("-");
        break;
    }
    if (alternative->set) {
        printf(alternative->value == AST_VALUE_NONE ? "{" : " {");
        print_set(alternative->set);
        printf("}");
    }
    if (ast_alternative_was(alternative)) {
        printf(" was ");
        print_alternative(ast_alternative_was(alternative));
    }
}

static void print_cell(const struct ast_cell *cell)
{
    unsigned count = 0;
    check_span(cell->span, "a cell");
    printf("[");
    for (const struct ast_column *column = cell->columns; column; column = column->next, count++) {
        printf("%s", count ? " | " : "");
        for (const struct ast_alternative *alternative = column->alternatives; alternative;
             alternative = alternative->next) {
            print_alternative(alternative);
            printf("%s", alternative->next ? ", " : "");
        }
    }
    printf("]");
    if (count != cell->column_count)
        exit_status = 1;
}

static void print_terms(const struct ast_term *term)
{
    for (const char *between = ""; term; term = term->next) {
        check_span(term->span, "a term");
        printf("%s%s %s%" PRIu64, term->begins ? " || " : between, relations[term->relation], term->negative ? "-" : "",
               term->number);
        between = " && ";
    }
}

static void print_clause(const struct ast_clause *clause)
{
    check_span(clause->span, "a clause");
    printf(" (");
    print_kind(clause->kind);
    if (ast_clause_name(clause)) {
        check_span(ast_clause_name_span(clause), "the name of a clause");
        printf(" %s", ast_clause_name(clause));
    }
    switch (clause_content(clause->kind)) {
    case CLAUSE_NUMBER:
        printf(" %" PRIu32, clause->number);
        break;
    case CLAUSE_BITS:
        printf(" %" PRIu32 " %" PRIu32, clause->number, clause->number_last);
        break;
    case CLAUSE_TERMS:
        printf(" ");
        print_terms(clause->terms);
        break;
    case CLAUSE_SET:
        if (clause->set) {
            printf(" {");
            print_set(clause->set);
            printf("}");
        }
        break;
    case CLAUSE_TEXT:
    case CLAUSE_CODE:
        printf(" ");
        print_text(clause->text);
        break;
    case CLAUSE_TYPE:
    case CLAUSE_MEMBER:
        break;
    case CLAUSE_CELL:
    case CLAUSE_TYPED_CELL:
        printf(" ");
        print_cell(clause->cell);
    }
    printf(")");
}

static void print_type(const struct ast_type *type)
{
    if (!type->name)
        return;
    check_span(type->span, "a type");
    printf(" <%s%s%s", type->qualifiers ? type->qualifiers : "", type->qualifiers ? " " : "", type->name);
    unsigned stars = type->pointer_depth - (type->parameters ? 1 : 0);
    for (unsigned i = 0; i < stars; i++)
        printf("%s*", i ? "" : " ");
    if (type->pointer_volatile)
        printf(" volatile");
    if (type->parameters)
        printf(" (*)(%s)", type->parameters);
    printf(">");
}

static void print_bounds(const struct ast_bound *bound)
{
    for (; bound; bound = bound->next) {
        check_span(bound->span, "a bound");
        if (bound->kind == AST_BOUND_COUNT) {
            printf(" bound ");
            print_cell(bound->cell);
        } else {
            printf(bound->kind == AST_BOUND_ANYSIZE ? " anysize" : " flexible");
        }
    }
}

static void print_identity(const struct ast_decl *decl)
{
    print_type(&decl->type);
    if (decl->identity->pdb) {
        check_span(decl->identity->pdb_span, "a pdb");
        printf(" pdb ");
        print_text(decl->identity->pdb);
    }
    if (decl->identity->image_span.end) {
        check_span(decl->identity->image_span, "an image");
        printf(" image 0x%" PRIX64 " 0x%" PRIX64, decl->identity->timestamp, decl->identity->image_size);
    }
}

static void print_names(const struct ast_name *name)
{
    for (; name; name = name->next) {
        check_span(name->span, "a name");
        printf(" %s", name->name);
    }
}

static void print_texts(const struct ast_name *text)
{
    for (; text; text = text->next) {
        check_span(text->span, "a text");
        printf(" ");
        print_text(text->name);
    }
}

static void print_set_in_braces(const struct ast_set *set)
{
    printf(" {");
    print_set(set);
    printf("}");
}

/* Prints the fields of a declaration, without its name, clauses and children. */
static void print_contents(const struct ast_decl *decl)
{
    switch (decl->kind) {
    case AST_POINT:
    case AST_SOURCE:
        printf(" ");
        print_text(decl->text);
        print_type(&decl->type);
        if (decl->kind == AST_POINT)
            print_texts(decl->names);
        break;
    case AST_RELEASE:
        print_texts(decl->names);
        break;
    case AST_COLUMNS:
    case AST_HEADER_SIZE:
    case AST_HEADER_HOOK:
        print_names(decl->names);
        break;
    case AST_HEADER_MARKER:
    case AST_HEADER_DATA:
    case AST_HEADER_EXTRA:
        print_names(decl->names);
        printf(" 0x%" PRIX64 " mask 0x%" PRIX64, decl->number, decl->mask);
        break;
    case AST_IDENTITY:
        print_identity(decl);
        break;
    case AST_BUILDS:
        print_type(&decl->type);
        print_set_in_braces(decl->set);
        break;
    case AST_ATTEST:
        print_set_in_braces(decl->set);
        break;
    case AST_SIGHTING:
        if (decl->set)
            print_set_in_braces(decl->set);
        printf(" of");
        print_names(decl->names);
        break;
    default:
        print_type(&decl->type);
        print_bounds(decl->bounds);
        if (decl->cell) {
            printf(" ");
            print_cell(decl->cell);
        }
    }
}

static void print_decls(const struct ast_decl *decl, int depth)
{
    for (; decl; decl = decl->next) {
        struct span around = outer;
        check_span(decl->span, "a declaration");
        printf("%*s%s%s", depth * 2, "", decl->is_unknown ? "unknown " : decl->is_twin ? "twin " : "", kinds[decl->kind]);
        if (decl->name) {
            check_span(decl->name_span, "the name of a declaration");
            printf(" %s", decl->name);
        }
        print_contents(decl);
        for (const struct ast_clause *clause = decl->clauses; clause; clause = clause->next)
            print_clause(clause);
        if (decl->doc) {
            printf(" /// ");
            print_text(decl->doc);
        }
        printf("\n");
        if (decl->body_span.begin) {
            check_span(decl->body_span, "a body");
            outer = decl->body_span;
            print_decls(decl->children, depth + 1);
        }
        outer = around;
    }
}

static void print_file(const struct program *program, size_t index)
{
    const struct program_file *file = &program->files[index];
    printf("file %s%s", file->name, file->requested ? "" : " (used)");
    for (size_t i = 0; i < file->use_count; i++)
        printf("%s%s", i ? ", " : ", uses ", program->files[file->uses[i]].name);
    printf("%s\n", file->ast->gives_way ? ", default" : "");
    outer = (struct span){file->ast->source->base, file->ast->source->base + (uint32_t)file->ast->source->size};
    print_decls(file->ast->decls, 1);
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    struct buffer out = {0};
    int quiet = argc > 1 && !strcmp(argv[1], "-q");
    for (int i = 1 + quiet; i < argc; i++)
        program_add_path(program, argv[i]);
    for (size_t i = 0; i < program->file_count && !quiet; i++)
        print_file(program, i);
    diags_write(program->diags, &out, DIAG_FORMAT_TEXT, false);
    fputs(buffer_text(&out), stdout);
    buffer_free(&out);
    arena_free(arena);
    return exit_status;
}
