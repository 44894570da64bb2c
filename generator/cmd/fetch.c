/*
 * strata fetch: gets PDBs from symbol servers, by the images that they belong to. It prints the addresses on servers,
 * or fetches, checks and stores the PDBs, and may then import them as strata import pdb does.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/output.h"
#include "base/path.h"
#include "base/progress.h"
#include "base/source.h"
#include "cmd/import.h"
#include "fetch/fetch.h"
#include "fetch/request.h"
#include "fetch/server.h"
#include "front/load.h"
#include "pdb/image.h"
#include "run/options.h"
#include "run/servers.h"

/* An address for advice in messages. Nothing is fetched from it unless the user names it. */
static const char example[] = "https://msdl.microsoft.com/download/symbols";

/* Seconds that a server may be silent: the default, and the largest value of --timeout. */
enum { SECONDS_USUAL = 30, SECONDS_MOST = 3600 };

/* Number of words of a request, in a list or on the command line. */
enum { WORDS_MOST = 3 };

struct fetch_options {
    const char *output, *file;
    const char *list, *server; /* values of the last --list and --server; the operands have all of them */
    const char *timeout;
    bool prints;
    const char *into, *specs;
    /* values of the last options of these names, for the import; the operands have all of them */
    const char *use, *names, *version, *versions;
};

static const struct option options[] = {
    {"server", 0, OPTION_SERVERS(struct fetch_options, server), "SERVER",
     "a directory, the address of a server (http or https), or several of both, with ';' between them; may be "
     "repeated; the default is the environment's STRATA_SYMBOL_SERVER; srv*CACHE*SERVER also searches the directory"
     " CACHE, and stores PDBs there"},
    {"output", 'o', OPTION_OUTPUT_DIRECTORY(struct fetch_options, output), "DIR",
     "store PDBs in the directory as DIR/NAME/GUIDAGE/NAME; those that it has are not fetched again"},
    {"file", 0, OPTION_OUTPUT(struct fetch_options, file), "FILE", "write the only PDB to the file"},
    {"list", 0, OPTION_FILE(struct fetch_options, list), "FILE",
     "requests, one on each line, and paths of images relative to the FILE; '#' begins a comment; may be repeated"},
    {"print", 0, OPTION_CHECK(struct fetch_options, prints), NULL, "only print the paths"},
    {"timeout", 0, OPTION_TEXT(struct fetch_options, timeout), "SECONDS",
     "give up if a server sends nothing for so long (default: 30)"},
    {"into", 0, OPTION_INTO(struct fetch_options, into), "SPEC",
     "merge the PDBs into an existing spec, or all specs below a directory"},
    {"specs", 0, OPTION_OUTPUT_DIRECTORY(struct fetch_options, specs), "DIR",
     "write specs into the directory, as import pdb -o does"},
    {"use", 0, OPTION_SPECS(struct fetch_options, use), "SPEC",
     "for --specs: the spec with axis and arches; may be repeated"},
    {"struct", 's', OPTION_TEXT(struct fetch_options, names), "NAME,...",
     "import only these structures, and those that they hold by value"},
    {"version", 0, OPTION_TEXT(struct fetch_options, version), "V",
     "version of the PDB after it, if no IMAGE has it"},
    {"versions", 0, OPTION_FILE(struct fetch_options, versions), "TABLE", "lines of a GUID-age and a version"},
    {0},
};

/* A PDB that is to be fetched. */
struct item {
    struct request request;
    struct span span;     /* position in a list; {0,0} for a request on the command line */
    const char *imported; /* path of the fetched file */
};

/* State of a run of the command. */
struct task {
    struct command_run *run;
    struct fetch_options chosen;
    struct operands operands;
    struct buffer items;   /* list of struct item, with each path once */
    struct buffer servers; /* list of struct server; the directory of -o is the first one */
    bool has_server;       /* there is a server other than the directory of -o */
    bool has_cache;
    size_t versions_used; /* number of values of --version that belong to the requests so far */
};

static void fail_item(struct task *task, struct span span, const char *path, const char *error)
{
    diag_report(task->run->program->diags, DIAG_READ, span, "cannot read '%.300s': %s", path, error);
    task->run->status = STATUS_TROUBLE;
}

/* ---- Requests */

/* Adds a request. If another one is for the same PDB, keeps the one that an image made. */
static void add_item(struct task *task, const struct request *request, struct span span)
{
    const struct item item = {.request = *request, .span = span};
    struct item *items = (void *)task->items.data;
    for (size_t i = 0; i < task->items.size / sizeof *items; i++)
        if (!strcmp(items[i].request.path, request->path)) {
            items[i].request = items[i].request.image ? items[i].request : *request;
            return;
        }
    buffer_add(&task->items, &item, sizeof item);
}

