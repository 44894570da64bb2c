/*
 * strata decode: shows bytes as values of a structure, which the user or the header of an event names.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "bytes/read.h"
#include "front/load.h"
#include "front/selection.h"
#include "memory/open.h"
#include "memory/structures.h"
#include "model/nearest.h"
#include "model/select.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "run/require.h"
#include "view/decode.h"
#include "view/decode_tables.h"

/* ---- The bytes */

/* The bytes that the command line gives. */
struct decode_inputs {
    struct decode_input *items;
    size_t count;
    const char *format; /* value of --format */
    const char *note;   /* line that names the format of a file; NULL if the user gave the format */
};

/* Parses hexadecimal text, in which blanks may stand between bytes. If it is something else, reports a usage error,
 * sets run->status and returns false. */
static bool take_hex(struct command_run *run, const char *text, struct decode_inputs *inputs)
{
    struct bytes_part part;
    const char *error, *at;
    if (!bytes_read_digits(run->arena, text, &part, &error, &at)) {
        options_fail(run, "the text of --hex is wrong at '%.20s': %s", at, error);
        return false;
    }
    inputs->items = ARENA_NEW(run->arena, struct decode_input);
    *inputs->items = (struct decode_input){.label = "--hex", .bytes = part.bytes, .size = part.size};
    inputs->count = 1;
    inputs->format = bytes_format_names[BYTES_PLAIN];
    return true;
}

/* A file of the command line ("-" is standard input), and its bytes if they have been read. */
struct decode_file {
    const char *path;
    const char *data; /* NULL as long as the file is not read */
    size_t size;
};

/* Reads a file in a format; BYTES_FORMAT_COUNT stands for the format that the file has. `judge` helps to choose between
 * formats, and may be NULL. If the file cannot be read or is empty, reports that, sets run->status and returns
 * false. */
static bool read_input(struct command_run *run, struct decode_file *from, enum bytes_format format,
                       const struct bytes_judge *judge, struct decode_inputs *inputs)
{
    const char *label = command_name_input(run, from->path);
    struct bytes_file file;
    if (!from->data && !command_read_file(run, from->path, &from->data, &from->size))
        return false;
    if (!bytes_read(run->program, label, from->data, from->size, format, judge, &file)) {
        command_fail(run);
        return false;
    }
    inputs->items = ARENA_ARRAY(run->arena, struct decode_input, file.count);
    inputs->count = file.count;
    inputs->format = bytes_format_names[file.format];
    for (size_t i = 0; i < file.count; i++) {
        const struct bytes_part *part = &file.parts[i];
        const char *name = part->line ? arena_format(run->arena, "%s:%u", label, part->line) : label;
        inputs->items[i] = (struct decode_input){.label = name, .bytes = part->bytes, .size = part->size};
    }
    inputs->note = arena_format(run->arena, "strata: note: %s is read as %s: %zu byte%s\n", label, inputs->format,
                                file.size, file.size == 1 ? "" : "s");
    return true;
}

/* ---- The command */

/* Parses the value of --at: "10.0/x64" or "x64". */
static bool parse_at(struct command_run *run, struct decode *decode, const struct operands *operands, const char *at)
{
    struct decode_target *target = &decode->target;
    target->arch = model_find_arch(decode->model, at);
    if (target->arch)
        return true;
    target->has_version = true;
    target->arch = load_find_target(run, decode->model, operands, &at, &target->version);
    if (target->arch)
        decode->at = arena_copy(run->arena, at, strcspn(at, "/"));
    return target->arch != NULL;
}

struct arguments {
    const char *name, *at, *require, *offset, *stop, *count, *align, *members, *format, *depth, *hex, *input;
    const char *address, *walk;
    bool is_event, is_raw, has_all, has_types, has_absent;
};

static const char *const formats[] = {"text", "json", NULL};

