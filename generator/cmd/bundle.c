/*
 * strata bundle: writes some structures with everything they need, and the runtime, to one header.
 */
#include <string.h>

#include "answer/settle.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/output.h"
#include "base/path.h"
#include "model/model.h"
#include "render/bundle.h"
#include "render/choice.h"
#include "render/compact.h"
#include "render/context.h"
#include "render/names.h"
#include "render/trim.h"
#include "run/generate.h"
#include "run/load_specs.h"
#include "run/options.h"

static const char *const part_words[] = {"print", "assert", "reader", "identity", NULL};
static const unsigned part_bits[] = {BUNDLE_PRINT, BUNDLE_ASSERT, BUNDLE_READER, BUNDLE_IDENTITY};

static const char *const call_words[] = {"open",   "get",     "value",   "set",  "bytes",    "view",
                                         "rebase", "require", "present", "read", "validate", "target",
                                         "element", "all",    NULL};
static const unsigned call_bits[] = {TRIM_OPEN,   TRIM_GET,     TRIM_VALUE,   TRIM_SET,  TRIM_BYTES,   TRIM_VIEW,
                                     TRIM_REBASE, TRIM_REQUIRE, TRIM_PRESENT, TRIM_READ, TRIM_VALIDATE, TRIM_NUMBERS,
                                     TRIM_ELEMENT, TRIM_ALL};

/* The calls of a bundle if neither parts nor calls are asked for. */
enum { USUAL_CALLS = TRIM_OPEN | TRIM_GET | TRIM_BYTES };

struct bundle_request {
    struct generate_options common;
    const char *names; /* values of the last --struct and --with; the operands have all of them */
    const char *with;
    unsigned parts;
    const char *calls;
    unsigned call_set;
};

static const struct option options[] = {
    {"output", 'o', OPTION_OUTPUT(struct generate_options, output), "FILE",
     "write it there instead of to standard output, if it has changed"},
    GENERATE_OPTIONS,
    {"struct", 's', OPTION_NAMES(struct bundle_request, names), "NAME,...",
     "structures, members S.M, enums and events (with their headers and data), may be given again; without it all "
     "that SPECS declare"},
    {"with", 0, OPTION_WORDS(struct bundle_request, with, part_words), "PART,...",
     "print: the printers; one unit of the program defines STRATA_PRINT_IMPLEMENTATION before it includes the "
     "bundle\n"
     "assert: plain C structures and static asserts\n"
     "reader: structures in other memory, such as another process\n"
     "identity: the identities of kernels, for find_by_identity"},
    {"calls", 0, OPTION_WORDS(struct bundle_request, calls, call_words), "CALL,...",
     "these calls instead, which are STRATA_GET and so on: open, get, element (of arrays), value, set, bytes, view, "
     "rebase, require, present (and offset), read (by slots and releases), validate, target (strata_target_of); or "
     "all, with names of versions, which is the default beside --with and --names"},
    {0},
};

/* Adds the bits of the words in all options with a name to `*set`. */
static bool choose_words(struct command_run *run, const struct operands *operands, const char *name,
                         const char *const *words, const unsigned *bits, unsigned *set)
{
    const char *option = arena_format(run->arena, "--%s", name);
    for (size_t i = 0; i < operands->value_count; i++) {
        const char *list = operands->values[i].value;
        if (strcmp(operands->values[i].name, name) != 0)
            continue;
        for (const char *word; (word = options_next_word(run->arena, &list));) {
            int choice = options_choice(run, option, word, words);
            if (choice < 0)
                return false;
            *set |= bits[choice];
        }
    }
    return true;
}

/* Sets the parts of all --with, and the calls of all --calls. Without --with there are no parts. Without --calls there
 * are the usual calls; with parts or with --names, all calls. A given option must name some. */
static bool choose_parts(struct command_run *run, const struct operands *operands, struct bundle_request *request)
{
    if (!choose_words(run, operands, "with", part_words, part_bits, &request->parts) ||
        !choose_words(run, operands, "calls", call_words, call_bits, &request->call_set))
        return false;
    if (request->with && !request->parts)
        options_fail(run, "--with needs parts: print, assert, reader, identity");
    else if (request->calls && !request->call_set)
        options_fail(run, "--calls needs calls, such as open,get");
    if (!request->calls)
        request->call_set = request->parts || request->common.has_names ? (unsigned)TRIM_ALL : (unsigned)USUAL_CALLS;
    else if (request->parts & BUNDLE_READER)
        request->call_set |= TRIM_FETCH;
    return (!request->with || request->parts) && request->call_set;
}