/* Adds the PDB that belongs to an image. */
static void add_image(struct task *task, const char *path, const char *version, struct span span)
{
    struct arena *arena = arena_new();
    struct request request = {.image = path, .version = version};
    const char *bytes, *error;
    size_t size;
    const bool is_read = file_read(arena, path, &bytes, &size, &error);
    if (is_read)
        error = request_read_image(task->run->arena, bytes, size, &request);
    if (error && !is_read && file_kind(path) == FILE_ABSENT)
        program_report_unread(task->run->program, path, span, error);
    else if (error)
        fail_item(task, span, path, error);
    else
        add_item(task, &request, span);
    if (error)
        task->run->status = STATUS_TROUBLE;
    arena_free(arena);
}

/* Returns the --version before an operand that begins a request; NULL if there is none. */
static const char *take_version(struct task *task, size_t index)
{
    const struct operands *operands = &task->operands;
    for (size_t i = 0; i < operands->value_count; i++)
        if (!strcmp(operands->values[i].name, "version") && operands->values[i].before == index) {
            task->versions_used++;
            return operands->values[i].value;
        }
    return NULL;
}

static void read_operands(struct task *task)
{
    const struct operands *operands = &task->operands;
    const struct span nowhere = {0, 0};
    for (size_t i = 0; i < operands->count;) {
        const char *word = operands->items[i], *error, *version = take_version(task, i);
        struct request request;
        const size_t taken = request_read(task->run->arena, operands->items + i, operands->count - i, &request, &error);
        if (!taken && error)
            options_fail(task->run, "%s", error);
        else if (!taken)
            add_image(task, word, version, nowhere);
        request.version = version;
        if (taken)
            add_item(task, &request, nowhere);
        if (!taken && error)
            break;
        i += taken ? taken : 1;
    }
    size_t versions = 0;
    for (size_t i = 0; i < operands->value_count; i++)
        versions += !strcmp(operands->values[i].name, "version");
    if (versions > task->versions_used && task->run->status == STATUS_CLEAN)
        options_fail(task->run, "each --version must come before the PDB that it is for, and each PDB has one");
}

/* Reads a line of a list: a request, or the path of an image relative to the list. */
static void read_line(struct task *task, const struct source *source, const char *line, size_t size)
{
    struct arena *arena = task->run->arena;
    const char *words[WORDS_MOST + 1], *error;
    const uint32_t position = source->base + (uint32_t)(line - source->text);
    const struct span span = {position, position + (uint32_t)size};
    struct request request;
    size_t count = 0;
    if (memchr(line, '\0', size)) {
        fail_item(task, span, source->path, "a line has a NUL");
        return;
    }
    for (const char *at = arena_copy(arena, line, size); *at && *at != '#';) {
        const size_t length = strcspn(at, " \t\r");
        if (length && count <= WORDS_MOST)
            words[count++] = arena_copy(arena, at, length);
        at += length + (at[length] != '\0');
    }
    if (!count)
        return;
    const size_t taken = request_read(arena, words, count, &request, &error);
    if (taken == count)
        add_item(task, &request, span);
    else if (taken)
        fail_item(task, span, source->path, arena_format(arena, "'%.200s' follows a whole request", words[taken]));
    else if (error)
        fail_item(task, span, source->path, error);
    else
        add_image(task, path_beside(arena, file_path_rules, source->path, words[0]), NULL, span);
}

/* ---- Where from, and where to */

static bool is_import(const struct task *task)
{
    return task->chosen.into || task->chosen.specs;
}

/* Finds the servers. The directory of -o is the first one, because PDBs in it need not be fetched. */
static bool find_servers(struct task *task)
{
    const char *text, *error;
    struct buffer named = {0};
    const struct server output = {task->chosen.output, task->chosen.output, false, true};
    if (task->chosen.output)
        buffer_add(&task->servers, &output, sizeof output);
    const bool is_sound = servers_find(task->run, &task->operands, &named, &text, &error);
    if (!is_sound)
        options_fail(task->run, "'%.300s' is no symbol server: %s", text, error);
    const struct server *servers = (const void *)named.data;
    for (size_t i = 0; i < named.size / sizeof *servers && is_sound; i++) {
        task->has_server |= !servers[i].is_cache;
        task->has_cache |= servers[i].is_cache;
        if (!servers[i].is_address && !servers[i].is_cache && file_kind(servers[i].place) != FILE_DIRECTORY)
            options_fail(task->run, "the symbol server '%s' is no directory", servers[i].place);
    }
    buffer_add(&task->servers, named.data, named.size);
    buffer_free(&named);
    return task->run->status == STATUS_CLEAN;
}