static const struct option options[] = {
    {"struct", 's', OPTION_NAMES(struct arguments, name), "NAME,...",
     "decode this structure, or its members S.M, as in strata show --help"},
    {"event", 'e', OPTION_FLAG(struct arguments, is_event), NULL, "decode an event"},
    {"at", 0, OPTION_VERSION(struct arguments, at), "TARGET",
     "VERSION/ARCH, such as 10.0/x64, or only ARCH. A release means its first point; a build without a revision has"
     " the last attested layout"},
    {"require", 0, OPTION_WORD(struct arguments, require, require_words), "GRADE",
     "exit with 1 if the layout is known less well, as in strata show --help"},
    {"member", 0, OPTION_TEXT(struct arguments, members), "GLOB,...",
     "print only these members: names at any depth, or paths from the structure on such as Header.Size; * ? [a-z] "
     "are wildcards. Bytes after the end are not printed"},
    {"at-address", 0, OPTION_TEXT(struct arguments, address), "N",
     "decode the structure at this address in the memory of a kernel dump; with --walk, the address of the list's "
     "head"},
    {"walk", 0, OPTION_TEXT(struct arguments, walk), "STRUCT.MEMBER",
     "decode all structures of a list in a kernel dump; the member is the LIST_ENTRY that links them. The dump says"
     " where the heads of EPROCESS.ActiveProcessLinks and KLDR_DATA_TABLE_ENTRY.InLoadOrderLinks are"},
    {"input", 0, OPTION_WORD(struct arguments, input, bytes_format_names), "FORMAT", "read FILE in this format"},
    {"offset", 0, OPTION_TEXT(struct arguments, offset), "N",
     "begin at byte N of each input; decimal, or hexadecimal with 0x"},
    {"stop", 0, OPTION_TEXT(struct arguments, stop), "N", "end before byte N of each input"},
    {"count", 0, OPTION_TEXT(struct arguments, count), "N",
     "decode up to N structures or events that follow each other, and no bytes after them"},
    {"align", 0, OPTION_TEXT(struct arguments, align), "N",
     "with --count: each begins at a multiple of N bytes from the first"},
    {"format", 0, OPTION_WORD(struct arguments, format, formats), "FORMAT",
     "text: print as dt does (the default)\n"
     "json: print one object a line, with the same for programs: strata.schema.json, which is installed beside the "
     "specs, describes all keys"},
    {"hex", 0, OPTION_TEXT(struct arguments, hex), "TEXT", "decode these bytes, in hexadecimal, instead of FILE"},
    {"raw", 0, OPTION_FLAG(struct arguments, is_raw), NULL, "the same as --input raw"},
    {"depth", 0, OPTION_TEXT(struct arguments, depth), "N",
     "print N levels of structures in structures; of deeper ones only the name, or bytes in JSON"},
    {"all", 0, OPTION_FLAG(struct arguments, has_all), NULL,
     "print all elements of arrays and all bytes without a type, not only 16; JSON always has all"},
    {"types", 0, OPTION_FLAG(struct arguments, has_types), NULL,
     "print the type of each member as in the spec; text only"},
    {"absent", 0, OPTION_FLAG(struct arguments, has_absent), NULL,
     "also list the members that only other versions have"},
    {0},
};

/* Sets the options for printing values. */
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

/* Parses a number of bytes or structures, if the option is given. */
static bool take_number(struct command_run *run, const char *option, const char *text, uint64_t least, uint64_t *number)
{
    if (!text || (options_number(text, number) && *number >= least))
        return true;
    options_fail(run, "%s does not take '%s'", option, text);
    return false;
}

static bool choose_bounds(struct command_run *run, struct decode *decode, const struct arguments *arguments)
{
    decode->stop = UINT64_MAX;
    decode->align = 1;
    if (!take_number(run, "--offset", arguments->offset, 0, &decode->offset) ||
        !take_number(run, "--stop", arguments->stop, 1, &decode->stop) ||
        !take_number(run, "--count", arguments->count, 1, &decode->count) ||
        !take_number(run, "--align", arguments->align, 1, &decode->align))
        return false;
    if (arguments->align && !arguments->count) {
        options_fail(run, "--align needs --count");
        return false;
    }
    if (decode->stop <= decode->offset) {
        options_fail(run, "no byte is from --offset %s up to --stop %s", arguments->offset, arguments->stop);
        return false;
    }
    return true;
}

static bool choose_members(struct command_run *run, struct decode *decode, const struct arguments *arguments)
{
    const char *error = NULL;
    if (!arguments->members)
        return true;
    decode->members = ARENA_NEW(run->arena, struct decode_filter);
    decode->members->selection = selection_new(run->arena, &arguments->members, 1, &error);
    if (error)
        options_fail(run, "--member: %s", error);
    else if (!decode->members->selection->count)
        options_fail(run, "--member names no member");
    else if (decode->members->selection->count > DECODE_WORDS_MOST)
        options_fail(run, "--member takes at most %d names", DECODE_WORDS_MOST);
    else
        return true;
    return false;
}

