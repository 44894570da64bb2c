/*
 * strata export: writes structures for other programs. The form is the second word, as for import.
 */
#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "export/c_header.h"
#include "export/isf.h"
#include "model/select.h"
#include "render/choice.h"
#include "run/generate.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "run/target.h"

struct export_options {
    const char *names, *at, *path, *reader, *tags;
};

/* Names of programs that read the header, by enum c_dialect. */
static const char *const readers[] = {"compiler", "cstruct", NULL};

/* The origin of the tags of types: the spec, or PDBs. */
static const char *const tag_words[] = {"spec", "pdb", NULL};

/* Texts of the options that both kinds have. */
#define STRUCT_HELP "only these structures, or members S.M of them; may be repeated"
#define AT_HELP                                                                                                        \
    "the version and the architecture. A release means its first point, as in the generated headers; a build "        \
    "without a revision has the last attested layout and its weakest basis. See strata show --help"
#define OUTPUT_HELP "write to FILE instead of standard output"

static const struct option options[] = {
    {"struct", 's', OPTION_NAMES(struct export_options, names), "NAME,...", STRUCT_HELP},
    {"at", 0, OPTION_VERSION(struct export_options, at), "VERSION/ARCH", AT_HELP},
    {"output", 'o', OPTION_OUTPUT(struct export_options, path), "FILE", OUTPUT_HELP},
    {"for", 0, OPTION_WORD(struct export_options, reader, readers), "READER",
     "compiler (the default), or cstruct: declarations alone, with numbers for pointers and enums, for "
     "dissect.cstruct and parsers that lack a preprocessor"},
    {"tags", 0, OPTION_WORD(struct export_options, tags, tag_words), "WHOSE",
     "spec (the default): EPROCESS; or pdb: _EPROCESS, tagWND, as most PDBs have them, for IDA and Ghidra"},
    SEVERITY_OPTIONS,
    {0},
};

/* Finds the records that --struct selects, with their selected members; without the option, all records that exist in
 * the target. */
static bool choose_records(struct command_run *run, const struct c_target *target, const struct operands *operands,
                           struct buffer *records)
{
    const struct model *model = target->model;
    struct selected_list list;
    if (!load_select(run, model, operands, SELECT_RECORDS | SELECT_INNER, &list))
        return false;
    for (size_t i = 0; !list.count && i < model->record_count; i++)
        if (record_stand(model->records[i], target->arch, target->version).layout)
            buffer_add(records, &model->records[i], sizeof model->records[i]);
    for (size_t i = 0; i < list.count; i++) {
        const struct record *record = list.items[i].record;
        struct standing standing = record_stand(record, target->arch, target->version);
        if (standing.layout) {
            buffer_add(records, &record, sizeof record);
        } else if (!list.items[i].is_pattern) {
            struct buffer text = {0};
            standing_write_absence(&standing, record, target->arch, target->name, &text);
            run->status = target_fail(run, model, target->name, buffer_take(&text, run->arena));
            return false;
        }
    }
    if (!records->size)
        run->status = options_fail(run, "no structure exists in %s", target->name);
    return records->size != 0;
}

/* Writes the header to standard output, or to the file of -o. */
static enum status export_header(struct command_run *run, const struct c_target *target,
                                 const struct operands *operands, const struct export_options *chosen,
                                 enum c_dialect dialect)
{
    struct buffer records = {0}, text = {0};
    enum status status = STATUS_CLEAN;
    if (!choose_records(run, target, operands, &records)) {
        status = run->status;
    } else {
        c_header_write(target, (const void *)records.data, records.size / sizeof(struct record *), dialect,
                       chosen->path ? &text : &run->out);
        if (chosen->path && !command_write_file(run, chosen->path, &text))
            status = run->status;
    }
    buffer_free(&records);
    buffer_free(&text);
    return status;
}

static enum status run_export_c(struct command_run *run)
{
    struct export_options chosen = {.reader = readers[0], .tags = tag_words[0]};
    struct operands specs;
    if (!options_parse(run, &chosen, &specs))
        return run->status;
    int dialect = options_choice(run, "--for", chosen.reader, readers);
    int tags = options_choice(run, "--tags", chosen.tags, tag_words);
    if (dialect < 0 || tags < 0 || !options_take_severities(run, &specs))
        return STATUS_TROUBLE;
    if (!chosen.at)
        return options_fail(run, "strata export c needs --at VERSION/ARCH");
    load_take_names(run, &specs, &chosen.names);
    if (!load_has_choice(run, &specs))
        return run->status;
    struct c_target target = {.model = load_or_shipped(run, &specs, specs.count),
                              .name = chosen.at,
                              .has_symbol_tags = tags == 1};
    if (!target.model)
        return run->status;
    target.arch = load_find_target(run, target.model, &specs, &target.name, &target.version);
    return target.arch ? export_header(run, &target, &specs, &chosen, (enum c_dialect)dialect) : run->status;
}