/* True if the options can be combined. Otherwise reports it. */
static bool check_options(struct task *task)
{
    const struct fetch_options *chosen = &task->chosen;
    const char *of_import = chosen->use ? "use" : chosen->names ? "struct" : chosen->version ? "version" : NULL;
    of_import = of_import ? of_import : chosen->versions ? "versions" : NULL;
    if (of_import && !is_import(task))
        options_fail(task->run, "--%s is for an import, which --into or --specs asks for", of_import);
    else if (chosen->into && (chosen->specs || chosen->use))
        options_fail(task->run, "--into SPEC sets both axis and output; it excludes --%s",
                     chosen->specs ? "specs" : "use");
    return task->run->status == STATUS_CLEAN;
}

/* Parses the value of --timeout. */
static bool find_timeout(struct task *task, unsigned *seconds)
{
    uint64_t number = SECONDS_USUAL;
    if (task->chosen.timeout && (!options_number(task->chosen.timeout, &number) || !number || number > SECONDS_MOST))
        options_fail(task->run, "--timeout takes seconds, from 1 to %d", SECONDS_MOST);
    *seconds = (unsigned)number;
    return task->run->status == STATUS_CLEAN;
}

/* Returns the address that advice in messages names: the first server on the network, or the example. */
static const char *find_address(const struct task *task)
{
    const struct server *servers = (const void *)task->servers.data;
    for (size_t i = 0; i < task->servers.size / sizeof *servers; i++)
        if (servers[i].is_address)
            return servers[i].shown;
    return example;
}

/* Prints the paths of the PDBs, and the address of the first one on a server. */
static enum status print_paths(struct task *task)
{
    struct command_run *run = task->run;
    const struct item *items = (const void *)task->items.data;
    const size_t count = task->items.size / sizeof *items;
    const struct server address = {.place = find_address(task), .is_address = true};
    for (size_t i = 0; i < count; i++)
        buffer_format(&run->out, "%s\n", items[i].request.path);
    if (count)
        buffer_format(&run->notes, "strata: nothing is fetched%s; a server has %s below its address, as in\n%s\n",
                      task->has_server ? "" : ": no server is named", count == 1 ? "this file" : "these files",
                      server_join(run->arena, &address, items->request.path));
    return run->status;
}

/* ---- Fetching */

/* Reports a PDB that no server has, with the reason of each server. */
static void fail_fetch(struct task *task, const struct item *item, const struct buffer *reasons)
{
    struct command_run *run = task->run;
    const char *const *texts = (const void *)reasons->data;
    const struct server *servers = (const void *)task->servers.data;
    const struct server address = {.place = find_address(task), .is_address = true};
    const char *store = NULL;
    struct diag *diag = diag_report(run->program->diags, DIAG_READ, item->span, "cannot fetch '%s'%s",
                                    item->request.path, task->has_server ? "" : ": no server is named");
    for (size_t i = 0; i < reasons->size / sizeof *texts; i++)
        diag_note(diag, (struct span){0, 0}, "%s", texts[i]);
    for (size_t i = 0; i < task->servers.size / sizeof *servers && !store; i++)
        store = servers[i].is_cache ? servers[i].place : NULL;
    const char *from = server_join(run->arena, &address, item->request.path);
    if (!task->has_server && store)
        diag_help(diag,
                  "name a server by --server or STRATA_SYMBOL_SERVER; or fetch it elsewhere, as from %s, and put "
                  "it at '%s'",
                  from, path_join(run->arena, file_path_rules, store, item->request.path));
    else if (!task->has_server)
        diag_help(diag, "name a server by --server or STRATA_SYMBOL_SERVER; others have it as in %s", from);
    run->status = STATUS_TROUBLE;
}

/* Writes a PDB into a store. Records the path if no earlier store has the PDB. */
static bool write_store(struct task *task, struct arena *arena, const char *directory, const char *path,
                        const struct fetched *fetched, struct item *item)
{
    struct command_run *run = task->run;
    struct output_counts counts;
    struct output *output = output_new(arena, run->program->diags, directory, OUTPUT_WRITE);
    const char *whole = path_join(run->arena, file_path_rules, directory, path);
    if (!output_file(output, path, fetched->bytes, fetched->size)) {
        output_abandon(output);
        run->status = STATUS_TROUBLE;
        return false;
    }
    if (!output_commit(output, &counts)) {
        run->status = STATUS_TROUBLE;
        return false;
    }
    command_report_output(run, whole, counts.changed > 0);
    item->imported = item->imported ? item->imported : whole;
    return true;
}