/* Chooses the format of the input. */
static bool choose_input(struct command_run *run, const struct arguments *arguments, enum bytes_format *input)
{
    int chosen = arguments->is_raw ? BYTES_RAW : BYTES_FORMAT_COUNT;
    if (arguments->input)
        chosen = options_choice(run, "--input", arguments->input, bytes_format_names);
    if (chosen < 0)
        return false;
    if ((arguments->is_raw && chosen != BYTES_RAW) || (arguments->hex && (arguments->input || arguments->is_raw))) {
        options_fail(run, "--raw, --input and --hex exclude each other");
        return false;
    }
    *input = (enum bytes_format)chosen;
    return true;
}

/* Checks the command line before any file is read. */
static bool check_arguments(struct command_run *run, struct decode *decode, const struct arguments *arguments,
                            const struct operands *operands, enum bytes_format *input)
{
    if (!arguments->name == !arguments->is_event) {
        options_fail(run, "strata decode needs either --struct NAME or --event");
        return false;
    }
    if (operands->count < (arguments->hex ? 0 : 1)) {
        options_fail(run, "strata decode needs bytes: a file after the specs, or --hex TEXT");
        return false;
    }
    int format = arguments->format ? options_choice(run, "--format", arguments->format, formats) : 0;
    decode->is_json = format == 1;
    run->is_shown = !decode->is_json;
    return format >= 0 && choose_options(run, decode, arguments) && choose_bounds(run, decode, arguments) &&
           choose_members(run, decode, arguments) && choose_input(run, arguments, input);
}

/* Reports words of --member that named no member, if something was decoded. */
static enum status check_members(struct command_run *run, const struct decode *decode, enum status status)
{
    const struct decode_filter *filter = decode->members;
    for (size_t i = 0; filter && run->out.size && i < filter->selection->count; i++) {
        if (filter->used >> i & 1)
            continue;
        const char *word = filter->selection->words[i].text;
        struct nearest nearest = {.wanted = word};
        for (size_t k = 0; decode->record && k < decode->record->member_count; k++)
            nearest_consider(&nearest, decode->record->members[k]->name);
        status = options_fail_near(run, nearest.best, "no member of %s matches '%s'",
                                   decode->record ? decode->record->type->name : "these events", word);
    }
    return status;
}

static bool is_whole(void *decode, const unsigned char *bytes, size_t size)
{
    return decode_is_whole(decode, bytes, size);
}

/* Selects the structure and the members that all --struct options name. */
static bool choose_record(struct command_run *run, struct decode *decode, const struct operands *operands)
{
    struct selected_list list;
    if (!load_select(run, decode->model, operands, SELECT_RECORDS | SELECT_INNER, &list))
        return false;
    decode->record = list.items[0].record;
    if (list.count > 1)
        options_fail(run, "--struct names several structures, such as '%s' and '%s'; decode takes one",
                     list.items[0].type->name, list.items[1].type->name);
    return list.count == 1;
}

/* ---- Kernel dumps */

/* Splits --walk S.M. S is taken as the word of --struct, unless that option is given. `*link` becomes M; NULL without
 * --walk. */
static bool take_walk(struct command_run *run, struct arguments *arguments, struct operands *operands,
                      const char **link)
{
    const char *dot = arguments->walk ? strrchr(arguments->walk, '.') : NULL;
    *link = dot ? intern_text(run->program->intern, dot + 1) : NULL;
    if (!arguments->walk)
        return true;
    if (!dot || dot == arguments->walk || !dot[1] || arguments->is_event) {
        options_fail(run, "--walk takes STRUCT.MEMBER, the LIST_ENTRY that links structures, not '%s'",
                     arguments->walk);
        return false;
    }
    if (arguments->name)
        return true;
    arguments->name = arena_copy(run->arena, arguments->walk, (size_t)(dot - arguments->walk));
    struct option_value *values = ARENA_ARRAY(run->arena, struct option_value, operands->value_count + 1);
    if (operands->value_count)
        memcpy(values, operands->values, operands->value_count * sizeof *values);
    values[operands->value_count++] = (struct option_value){"struct", arguments->name, operands->count, NULL};
    operands->values = values;
    return true;
}

