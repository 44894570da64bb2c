/*
 * strata table: writes the tables that a spec was made from, or as which it would be published.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "front/load.h"
#include "model/select.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "view/table.h"

struct table_options {
    const char *name;
    const char *format;
    const char *title; /* title of the page; NULL if it is not given */
    bool as_documented;
};

static const char *const formats[] = {"text", "md", "html", NULL};

static const struct option options[] = {
    {"struct", 's', OPTION_NAMES(struct table_options, name), "NAME,...",
     "structures, members S.M, enums and flags; may be repeated; the default is everything that the SPECS "
     "themselves declare. If M is a structure that S declares, S.M is that structure"},
    {"format", 0, OPTION_WORD(struct table_options, format, formats), "FORMAT",
     "text (cells separated by |, the default), md (GitHub Markdown) or html (a page); `strata import table` reads "
     "all three"},
    {"title", 0, OPTION_TEXT(struct table_options, title), "TEXT", "the title of the document, for md and html"},
    {"as-documented", 0, OPTION_FLAG(struct table_options, as_documented), NULL,
     "print the values and the order of the document: corrected cells get the document's value, inferred cells are "
     "empty"},
    SEVERITY_OPTIONS,
    {0},
};

/* The structures and enumerations on the page. */
struct subjects {
    const struct model *model;
    struct buffer items; /* list of struct table_subject */
};

static void add_type(struct subjects *subjects, const struct type *type)
{
    struct table_subject subject = {type->record, type->enumeration};
    if (subject.record || subject.enumeration)
        buffer_add(&subjects->items, &subject, sizeof subject);
}

/* Compares by the position in the text. */
static int compare_types(const void *left, const void *right)
{
    const struct type *a = *(const struct type *const *)left, *b = *(const struct type *const *)right;
    if (a->file_index != b->file_index)
        return a->file_index < b->file_index ? -1 : 1;
    return (a->span.begin > b->span.begin) - (a->span.begin < b->span.begin);
}

/* Adds the declarations that all --struct name; without the option, all declarations of the specs. */
static bool add_chosen(struct command_run *run, struct subjects *subjects, const struct operands *specs)
{
    struct selected_list list;
    if (!load_select(run, subjects->model, specs, SELECT_RECORDS | SELECT_ENUMS | SELECT_INNER, &list))
        return false;
    for (size_t i = 0; i < list.count; i++)
        add_type(subjects, list.items[i].type);
    if (!list.count) {
        /* Add the types of the files that the user named, without those of the files that they use. */
        const struct model *model = subjects->model;
        size_t count = model->type_count;
        const struct type **types = arena_copy_array(model->arena, model->types, count, sizeof *types);
        if (count)
            qsort(types, count, sizeof *types, compare_types);
        for (size_t i = 0; i < count; i++)
            if (model->program->files[types[i]->file_index].requested)
                add_type(subjects, types[i]);
    }
    return true;
}

static enum status run_table(struct command_run *run)
{
    struct table_options chosen = {.format = formats[0]};
    struct subjects subjects = {0};
    struct operands specs;
    if (!options_parse(run, &chosen, &specs))
        return run->status;
    int format = options_choice(run, "--format", chosen.format, formats);
    if (chosen.title && format == SHEET_TEXT)
        return options_fail(run, "--title needs --format md or html");
    if (format < 0 || !options_take_severities(run, &specs))
        return STATUS_TROUBLE;
    load_take_names(run, &specs, &chosen.name);
    if (!load_has_choice(run, &specs))
        return run->status;
    subjects.model = load_or_shipped(run, &specs, specs.count);
    if (!subjects.model)
        return run->status;
    if (!add_chosen(run, &subjects, &specs))
        return run->status;
    size_t count = subjects.items.size / sizeof(struct table_subject);
    struct sheet_document document =
        table_make_document(run->arena, subjects.model, (const void *)subjects.items.data, count, chosen.as_documented);
    if (chosen.title)
        document.title = chosen.title;
    run->is_shown = true;
    sheet_write((enum sheet_format)format, &document, run->program, &run->out);
    buffer_free(&subjects.items);
    return STATUS_CLEAN;
}

const struct command command_table = {
    .name = "table",
    .summary = "print structures as published tables",
    .help = "usage: strata table [OPTION...] SPECS...\n"
            "\n"
            "Prints structures as published tables: the sizes, then a row for each member with offsets,\n"
            "definition, versions and remarks. A member that moves gets as many rows as are needed to keep\n"
            "the offsets of each version in order; remarks give its previous and its next offset. Empty\n"
            "columns are left out. Offsets that are the same on all architectures are one column. A line\n"
            "above the table says how well each column is known: attested, bracketed, interpolated,\n"
            "extrapolated or disputed, in which versions.\n"
            "\n"
            SPECS_HELP
            "\n" NAMES_HELP
            "\n"
            HELP_OPTIONS
            "\n"
            "Ranges of versions are those of the specs. In versions that the line calls disputed, `strata\n"
            "show` may take the layout of the other neighbour, and members that are known by themselves\n"
            "may be known better than the line says.\n\n"
            "Tables do not contain: names and types of `unknown` members that have a remark, provenance,\n"
            "packing and alignment, conditions, defaults, types and versions of whole enumerations, attested\n"
            "versions, `allow`, comments.\n"
            "\n"
            "Specs with contradictions are refused. To allow some, change the severity of a check.\n"
            "\n" SELECT_HELP
            "\n"
            "Exit status: 0 clean, 1 errors in the specs, 2 wrong usage or input/output.\n"
            "\n"
            "  strata table ETW_UM_LOGGER_CONTEXT --format md\n",
    .run = run_table,
    .options = options,
    .operands = TAKES_NAMED_SPECS,
};