/* Writes a PDB to all stores that are to have it, and to the file of --file. */
static void write_fetched(struct task *task, struct arena *arena, struct fetch *fetch, const struct fetched *fetched,
                          struct item *item)
{
    struct command_run *run = task->run;
    const struct server *servers = (const void *)task->servers.data;
    for (size_t i = 0; i < task->servers.size / sizeof *servers; i++) {
        if (!servers[i].is_cache)
            continue;
        if (fetched->server == &servers[i] && fetched->is_plain) {
            command_report_output(run, fetched->place, false);
            item->imported =
                item->imported ? item->imported : arena_copy(run->arena, fetched->place, strlen(fetched->place));
        } else if (!write_store(task, arena, servers[i].place, fetch_path(fetch, i, &item->request), fetched, item)) {
            return;
        }
    }
    const char *file = task->chosen.file;
    if (!file)
        return;
    const struct buffer bytes = {.data = (char *)(uintptr_t)fetched->bytes, .size = fetched->size};
    const bool is_changed = !file_equals(arena, file, fetched->bytes, fetched->size);
    if (is_changed && !command_write_file(run, file, &bytes))
        return;
    command_report_output(run, file, is_changed);
    item->imported = item->imported ? item->imported : file;
}

static void fetch_item(struct task *task, struct fetch *fetch, struct item *item)
{
    struct command_run *run = task->run;
    struct arena *arena = arena_new();
    struct fetched fetched;
    struct buffer reasons = {0};
    if (fetch_find(fetch, arena, &item->request, &fetched, &reasons)) {
        const char *const *texts = (const void *)reasons.data;
        for (size_t i = 0; i < reasons.size / sizeof *texts; i++)
            command_detail(run, "%s", texts[i]);
        command_detail(run, "fetched '%s' from '%s'", item->request.path, fetched.server->shown);
        write_fetched(task, arena, fetch, &fetched, item);
        fetch_release(&fetched);
    } else {
        fail_fetch(task, item, &reasons);
    }
    buffer_free(&reasons);
    arena_free(arena);
}

static void fetch_all(struct task *task, unsigned seconds)
{
    struct command_run *run = task->run;
    struct item *items = (void *)task->items.data;
    const size_t count = task->items.size / sizeof *items;
    struct fetch *fetch =
        fetch_begin(run->arena, (const void *)task->servers.data, task->servers.size / sizeof(struct server), seconds);
    for (size_t i = 0; i < count; i++) {
        progress_step(run->program->progress, "fetching", i, count, items[i].request.name);
        fetch_item(task, fetch, &items[i]);
    }
    fetch_end(fetch);
}

/* ---- Importing */

static void add_word(struct buffer *words, const char *word)
{
    buffer_add(words, &word, sizeof word);
}

/* Imports the fetched files as `strata import pdb` does. That encloses the run a second time, without the network. */
static enum status import_items(struct task *task)
{
    static const char *const passed[] = {"use", "struct", "versions"};
    struct command_run *run = task->run;
    const struct item *items = (const void *)task->items.data;
    struct buffer words = {0};
    add_word(&words, task->chosen.into ? "--into" : "--output");
    add_word(&words, task->chosen.into ? task->chosen.into : task->chosen.specs);
    for (size_t i = 0; i < task->operands.value_count; i++)
        for (size_t k = 0; k < sizeof passed / sizeof *passed; k++)
            if (!strcmp(task->operands.values[i].name, passed[k])) {
                add_word(&words, ARENA_JOIN(run->arena, "--", passed[k], "=", task->operands.values[i].value));
            }
    for (size_t i = 0; i < task->items.size / sizeof *items; i++) {
        const struct request *request = &items[i].request;
        if (request->image)
            add_word(&words, ARENA_JOIN(run->arena, "--identity=", request->image));
        if (request->version)
            add_word(&words, ARENA_JOIN(run->arena, "--version=", request->version));
        add_word(&words, ARENA_JOIN(run->arena, *items[i].imported == '-' ? "./" : "", items[i].imported));
    }
    run->argc = (int)(words.size / sizeof(char *));
    run->argv = arena_copy_array(run->arena, words.data, words.size / sizeof(char *), sizeof(char *));
    run->command = &import_pdb;
    buffer_free(&words);
    return import_run_kernels(run);
}