/* True if --struct selects the structure of --walk. Otherwise reports it. */
static bool is_walked(struct command_run *run, const struct decode *decode, const struct arguments *arguments)
{
    const char *mark = strchr(arguments->walk, '!'), *begin = mark ? mark + 1 : arguments->walk;
    const char *name = arena_copy(run->arena, begin, (size_t)(strrchr(begin, '.') - begin));
    if (!strcmp(selection_without_underscores(name), selection_without_underscores(decode->record->type->local)))
        return true;
    options_fail(run, "--walk and --struct name different structures, '%s' and '%s'", name,
                 decode->record->type->name);
    return false;
}

/* Opens the file if it begins as a kernel dump; otherwise sets `*memory` to NULL. Reads standard input to find out.
 * Returns false on failure, which is reported. */
static bool open_memory(struct command_run *run, struct decode_file *from, struct kernel_memory **memory)
{
    const char *error;
    bool is_standard = command_is_standard(from->path);
    if (is_standard && !command_read_file(run, from->path, &from->data, &from->size))
        return false;
    if (is_standard ? kernel_memory_open_bytes(run->arena, from->data, from->size, memory, &error)
                    : kernel_memory_open(run->arena, from->path, memory, &error))
        return true;
    diag_report(run->program->diags, DIAG_DATA, (struct span){0, 0}, "%s: %s", command_name_input(run, from->path),
                error);
    command_fail(run);
    return false;
}

/* Decodes structures in the memory of a kernel dump. */
static enum status decode_memory(struct command_run *run, struct decode *decode, const struct arguments *arguments,
                                 const struct kernel_memory *memory, const char *path, const char *link)
{
    struct kernel_memory_place place = {
        .label = command_name_input(run, path), .has_address = arguments->address, .link = link};
    if (arguments->is_event || arguments->offset || arguments->stop || arguments->count || arguments->align)
        return options_fail(run, "%s is a kernel dump: --event, --offset, --stop, --count and --align are for bytes; "
                                 "--input raw takes those of the file", place.label);
    if (!take_number(run, "--at-address", arguments->address, 0, &place.address) ||
        (link && !is_walked(run, decode, arguments)))
        return run->status;
    decode->input = "kernel-dump";
    if (!kernel_memory_find_target(decode, memory, place.label))
        return command_fail(run);
    enum status status = kernel_memory_write(decode, memory, &place) ? STATUS_CLEAN : command_fail(run);
    if (run->out.size && !decode->is_json)
        kernel_memory_describe(decode, memory, place.label, &run->notes);
    return status;
}

static enum status run_decode(struct command_run *run)
{
    struct arguments arguments = {0};
    struct operands operands;
    struct requirement requirement;
    struct decode decode = {.out = &run->out, .requirement = &requirement};
    enum bytes_format input = BYTES_FORMAT_COUNT;
    const char *link;
    if (!options_parse(run, &arguments, &operands) || !take_walk(run, &arguments, &operands, &link) ||
        !check_arguments(run, &decode, &arguments, &operands, &input))
        return run->status;
    if (!require_take(run, arguments.require, &requirement))
        return STATUS_TROUBLE;
    struct decode_inputs inputs = {0};
    size_t spec_count = operands.count - (arguments.hex ? 0 : 1);
    if (arguments.hex && !take_hex(run, arguments.hex, &inputs))
        return run->status;
    decode.model = load_or_shipped(run, &operands, spec_count);
    if (!decode.model || (arguments.at && !parse_at(run, &decode, &operands, arguments.at)))
        return run->status;
    if (arguments.name && !choose_record(run, &decode, &operands))
        return run->status;
    struct decode_file from = {.path = arguments.hex ? NULL : operands.items[spec_count]};
    struct kernel_memory *memory = NULL;
    if (from.path && input == BYTES_FORMAT_COUNT && !open_memory(run, &from, &memory))
        return run->status;
    bool is_unread = from.path && !from.data && !memory;
    if (is_unread && (arguments.address || link) && !command_read_file(run, from.path, &from.data, &from.size))
        return run->status;
    if (!memory && (arguments.address || link))
        return options_fail(run, "--at-address and --walk need a kernel dump, and these bytes are none");
    enum status status;
    if (memory) {
        status = decode_memory(run, &decode, &arguments, memory, from.path, link);
        kernel_memory_close(memory);
    } else {
        bool is_bounded = arguments.offset || arguments.stop || arguments.count;
        const struct bytes_judge judge = {is_whole, &decode};
        if (from.path && !read_input(run, &from, input, is_bounded ? NULL : &judge, &inputs))
            return run->status;
        decode.input = inputs.format;
        bool is_clean = true;
        for (size_t i = 0; i < inputs.count; i++)
            is_clean &= decode_write_input(&decode, inputs.items[i]);
        status = is_clean ? STATUS_CLEAN : command_fail(run);
    }
    if (inputs.note && run->out.size && !decode.is_json)
        buffer_add_text(&run->notes, inputs.note);
    return require_report(run, &requirement, check_members(run, &decode, status));
}

