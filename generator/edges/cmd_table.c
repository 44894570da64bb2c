/*
 * strata table: the tables that a spec was taken from, or would be published as.
 */
#include "base/arena.h"
#include "base/intern.h"
#include "edges/command.h"
#include "edges/export_table.h"
#include "edges/load_specs.h"
#include "edges/options.h"
#include "edges/severity.h"
#include "front/load.h"
#include "model/model.h"

/* Sections to be written. */
struct sections {
    struct arena *arena;
    const struct model *model;
    bool as_documented;
    struct buffer items; /* of struct sheet_section */
};

/* What a declaration at the outermost level declares, if that has a table. */
static void add_declared(struct sections *sections, const struct ast_decl *decl)
{
    const struct type *type = decl->name ? map_get(sections->model->type_names, decl->name) : NULL;
    struct sheet_section section;
    if (!type || type->decl != decl)
        return;
    if (type->kind == TYPE_RECORD)
        section = export_record(sections->arena, sections->model, type->record, sections->as_documented);
    else if (type->kind == TYPE_ENUM || type->kind == TYPE_FLAGS)
        section = export_enumeration(sections->arena, sections->model, type->enumeration, sections->as_documented);
    else
        return;
    buffer_add(&sections->items, &section, sizeof section);
}

/* All of the files that the user named; not of those that they use. */
static void add_all(struct sections *sections)
{
    const struct program *program = sections->model->program;
    for (size_t i = 0; i < program->file_count; i++) {
        if (!program->files[i].requested)
            continue;
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next)
            add_declared(sections, decl);
    }
}

static bool add_named(struct command_run *run, struct sections *sections, const char *name)
{
    const struct type *type = map_get(sections->model->type_names, intern_text(run->program->intern, name));
    struct sheet_section section;
    if (type && type->enumeration) {
        section = export_enumeration(sections->arena, sections->model, type->enumeration, sections->as_documented);
    } else {
        const struct record *record = load_find_record(run, sections->model, name);
        if (!record)
            return false;
        section = export_record(sections->arena, sections->model, record, sections->as_documented);
    }
    buffer_add(&sections->items, &section, sizeof section);
    return true;
}

static enum status run_table(struct command_run *run)
{
    static const char *const formats[] = {"text", "md", "html", NULL};
    const char *name = NULL, *format_name = "text", *last_severity;
    struct sections sections = {.arena = run->arena};
    struct operands specs;
    const struct option options[] = {
        {"struct", 's', &name, NULL},
        {"format", 0, &format_name, NULL},
        {"as-documented", 0, NULL, &sections.as_documented},
        SEVERITY_OPTIONS(last_severity),
    };
    if (!options_parse(run, options, sizeof options / sizeof *options, &specs))
        return run->status;
    int format = options_choice(run, "--format", format_name, formats);
    if (format < 0 || !severity_take_options(run, &specs))
        return STATUS_TROUBLE;
    sections.model = load_specs(run, specs.items, specs.count);
    if (!sections.model)
        return run->status;
    if (!name)
        add_all(&sections);
    else if (!add_named(run, &sections, name))
        return run->status;
    sheet_write((enum sheet_format)format, (const struct sheet_section *)(const void *)sections.items.data,
                sections.items.size / sizeof(struct sheet_section), &run->out);
    buffer_free(&sections.items);
    return STATUS_CLEAN;
}

const struct command command_table = {
    .name = "table",
    .summary = "print structures as published tables",
    .help = "usage: strata table [OPTION...] SPECS...\n"
            "\n"
            "Prints structures as tables of the kind that is published: the sizes, then a row a member with\n"
            "offsets, definition, versions and remarks. A member that lies elsewhere in other versions has\n"
            "as many rows as keep the offsets of every version in order; remarks say where it was before\n"
            "and is next. What all rows leave empty is left out, and offsets that are the same everywhere\n"
            "are one column.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata.\n"
            "\n"
            "  -s, --struct NAME   one structure, union, enum or flags; S.M is the structure of the member M\n"
            "                      of S. Without it all that the SPECS declare themselves\n"
            "  --format FORMAT     text (cells separated by |, the default), md (GitHub Markdown) or html (a\n"
            "                      page); `strata import table` reads all three\n"
            "  --as-documented     what the document says, in its order: corrected cells as they were,\n"
            "                      inferred ones empty\n"
            "\n"
            "Tables have no form for some of what a spec says, which is not in them: names and types of\n"
            "`unknown` members that have a remark, provenance, packing and alignment, conditions, defaults,\n"
            "types and versions of whole enumerations, attested versions, `allow`, comments.\n"
            "\n"
            "What contradicts itself has no table, unless these let it pass:\n"
            "\n" SEVERITY_HELP
            "\n"
            "Exit status: 0 clean, 1 errors in the specs, 2 wrong usage or input/output.\n"
            "\n"
            "  strata table specs --struct ETW_UM_LOGGER_CONTEXT --format md\n",
    .run = run_table,
};
