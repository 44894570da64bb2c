#include "kernel/isf.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/thread.h"
#include "bytes/unpack.h"
#include "kernel/isf_parts.h"
#include "kernel/kernel.h"
#include "kernel/module.h"
#include "kernel/pdb.h"
#include "kernel/source.h"
#include "model/identity.h"
#include "pdb/image.h"
#include "pdb/pdb.h"

/* Limits far above real symbol files: size of the text; number of bytes without a parser event, such as blanks or one
 * long name; size of a PDB. */
enum { SIZE_MOST_MIB = 256, SILENCE_MOST = 1 << 20, PDB_MOST_MIB = 1024 };

/* The functions of the library yajl that this file uses. */
struct library {
    yajl_handle (*create)(const yajl_callbacks *callbacks, yajl_alloc_funcs *allocation, void *user);
    yajl_status (*parse)(yajl_handle parser, const unsigned char *text, size_t size);
    yajl_status (*complete)(yajl_handle parser);
    unsigned char *(*get_error)(yajl_handle parser, int verbose, const unsigned char *text, size_t size);
    void (*free_error)(yajl_handle parser, unsigned char *error);
    size_t (*consumed)(yajl_handle parser);
    void (*destroy)(yajl_handle parser);
};

/* A parser and its progress. */
struct parsing {
    struct isf_file *file;
    const char *path;
    struct library library;
    yajl_handle parser;
    struct isf_reader *reader;
    size_t passed;   /* number of open objects inside the object that is being skipped, */
    bool is_in_text; /* the next byte of that object is inside a string, */
    bool is_escaped; /* and follows a backslash */
    uint64_t size;   /* number of parsed bytes */
    uint64_t silent; /* number of bytes parsed since the last event */
};

static bool library_load(struct library *library)
{
    const struct file_wanted wanted[] = {
        {"yajl_alloc", &library->create},
        {"yajl_parse", &library->parse},
        {"yajl_complete_parse", &library->complete},
        {"yajl_get_error", &library->get_error},
        {"yajl_free_error", &library->free_error},
        {"yajl_get_bytes_consumed", &library->consumed},
        {"yajl_free", &library->destroy},
    };
    return file_find_functions(json_reader_libraries, wanted, sizeof wanted / sizeof *wanted);
}

static bool report_file(struct isf_file *file, const char *message)
{
    file->error = message;
    return false;
}

/* Returns the line and column of byte `at`, by reading the file again. Returns the byte's number if that fails. */
static const char *find_place(const struct parsing *parsing, uint64_t at)
{
    struct arena *arena = parsing->file->arena;
    uint64_t line = 1, column = 1;
    const char *error;
    struct unpack *unpack = NULL;
    if (file_kind(parsing->path) == FILE_REGULAR) /* only a regular file can be read twice; a pipe cannot */
        unpack = unpack_open(arena, parsing->path, &error);
    for (const void *text; unpack && at;) {
        size_t size;
        if (!unpack_read(unpack, &text, &size, &error) || !size)
            break;
        for (const char *c = text, *end = c + size; c < end && at; c++, at--) {
            line += *c == '\n';
            column = *c == '\n' ? 1 : column + 1;
        }
    }
    if (!unpack)
        return arena_format(arena, "byte %llu", (unsigned long long)at);
    unpack_close(unpack);
    return arena_format(arena, "line %llu, column %llu", (unsigned long long)line, (unsigned long long)column);
}

/* Reports an error at a byte of the text. */
static bool fail_at(const struct parsing *parsing, uint64_t at, const char *message)
{
    return report_file(parsing->file, arena_format(parsing->file->arena, "%s: %s", find_place(parsing, at), message));
}

/* Reports the parser's error message for a piece of the text, and returns false. */
static bool fail_parsing(const struct parsing *parsing, const char *text, size_t size, uint64_t at)
{
    struct arena *arena = parsing->file->arena;
    const char *message = isf_reader_error(parsing->reader);
    if (!message) {
        unsigned char *error = parsing->library.get_error(parsing->parser, 0, (const unsigned char *)text, size);
        const char *words = (const char *)error;
        message = arena_copy(arena, words, strcspn(words, "\n"));
        parsing->library.free_error(parsing->parser, error);
    }
    return fail_at(parsing, at, message);
}