/* Renders the bundle into gen->text. */
static bool render_bundle(struct generate_run *gen, const struct bundle_request *request)
{
    const char *lower = request->common.prefix, *upper = names_to_capitals(gen->run->arena, lower);
    struct buffer parts = {0}, source = {0}, printer = {0}, instead = {0};
    bool done = true;
    bool has_floats = context_has_floats(gen->render, CONTEXT_EVERY_FILE);
    gen->render->compact = compact_new(gen->render, request->parts | (has_floats ? BUNDLE_FLOAT : 0));
    if (gen->render->compact) {
        done = generate_text(gen, "compact", compact_runtime(gen->render, gen->render->compact));
        buffer_add(&instead, gen->text.data, gen->text.size);
    }
    done = done && generate_text(gen, "bundle_parts", bundle_parts(gen->render, request->parts));
    if (request->parts & BUNDLE_PRINT)
        bundle_printer(&source);
    if (done) {
        bundle_trim(gen->render, &instead, &source, &gen->text);
        rename_words(gen->text.data, gen->text.size, lower, upper, &parts);
        rename_words(source.data, source.size, lower, upper, &printer);
        done = generate_text(gen, "bundle", bundle_file(gen->render, lower, &parts, &printer));
    }
    buffer_free(&parts);
    buffer_free(&source);
    buffer_free(&printer);
    buffer_free(&instead);
    return done;
}

static enum status write_bundle(struct command_run *run, const struct bundle_request *request,
                                const struct model *model, const struct choice *choice)
{
    const char *output = request->common.output;
    struct generate_run gen = {.run = run,
                               .options = &request->common,
                               .directory = "",
                               .prefix = GENERATE_PREFIX};
    struct output_counts counts;
    if (output && !generate_check_output(run, output))
        return run->status;
    if (!generate_begin(&gen, model, choice, NULL))
        return run->status;
    gen.render->calls = request->call_set;
    if (request->call_set & TRIM_ELEMENT && context_has_columns(gen.render))
        gen.render->calls |= TRIM_COLUMNS;
    gen.render->has_reader = request->parts & BUNDLE_READER;
    bool sound = render_bundle(&gen, request);
    if (output) {
        generate_target(&gen, output);
        sound = sound && generate_file(&gen, output);
    }
    else if (sound && !diags_error_count(run->program->diags))
        buffer_add(&run->out, gen.text.data, gen.text.size);
    enum status status = generate_end(&gen, sound, &counts);
    if (status == STATUS_CLEAN && output)
        command_report_output(run, output, counts.changed);
    return status;
}

static bool check_request(struct command_run *run, struct bundle_request *request)
{
    struct generate_options *common = &request->common;
    if (common->output && (!*common->output || command_is_standard(common->output)))
        common->output = NULL;
    if (!common->output && (common->check || common->depfile)) {
        options_fail(run, "--check and --depfile need -o FILE");
        return false;
    }
    if (!generate_check_prefix(run, common->prefix))
        return false;
    if (!strcmp(names_to_capitals(run->arena, common->prefix), common->prefix)) {
        options_fail(run, "--prefix '%s' needs a small letter, to tell functions from macros",
                     common->prefix);
        return false;
    }
    return true;
}

static enum status run_bundle(struct command_run *run)
{
    struct bundle_request request = {.common = {.prefix = GENERATE_PREFIX}};
    struct operands operands;
    if (!options_parse(run, &request, &operands) || !check_request(run, &request) ||
        !choose_parts(run, &operands, &request))
        return run->status;
    load_take_names(run, &operands, &request.names);
    if (!load_has_choice(run, &operands))
        return run->status;
    const struct model *model = load_or_shipped(run, &operands, operands.count);
    struct choice *choice = model ? generate_choose_arches(run, model, request.common.arches) : NULL;
    if (choice && request.common.is_of_whole_builds)
        settle_sightings(model);
    if (choice && !(request.call_set & TRIM_VIEW) && !request.parts && !request.common.has_names)
        choice_leave_held(choice);
    if (!choice || !generate_choose_names(run, model, &operands, choice))
        return run->status;
    return write_bundle(run, &request, model, choice);
}

const struct command command_bundle = {
    .name = "bundle",
    .summary = "generate one header with everything that some structures need",
    .help = "usage: strata bundle [OPTION...] SPECS... [--struct NAME,...]\n"
            "       strata bundle [OPTION...] --struct NAME,...\n"
            "\n"
            "Writes one header that needs no other file of strata. It contains the runtime, the chosen\n"
            "structures, and the declarations that they need: enums of their members, architectures, and for\n"
            "--calls view the structures that they hold by value, but not those that they only point to. C99\n"
            "or later, C++11 or later. A program may use bundles with different prefixes, also in one unit. A\n"
            "unit can include only one bundle of each prefix.\n"
            "The bundle has the calls open, get and bytes, or those of --calls, and the part of the\n"
            "runtime that they need.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata. Without SPECS, --struct\n"
            "takes structures of the shipped specs.\n"
            "\n" NAMES_HELP
            "\n"
            HELP_OPTIONS
            "\n"
            "--prefix is that of the runtime, too.\n"
            "\n" SELECT_HELP
            "\n"
            "Exit status: 0 clean, 1 findings or not up to date, 2 wrong usage or input/output.\n"
            "\n"
            "  strata bundle WMI_RESOURCE --prefix edr_ --arch x64 -o wmi.h\n",
    .run = run_bundle,
    .options = options,
    .operands = TAKES_NAMED_SPECS,
    .warns = true,
};