/* ---- The command */

static enum status fetch_or_print(struct task *task)
{
    struct command_run *run = task->run;
    const struct fetch_options *chosen = &task->chosen;
    const size_t count = task->items.size / sizeof(struct item);
    unsigned seconds;
    if (!check_options(task) || !find_servers(task) || !find_timeout(task, &seconds))
        return run->status;
    read_operands(task);
    for (size_t i = 0; i < task->operands.value_count; i++) {
        const struct option_value *value = &task->operands.values[i];
        const struct source *source = strcmp(value->name, "list") ? NULL : command_read_source(task->run, value->value);
        for (size_t at = 0; source && at < source->size;) {
            const char *line = source->text + at, *end = memchr(line, '\n', source->size - at);
            const size_t size = end ? (size_t)(end - line) : source->size - at;
            read_line(task, source, line, size);
            at += size + 1;
        }
    }
    const size_t found = task->items.size / sizeof(struct item);
    if (found == count && run->status == STATUS_CLEAN)
        return options_fail(run, "strata fetch needs an image, or the name, GUID and age of a PDB");
    const bool has_place = chosen->output || chosen->file || task->has_cache;
    if (chosen->prints || (!task->has_server && !has_place && !is_import(task)))
        return print_paths(task);
    if (run->status != STATUS_CLEAN)
        return run->status;
    if (!has_place) {
        diag_help(options_report(run, "there is no place for the PDB%s", found == 1 ? "" : "s"),
                  "-o DIR stores %s; --print only says where servers have %s", found == 1 ? "it" : "them",
                  found == 1 ? "it" : "them");
        return run->status;
    }
    if (chosen->file && found > 1)
        return options_fail(run, "--file is for one PDB, and these are %zu; -o DIR stores several", found);
    fetch_all(task, seconds);
    return run->status == STATUS_CLEAN && is_import(task) ? import_items(task) : run->status;
}

static enum status run_fetch(struct command_run *run)
{
    struct task task = {.run = run};
    if (!options_parse(run, &task.chosen, &task.operands))
        return run->status;
    const enum status status = fetch_or_print(&task);
    buffer_free(&task.items);
    buffer_free(&task.servers);
    return status;
}

const struct command command_fetch = {
    .name = "fetch",
    .summary = "fetch the PDBs of images from symbol servers that are named",
    .help = "usage: strata fetch [OPTION...] {IMAGE | NAME GUID-AGE}...\n"
            "\n"
            "Finds the PDBs of images, such as ntoskrnl.exe, or of a NAME, GUID and age. Without a server it\n"
            "prints the paths that symbol servers use, and connects to nothing. With servers it fetches the\n"
            "PDBs, checks that GUID and age are those of the request, and stores them. With --into or --specs\n"
            "it then imports them as strata import pdb does, with version and identity of an IMAGE.\n"
            "\n"
            "These mean the same. An age right after a GUID is hexadecimal, any other one decimal:\n"
            "\n"
            "  ntkrnlmp.pdb 1C9875F76C8F0FBF3EB9A9D7C1C274DF1\n"
            "  ntkrnlmp.pdb 1C9875F76C8F0FBF3EB9A9D7C1C274DF-1\n"
            "  ntkrnlmp.pdb {1C9875F7-6C8F-0FBF-3EB9-A9D7C1C274DF} 1\n"
            "  ntkrnlmp.pdb/1C9875F76C8F0FBF3EB9A9D7C1C274DF1/ntkrnlmp.pdb\n"
            "\n"
            HELP_OPTIONS
            "\n"
            "Directories have the form of a symbol store: of two tiers, or of three with an index2.txt. A\n"
            "file.ptr may lead into directories that are named as servers, too. Compressed files (.pd_) need\n"
            "libmspack, and servers of the network libcurl. They may lead to other addresses of http or\n"
            "https, five times. A PDB has at most 256 MiB.\n"
            "\n"
            "Each PDB that cannot be fetched is one [read]; the others are stored. An import takes all PDBs,\n"
            "or none.\n"
            "\n"
            "Exit status: 0 all was printed or fetched, 1 findings of the import, 2 wrong usage or\n"
            "input/output.\n"
            "\n"
            "  strata fetch ntoskrnl.exe\n"
            "  strata fetch ntoskrnl.exe --server https://msdl.microsoft.com/download/symbols -o symbols\n"
            "  strata fetch --list kernels.txt --server 'srv*symbols*https://example.com' --into specs\n",
    .run = run_fetch,
    .options = options,
    .operands = TAKES_FILE,
    .fetches = true,
};
