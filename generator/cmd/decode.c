/*
 * strata decode: bytes to values, by a structure that the user names or that an event's header leads to.
 */
#include <string.h>

#include "base/arena.h"
#include "cmd/command.h"
#include "cmd/decode_input.h"
#include "cmd/load_specs.h"
#include "cmd/options.h"
#include "model/model.h"

/* Takes "10.0/x64" or "x64". */
static bool parse_at(struct command_run *run, struct decode *decode, const char *at)
{
    struct decode_target *target = &decode->target;
    target->arch = model_find_arch(decode->model, at);
    if (target->arch)
        return true;
    target->has_version = true;
    target->arch = load_find_target(run, decode->model, at, &target->version);
    if (target->arch)
        decode->at = arena_copy(run->arena, at, (size_t)(strchr(at, '/') - at));
    return target->arch != NULL;
}

static enum status decode_all(struct command_run *run, const struct decode *decode, const struct decode_inputs *inputs)
{
    bool is_clean = true;
    for (size_t i = 0; i < inputs->count; i++)
        is_clean &= decode_write_input(decode, inputs->items[i]);
    return is_clean ? STATUS_CLEAN : command_fail(run);
}

struct arguments {
    const char *name, *at, *offset, *format, *depth, *hex;
    bool is_event, is_raw, has_all, has_types, has_absent;
};

static const char *const formats[] = {"text", "json", NULL};

static const struct option options[] = {
    {"struct", 's', OPTION_TEXT(struct arguments, name)},
    {"event", 'e', OPTION_FLAG(struct arguments, is_event)},
    {"at", 0, OPTION_TEXT(struct arguments, at)},
    {"offset", 0, OPTION_TEXT(struct arguments, offset)},
    {"format", 0, OPTION_WORD(struct arguments, format, formats)},
    {"hex", 0, OPTION_TEXT(struct arguments, hex)},
    {"raw", 0, OPTION_FLAG(struct arguments, is_raw)},
    {"depth", 0, OPTION_TEXT(struct arguments, depth)},
    {"all", 0, OPTION_FLAG(struct arguments, has_all)},
    {"types", 0, OPTION_FLAG(struct arguments, has_types)},
    {"absent", 0, OPTION_FLAG(struct arguments, has_absent)},
    {0},
};

/* Takes the options of the printer. */
static bool choose_options(struct command_run *run, struct decode *decode, const struct arguments *arguments)
{
    uint64_t depth = STRATA_PRINT_DEPTH_MOST;
    if (arguments->depth && !options_number(arguments->depth, &depth)) {
        options_fail(run, "--depth does not take '%s'", arguments->depth);
        return false;
    }
    decode->options = (strata_print_options)STRATA_PRINT_OPTIONS;
    decode->options.form = decode->is_json ? STRATA_PRINT_FORM_JSON : STRATA_PRINT_FORM_TEXT;
    if (depth < STRATA_PRINT_DEPTH_MOST)
        decode->options.depth = (uint32_t)depth;
    if (arguments->has_all)
        decode->options.array = UINT32_MAX;
    decode->options.types = arguments->has_types;
    decode->options.absent = arguments->has_absent;
    return true;
}

/* Checks the command line before anything is read. */
static bool check_arguments(struct command_run *run, struct decode *decode, const struct arguments *arguments,
                            const struct operands *operands)
{
    if (!arguments->name == !arguments->is_event) {
        options_fail(run, "strata decode needs either --struct NAME or --event");
        return false;
    }
    if (operands->count < (arguments->hex ? 1 : 2)) {
        options_fail(run, "strata decode needs specs, and bytes: a file after them, or --hex TEXT");
        return false;
    }
    if (arguments->offset && !options_number(arguments->offset, &decode->offset)) {
        options_fail(run, "--offset does not take '%s'", arguments->offset);
        return false;
    }
    int format = arguments->format ? options_choice(run, "--format", arguments->format, formats) : 0;
    decode->is_json = format == 1;
    run->is_shown = !decode->is_json;
    return format >= 0 && choose_options(run, decode, arguments);
}

static enum status run_decode(struct command_run *run)
{
    struct arguments arguments = {0};
    struct operands operands;
    struct decode decode = {.out = &run->out};
    if (!options_parse(run, &arguments, &operands) ||
        !check_arguments(run, &decode, &arguments, &operands))
        return run->status;
    struct decode_inputs inputs;
    size_t spec_count = operands.count - (arguments.hex ? 0 : 1);
    if (arguments.hex ? !decode_input_hex(run, arguments.hex, &inputs)
                      : !decode_input_file(run, operands.items[spec_count], arguments.is_raw, &inputs))
        return run->status;
    decode.model = load_specs(run, operands.items, spec_count);
    if (!decode.model || (arguments.at && !parse_at(run, &decode, arguments.at)))
        return run->status;
    if (arguments.name)
        decode.record = load_find_record(run, decode.model, arguments.name);
    if (arguments.name && !decode.record)
        return run->status;
    return decode_all(run, &decode, &inputs);
}

const struct command command_decode = {
    .name = "decode",
    .summary = "print bytes as a structure or an event",
    .help = "usage: strata decode [OPTION...] SPECS... --struct NAME FILE\n"
            "       strata decode [OPTION...] SPECS... --event FILE\n"
            "\n"
            "Prints the members of a structure, or of an event's header and data: offset, name and value.\n"
            "Names of enums and flags, bit-fields, pointers, GUIDs, times, text and structures in structures\n"
            "look as in WinDbg's dt. If the data is too short, the missing members are marked.\n"
            "\n"
            "With --event, the header gives the architecture, the event and the structure of its data, by\n"
            "the `header` and `event` declarations of the specs. Without --at, Strata guesses the version\n"
            "from the size: an exact match, else the newest smaller layout.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata. FILE comes after them; '-'\n"
            "is standard input. If a file has only printable characters, it is read as hexadecimal text: one\n"
            "structure or event a line; blanks between bytes, empty lines and comments after # are ignored.\n"
            "Any other file is one structure or event.\n"
            "\n"
            "  -s, --struct NAME   decode this structure or union\n"
            "  -e, --event         decode an event\n"
            "  --at TARGET         VERSION/ARCH, such as 10.0/x64, or only ARCH. A release means its last\n"
            "                      version, a build without a revision the last attested revision\n"
            "  --offset N          skip the first N bytes of each input; decimal, or hexadecimal with 0x\n"
            "  --hex TEXT          decode these bytes, in hexadecimal, instead of FILE\n"
            "  --raw               read FILE as bytes, even if all of them are printable\n"
            "  --format text       print as dt does (the default)\n"
            "  --format json       print one object a line: for a structure arch, versions and data (struct\n"
            "                      and value); for an event also event, hook, header, extra; rest: bytes\n"
            "                      after the end\n"
            "  --types             print the type of each member as in the spec; text only\n"
            "  --depth N           print N levels of structures in structures; of deeper ones only the name,\n"
            "                      or bytes in JSON\n"
            "  --all               print all elements of arrays and all bytes without a type, not only 16;\n"
            "                      JSON always has all\n"
            "  --absent            also list the members that only other versions have\n"
            "\n"
            "Exit status: 0 clean, 1 data missing, or errors in the specs, 2 wrong usage or input/output.\n"
            "\n"
            "  strata decode specs --struct WMI_RESOURCE --at 10.0/x64 resource.bin\n"
            "  strata decode specs --event --hex '02 00 11 c0 34 00 20 00 ...'\n"
            "  strata decode specs --event events.txt\n",
    .run = run_decode,
    .options = options,
    .operands = TAKES_FILE,
};