static void *library_alloc(void *user, size_t size)
{
    (void)user;
    return memory_alloc(size);
}

static void *library_resize(void *user, void *block, size_t size)
{
    (void)user;
    return memory_resize(block, size);
}

static void library_release(void *user, void *block)
{
    (void)user;
    free(block);
}

/* Creates the parser. Gives it an allocator that exits when memory runs out, because yajl does not check for NULL. */
static bool begin_parsing(struct parsing *parsing)
{
    yajl_alloc_funcs allocation = {library_alloc, library_resize, library_release, NULL};
    if (parsing->parser)
        parsing->library.destroy(parsing->parser);
    parsing->parser = parsing->library.create(&isf_callbacks, &allocation, parsing->reader);
    return parsing->parser || report_file(parsing->file, "out of memory");
}

/* Returns the number of bytes up to the end of the current JSON string. */
static size_t pass_text(struct parsing *parsing, const char *text, size_t size)
{
    const char *end = memchr(text, '"', size);
    size_t length = end ? (size_t)(end - text) : size, slash = length;
    while (slash && text[slash - 1] == '\\')
        slash--;
    /* an even number of backslashes does not escape the next character */
    bool is_escaped = (length - slash + (!slash && parsing->is_escaped)) % 2;
    parsing->is_in_text = !end || is_escaped;
    parsing->is_escaped = !end && is_escaped;
    return length + (end != NULL);
}

/* Returns the number of bytes up to the end of the object that is being skipped. */
static size_t pass_object(struct parsing *parsing, const char *text, size_t size)
{
    static const bool is_mark[UCHAR_MAX + 1] = {['"'] = true, ['{'] = true, ['}'] = true};
    size_t at = 0;
    while (at < size && parsing->passed) {
        if (parsing->is_in_text) {
            at += pass_text(parsing, text + at, size - at);
            continue;
        }
        while (at < size && !is_mark[(unsigned char)text[at]])
            at++;
        if (at == size)
            break;
        parsing->is_in_text = text[at] == '"';
        parsing->passed += (size_t)(text[at] == '{') - (size_t)(text[at] == '}');
        at++;
    }
    return at;
}

/* Parses a piece of text. Creates a new parser after a skipped object, because the old parser was stopped and cannot
 * continue. */
static bool parse_text(struct parsing *parsing, const char *text, size_t size)
{
    static const unsigned char begin[] = ISF_PASSED;
    const struct library *library = &parsing->library;
    for (size_t at = 0; at < size;) {
        if (parsing->passed) {
            at += pass_object(parsing, text + at, size - at);
            if (!parsing->passed &&
                (!begin_parsing(parsing) || library->parse(parsing->parser, begin, sizeof begin - 1) != yajl_status_ok))
                return false;
            continue;
        }
        yajl_status status = library->parse(parsing->parser, (const unsigned char *)text + at, size - at);
        if (status == yajl_status_ok)
            return true;
        size_t consumed = library->consumed(parsing->parser);
        if (!isf_reader_passes(parsing->reader))
            return fail_parsing(parsing, text + at, size - at, parsing->size + at + consumed);
        parsing->passed = 1;
        at += consumed;
    }
    return true;
}

static bool parse_piece(struct parsing *parsing, const char *text, size_t size)
{
    if (parsing->size + size > (uint64_t)SIZE_MOST_MIB << 20)
        return report_file(parsing->file, file_too_large);
    if (!parse_text(parsing, text, size))
        return false;
    parsing->size += size;
    parsing->silent = isf_reader_heard(parsing->reader) || parsing->passed ? 0 : parsing->silent + size;
    if (parsing->silent > SILENCE_MOST)
        return report_file(parsing->file, "it has more than 1 MiB of blanks, or of one text");
    return true;
}

/* Parses a file whose first piece has already been read. */
static bool parse_file(struct parsing *parsing, struct unpack *unpack, const void *text, size_t size)
{
    const char *error;
    while (size) {
        if (!parse_piece(parsing, text, size))
            return false;
        if (!unpack_read(unpack, &text, &size, &error))
            return report_file(parsing->file, error);
    }
    if (parsing->passed) /* the parser stopped before an object that can be skipped */
        return fail_at(parsing, parsing->size, "parse error: premature EOF");
    return parsing->library.complete(parsing->parser) == yajl_status_ok || fail_parsing(parsing, "", 0, parsing->size);
}