static const struct command export_c = {
    .name = "export c",
    .summary = "a C header",
    .help = "\n"
            "c writes one C header with plain structures: those of --struct and all that they hold by value,\n"
            "each after the ones that it needs. It is for compilers (C99, C11, C++11; gcc, clang, MSVC),\n"
            "Ghidra, IDA, dissect.cstruct, and pahole. Bytes of no member are padding_OFFSET, bits of none\n"
            "bits_OFFSET_BIT. Members that share bytes are in a union. A structure whose members are not\n"
            "aligned is packed. A comment names each member that C cannot declare, such as one of unknown\n"
            "size, and the reason. At its end the header checks all sizes and offsets, in compilers only.\n"
            "\n"
            "For pahole, compile it: gcc -x c -g -fno-eliminate-unused-debug-types -c FILE.\n"
            "\n"
            HELP_OPTIONS,
    .run = run_export_c,
    .options = options,
    .operands = TAKES_NAMED_SPECS,
};

/* ---- Symbol files */

struct symbol_options {
    const char *names, *at, *path;
};

static const struct option symbol_options[] = {
    {"struct", 's', OPTION_NAMES(struct symbol_options, names), "NAME,...", STRUCT_HELP},
    {"at", 0, OPTION_VERSION(struct symbol_options, at), "VERSION/ARCH", AT_HELP},
    {"output", 'o', OPTION_OUTPUT(struct symbol_options, path), "FILE", OUTPUT_HELP},
    SEVERITY_OPTIONS,
    {0},
};

static enum status run_export_isf(struct command_run *run)
{
    struct symbol_options chosen = {0};
    struct operands specs;
    struct buffer text = {0};
    uint64_t version;
    if (!options_parse(run, &chosen, &specs) || !options_take_severities(run, &specs))
        return run->status;
    if (!chosen.at)
        return options_fail(run, "strata export isf needs --at VERSION/ARCH");
    load_take_names(run, &specs, &chosen.names);
    const struct model *model = load_or_shipped(run, &specs, specs.count);
    struct choice *choice = model && chosen.names ? choice_new(model, CHOICE_EVERY_ARCH) : NULL;
    if (!model || (choice && !generate_choose_names(run, model, &specs, choice)))
        return run->status;
    const struct arch *arch = load_find_target(run, model, &specs, &chosen.at, &version);
    if (!arch)
        return run->status;
    isf_write(model, choice, arch, version, chosen.path ? &text : &run->out);
    enum status status = !chosen.path || command_write_file(run, chosen.path, &text) ? STATUS_CLEAN : run->status;
    buffer_free(&text);
    return status;
}

static const struct command export_isf = {
    .name = "export isf",
    .summary = "a symbol file of Volatility 3",
    .help = "\n"
            "isf writes the types of one version and architecture as Volatility 3 reads them. A symbol file\n"
            "that strata import isf has read comes back with the same structures, members, enumerations and\n"
            "types of numbers: remarks in the spec, \"symbol file: ...\", have what the language cannot say.\n"
            "There are no symbols, and no GUID of a program database. It has the same options as c, but --for\n"
            "and --tags.\n",
    .run = run_export_isf,
    .options = symbol_options,
    .operands = TAKES_NAMED_SPECS,
};

static const struct command *const kinds[] = {&export_c, &export_isf, NULL};

const struct command command_export = {
    .name = "export",
    .summary = "write a C header or a symbol file of one version and architecture",
    .help = "usage: strata export c [OPTION...] SPECS... --at VERSION/ARCH\n"
            "       strata export isf [OPTION...] SPECS... --at VERSION/ARCH\n",
    .help_end = "\n" SPECS_HELP "\n" NAMES_HELP "\n"
                "Specs with contradictions are refused. To allow some, change the severity of a check.\n"
                "\n"
                "Exit status: 0 clean, 1 errors in the specs, 2 wrong usage or input/output.\n"
                "\n"
                "  strata export c ETW_UM_LOGGER_CONTEXT --at 6.1/x64 -o logger.h\n"
                "  strata export isf EPROCESS,ETHREAD --at 10.0.19041/x64 -o kernel.json\n",
    .kinds = kinds,
};