const struct command command_decode = {
    .name = "decode",
    .summary = "print bytes as a structure or an event",
    .help = "usage: strata decode [OPTION...] [SPECS...] --struct NAME FILE\n"
            "       strata decode [OPTION...] [SPECS...] --event FILE\n"
            "       strata decode [OPTION...] [SPECS...] --walk STRUCT.MEMBER DUMP\n"
            "\n"
            "Prints the members of a structure, or of an event's header and data: offset, name and value.\n"
            "Names of enums and flags, bit-fields, pointers, GUIDs, times, text and structures in structures\n"
            "look as in WinDbg's dt. If the data is too short, the missing members are marked.\n"
            "\n"
            "With --event, the header gives the architecture, the event and the structure of its data, by\n"
            "the `header` and `event` declarations of the specs. Without --at, Strata guesses the version\n"
            "from the size: an exact match, else the newest smaller layout. The first line has its basis.\n"
            "\n"
            "SPECS are spec files, or directories with *.strata; the default are the shipped specs. FILE\n"
            "comes after them; '-' is standard input. It is in one of these formats; a note says which:\n"
            "\n"
            "  raw      bytes: any file that is no text\n"
            "  lines    hexadecimal digits, one structure or event a line; blanks between bytes, empty lines\n"
            "           and comments after # are ignored\n"
            "  plain    hexadecimal digits, the lines together are one: xxd -p\n"
            "  xxd      also xxd-e (little-endian words: xxd -e) and xxd-d (decimal addresses: xxd -d)\n"
            "  hexdump  without options (16-bit words), or with -C, -x, -b or -o\n"
            "  od       without options (octal words), or with -b or -t x1, x2, x4, x8, o1, o2, o4, o8 and z;\n"
            "           also od-Ax, od-Ad and od-An, by the option for the addresses\n"
            "  windbg   db, dw, dd, dq, dc, dp, dps; prompts and lines of symbols are skipped\n"
            "  string   escapes such as \\x41\\x42, also in quotes\n"
            "  c        an array of bytes such as { 0x41, 0x42 }, or its elements: xxd -i\n"
            "\n"
            "Words are little-endian. Text may be UTF-16 with a byte order mark. If a text can be read in\n"
            "several formats, the one in which the bytes are whole structures or events is taken. If there\n"
            "is none, or more than one, name the format with --input.\n"
            "\n"
            "A file that begins like a Windows kernel dump is read as one, unless --input names a format:\n"
            "dumps of types 1 (full), 4 (triage), 5 and 6 (with a bitmap), of 32-bit kernels of type 1. The\n"
            "dump says version and architecture, if --at does not: by the identity of the kernel's image if\n"
            "the specs have it, else by the build. Of a triage dump, --struct EPROCESS is the process that\n"
            "was current, ETHREAD its thread and KPRCB its processor; a structure whose size is not that of\n"
            "the layout is refused. All other structures need --at-address or --walk. Page tables are those\n"
            "of x86 (also PAE), x64 (four or five levels) and arm64 (pages of 4 KiB). What the dump does not\n"
            "hold is an error.\n"
            "\n",
    .help_end =
            HELP_OPTIONS
            "\n"
            "Exit status: 0 clean, 1 data missing, errors in the specs or answers below --require, 2 wrong\n"
            "usage or input/output.\n"
            "\n"
            "  strata decode --struct WMI_RESOURCE --at 10.0/x64 resource.bin\n"
            "  strata decode --event --hex '02 00 11 c0 34 00 20 00 ...'\n"
            "  strata decode --event events.txt\n"
            "  strata decode --event --count 100 --align 8 --member TS,HookId buffer.bin\n"
            "  strata decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId memory.dmp\n",
    .run = run_decode,
    .options = options,
    .operands = TAKES_FILE,
};