static bool read_json(struct isf_file *file, const char *path, struct unpack *unpack, const void *text, size_t size)
{
    struct parsing parsing = {.file = file, .path = path};
    file->is_symbol_file = true;
    if (!library_load(&parsing.library))
        return report_file(file, "files of Volatility need yajl, which cannot be loaded");
    parsing.reader = isf_reader_new(file);
    bool done = begin_parsing(&parsing) && parse_file(&parsing, unpack, text, size);
    if (parsing.parser)
        parsing.library.destroy(parsing.parser);
    return done;
}

/* Returns advice for the user who gives a program instead of its PDB. */
static const char *describe_program(const struct isf_file *file, const struct buffer *bytes)
{
    struct arena *arena = file->arena;
    struct identity_numbers numbers;
    uint32_t machine;
    const char *error = image_read(bytes->data, bytes->size, &machine, &numbers);
    const char *name = error ? NULL : image_find_database(arena, bytes->data, bytes->size);
    if (error || !numbers.has_pdb || !name)
        return error ? error : "it is a program, and does not name its PDB";
    const char *pdb = identity_pdb_text(arena, &numbers);
    int guid = (int)strcspn(pdb, "-");
    return arena_format(arena, "it is a program; give its PDB, which strata fetch gets from a symbol server: "
                               "%s/%.*s%lX/%s", name, guid, pdb, (unsigned long)numbers.age, name);
}

/* Reads a PDB whose first piece has already been read. The whole file is read, because the streams of a PDB are
 * scattered over it. */
static bool read_pdb(struct isf_file *file, struct unpack *unpack, const void *piece, size_t size)
{
    struct buffer bytes = {0};
    const char *error = NULL;
    while (size && !error) {
        buffer_add(&bytes, piece, size);
        if (bytes.size > (size_t)PDB_MOST_MIB << 20)
            error = "it has more than 1 GiB";
        else if (!unpack_read(unpack, &piece, &size, &error))
            break;
    }
    if (!error && image_is(bytes.data, bytes.size))
        error = describe_program(file, &bytes);
    bool done = !error && pdb_read_file(file, bytes.data, bytes.size, &error);
    buffer_free(&bytes);
    return done || report_file(file, error);
}

/* True if a text may be JSON: it is empty, or begins as one. */
static bool may_be_json(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size && strchr(" \t\r\n", text[at]) && text[at])
        at++;
    return at == size || text[at] == '{' || text[at] == '[';
}

/* Reads a file. Its first bytes tell its format. */
static bool read_file(struct isf_file *file, const char *path)
{
    const void *piece;
    const char *error;
    size_t size;
    struct unpack *unpack = unpack_open(file->arena, path, &error);
    if (!unpack)
        return report_file(file, error);
    bool done = unpack_read(unpack, &piece, &size, &error) || report_file(file, error);
    const struct isf_format *const *other = file->import->others;
    while (done && other && *other && !(*other)->is_meant(piece, size))
        other++;
    if (done) {
        /* A Linux kernel with an EFI stub begins like a Windows program, so other formats are tried first. */
        bool is_other = other && *other, is_pdb = !is_other && pdb_is_meant(piece, size);
        file->source = is_pdb ? KERNEL_BY_PDB : is_other ? (*other)->source : KERNEL_BY_SYMBOL_FILE;
        done = is_pdb                     ? read_pdb(file, unpack, piece, size)
               : is_other                 ? (*other)->read(file, unpack, piece, size)
               : may_be_json(piece, size) ? read_json(file, path, unpack, piece, size)
                                          : report_file(file, "it is no symbol file, PDB, YAML of Vergilius, BTF or "
                                                              "DWARF, and has no form of a text with offsets");
    }
    unpack_close(unpack);
    return done;
}

/* Sets the identity, if `name` is the GUID and age of a program database or a build ID. */
static void take_identity(const struct isf_file *file, const char *name, struct kernel *kernel)
{
    struct identity_numbers numbers = {0};
    if (!identity_parse(name, &numbers))
        return;
    kernel->identities = arena_copy_array(file->import->arena, &numbers, 1, sizeof numbers);
    kernel->identity_count = 1;
}

/* Returns a new isf_file for the file at `path`. */
static struct isf_file begin_file(const struct isf_import *import, const char *path)
{
    const char *name = strcmp(path, "-") ? path : import->input ? import->input : "standard input";
    return (struct isf_file){.import = import, .name = name, .arena = arena_new()};
}

/* Copies the choices of a file to its kernel. The list of choices is in the file's arena, so it is copied, too. */
static void take_choices(const struct isf_file *file, struct kernel *kernel)
{
    kernel->choices = file->choices;
    if (file->choices.larger_count)
        kernel->choices.larger = arena_copy_array(file->import->arena, file->choices.larger, file->choices.larger_count,
                                                  sizeof *file->choices.larger);
}

/* Makes a kernel of a file that has been read, and frees the file. */
static bool make_kernel(struct isf_file *file, struct kernel *kernel, const char **pdb)
{
    *kernel =
        (struct kernel){.path = file->name, .module = kernel_find_module(file->database), .version = file->version};
    *pdb = NULL;
    if (file->source)
        kernel_add_source(file->import->arena, kernel, file->source);
    take_choices(file, kernel);
    if (file->error)
        diag_report(file->import->diags, DIAG_READ, (struct span){0, 0}, "cannot read '%s': %s", file->name,
                    file->error);
    bool done = !file->error && isf_make_kernel(file, kernel);
    if (done && (file->guid || file->build_id)) {
        struct arena *arena = file->import->arena;
        *pdb = file->guid ? arena_format(arena, "%s-%lu", file->guid, (unsigned long)file->age)
                          : arena_copy(arena, file->build_id, strlen(file->build_id));
        take_identity(file, *pdb, kernel);
    }
    isf_free_file(file);
    return done;
}

bool kernel_read_isf(const struct isf_import *import, const char *path, struct kernel *kernel, const char **pdb)
{
    struct isf_file file = begin_file(import, path);
    read_file(&file, path);
    return make_kernel(&file, kernel, pdb);
}

/* ---- Several files */

/* Files that were read but not made into kernels yet, in a ring buffer. Each thread reads with its own isf_import;
 * interned names are shared by all threads. */
struct reading {
    const struct isf_import *import;
    struct isf_import imports[THREAD_MOST];
    const char *const *paths;
    const struct isf_taker *taker;
    struct isf_file files[THREAD_MOST + THREAD_AHEAD];
};

static struct isf_file *file_of(struct reading *reading, size_t index)
{
    return &reading->files[index % (sizeof reading->files / sizeof *reading->files)];
}

static void read_one(void *user, size_t thread, size_t index)
{
    struct reading *reading = user;
    struct isf_file *file = file_of(reading, index);
    *file = begin_file(&reading->imports[thread], reading->paths[index]);
    file->given = file->import->given ? file->import->given[index] : NULL;
    read_file(file, reading->paths[index]);
}

static void take_one(void *user, size_t index)
{
    struct reading *reading = user;
    struct isf_file *file = file_of(reading, index);
    struct kernel kernel;
    const char *pdb = NULL;
    file->import = reading->import;
    bool is_read = make_kernel(file, &kernel, &pdb);
    reading->taker->take(reading->taker->user, index, is_read, &kernel, pdb);
}

void kernel_read_all(const struct isf_import *import, const char *const *paths, size_t count,
                     const struct isf_taker *taker)
{
    struct reading reading = {.import = import, .paths = paths, .taker = taker};
    size_t threads = count > 1 ? thread_count() : 1;
    for (size_t i = 0; i < threads; i++) {
        reading.imports[i] = *import;
        if (threads > 1)
            reading.imports[i].intern = intern_beside(import->intern, arena_within(import->arena));
    }
    if (threads > 1)
        intern_share(import->intern, thread_lock_new(import->arena));
    thread_run(&(struct thread_work){count, read_one, take_one, &reading}, threads);
    intern_share(import->intern, NULL);
}
