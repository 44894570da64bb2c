#include "fetch/expand.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file.h"

/* ---- The interface of libmspack, declared here so that its headers are not needed. It is compiled for 64-bit file
 * offsets; a function of the library confirms that. */

enum { OPEN_TO_READ = 0, SEEK_FROM_START = 0, SEEK_FROM_HERE = 1, SEEK_FROM_END = 2 };

/* An open file. The library only passes pointers to it, so its members are free to choose. */
struct mspack_file {
    struct work *work;
    size_t position;
    bool is_read; /* the compressed file, which is read; otherwise the expanded file, which is written */
};

/* The functions that the library calls to read and write. */
struct mspack_system {
    struct mspack_file *(*open)(struct mspack_system *system, const char *name, int mode);
    void (*close)(struct mspack_file *file);
    int (*read)(struct mspack_file *file, void *bytes, int count);
    int (*write)(struct mspack_file *file, void *bytes, int count);
    int (*seek)(struct mspack_file *file, int64_t offset, int mode);
    int64_t (*tell)(struct mspack_file *file);
    void (*message)(struct mspack_file *file, const char *format, ...);
    void *(*alloc)(struct mspack_system *system, size_t size);
    void (*free)(void *block);
    void (*copy)(void *from, void *to, size_t size);
    void *null;
};

struct cabinet_file {
    struct cabinet_file *next;
};

/* The first members of the library's cabinet structure. */
struct cabinet {
    struct cabinet *next;
    const char *name;
    int64_t base;
    unsigned length;
    struct cabinet *before, *after;
    char *texts[4];
    struct cabinet_file *files;
};

struct cabinet_expander {
    struct cabinet *(*open)(struct cabinet_expander *expander, const char *name);
    void (*close)(struct cabinet_expander *expander, struct cabinet *cabinet);
    void *search, *append, *prepend;
    int (*extract)(struct cabinet_expander *expander, struct cabinet_file *file, const char *name);
    void *set_parameter;
    int (*last_error)(struct cabinet_expander *expander);
};

struct szdd_expander {
    void *open, *close, *extract;
    int (*expand)(struct szdd_expander *expander, const char *from, const char *to);
};

struct mspack {
    int (*has_offsets_of)(int size);
    struct cabinet_expander *(*new_cabinet)(struct mspack_system *system);
    void (*free_cabinet)(struct cabinet_expander *expander);
    struct szdd_expander *(*new_szdd)(struct mspack_system *system);
    void (*free_szdd)(struct szdd_expander *expander);
};

/* ---- Files in memory */

/* A file being expanded. */
struct work {
    struct mspack_system system; /* must be the first member: the library passes its address to the functions */
    const unsigned char *bytes;
    size_t size, most;
    struct buffer *expanded;
    bool is_too_large;
};

static struct mspack_file *open_file(struct mspack_system *system, const char *name, int mode)
{
    struct mspack_file *file = memory_alloc(sizeof *file);
    (void)name;
    *file = (struct mspack_file){(struct work *)(void *)system, 0, mode == OPEN_TO_READ};
    return file;
}

static void close_file(struct mspack_file *file)
{
    free(file);
}

static int read_file(struct mspack_file *file, void *bytes, int count)
{
    const size_t left = file->is_read ? file->work->size - file->position : 0;
    size_t size = count > 0 ? (size_t)count : 0;
    size = size < left ? size : left;
    memcpy(bytes, file->work->bytes + file->position, size);
    file->position += size;
    return (int)size;
}

static int write_file(struct mspack_file *file, void *bytes, int count)
{
    struct work *work = file->work;
    if (file->is_read || count < 0)
        return -1;
    work->is_too_large |= (size_t)count > work->most - work->expanded->size;
    if (work->is_too_large)
        return -1;
    buffer_add(work->expanded, bytes, (size_t)count);
    return count;
}

static int seek_file(struct mspack_file *file, int64_t offset, int mode)
{
    const size_t size = file->is_read ? file->work->size : file->work->expanded->size;
    const int64_t from = mode == SEEK_FROM_HERE ? (int64_t)file->position : mode == SEEK_FROM_END ? (int64_t)size : 0;
    if (!file->is_read || offset < -from || offset > (int64_t)size - from)
        return -1;
    file->position = (size_t)(from + offset);
    return 0;
}

static int64_t tell_file(struct mspack_file *file)
{
    return (int64_t)(file->is_read ? file->position : file->work->expanded->size);
}

static void drop_message(struct mspack_file *file, const char *format, ...)
{
    (void)file;
    (void)format;
}

static void *alloc_block(struct mspack_system *system, size_t size)
{
    (void)system;
    return memory_alloc(size);
}

static void copy_block(void *from, void *to, size_t size)
{
    memcpy(to, from, size);
}

/* ---- Formats */

/* Returns the meaning of an error number of the library. */
static const char *explain_error(int number)
{
    static const char *const errors[] = {
        [3] = "the compressed file is cut short",
        [5] = "the compressed file is cut short",
        [6] = "out of memory",
        [7] = "the compressed file is damaged",
        [8] = "the compressed file is damaged",
        [9] = "the compressed file is damaged: a checksum is wrong",
        [11] = "the compressed file is damaged",
    };
    const bool is_known = number > 0 && (size_t)number < sizeof errors / sizeof *errors && errors[number];
    return is_known ? errors[number] : "the compressed file cannot be expanded";
}

static const char *expand_cabinet(const struct mspack *mspack, struct work *work)
{
    struct cabinet_expander *expander = mspack->new_cabinet(&work->system);
    if (!expander)
        return "libmspack does not start";
    const char *error = NULL;
    struct cabinet *cabinet = expander->open(expander, "");
    if (!cabinet)
        error = explain_error(expander->last_error(expander));
    else if (!cabinet->files || cabinet->files->next)
        error = "the cabinet has not exactly one file";
    else if (expander->extract(expander, cabinet->files, ""))
        error = explain_error(expander->last_error(expander));
    if (cabinet)
        expander->close(expander, cabinet);
    mspack->free_cabinet(expander);
    return error;
}

static const char *expand_szdd(const struct mspack *mspack, struct work *work)
{
    struct szdd_expander *expander = mspack->new_szdd(&work->system);
    if (!expander)
        return "libmspack does not start";
    const int number = expander->expand(expander, "", "");
    mspack->free_szdd(expander);
    return number ? explain_error(number) : NULL;
}

static const struct {
    const char *begin;
    const char *(*expand)(const struct mspack *mspack, struct work *work);
} formats[] = {
    {"MSCF", expand_cabinet},
    {"SZDD", expand_szdd},
};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats, MAGIC_SIZE = 4 };

/* Returns the index of the format; FORMAT_COUNT if the bytes have none. */
static size_t find_format(const void *bytes, size_t size)
{
    size_t i = 0;
    while (i < FORMAT_COUNT && (size < MAGIC_SIZE || memcmp(bytes, formats[i].begin, MAGIC_SIZE) != 0))
        i++;
    return i;
}

bool expand_is_meant(const void *bytes, size_t size)
{
    return find_format(bytes, size) < FORMAT_COUNT;
}

const char *expand_file(struct arena *arena, const void *bytes, size_t size, size_t most, struct buffer *expanded)
{
    static const char *const names[] = {
        "libmspack.so.0", "libmspack.so", "libmspack.0.dylib", "libmspack-0.dll", "libmspack.dll", "mspack.dll", NULL};
    struct mspack mspack;
    const struct file_wanted wanted[] = {
        {"mspack_sys_selftest_internal", &mspack.has_offsets_of},
        {"mspack_create_cab_decompressor", &mspack.new_cabinet},
        {"mspack_destroy_cab_decompressor", &mspack.free_cabinet},
        {"mspack_create_szdd_decompressor", &mspack.new_szdd},
        {"mspack_destroy_szdd_decompressor", &mspack.free_szdd},
    };
    struct work *work = ARENA_NEW(arena, struct work);
    *work = (struct work){.system = {open_file, close_file, read_file, write_file, seek_file, tell_file, drop_message,
                                     alloc_block, free, copy_block, NULL},
                          .bytes = bytes,
                          .size = size,
                          .most = most,
                          .expanded = expanded};
    const size_t format = find_format(bytes, size);
    if (format == FORMAT_COUNT)
        return "it is not compressed";
    if (!file_find_functions(names, wanted, sizeof wanted / sizeof *wanted))
        return "it is compressed, and libmspack, which expands it, cannot be loaded";
    if (mspack.has_offsets_of(sizeof(int64_t)))
        return "it is compressed, and libmspack, which expands it, has files of 32 bits";
    const char *error = formats[format].expand(&mspack, work);
    return work->is_too_large ? "it is larger than 256 MiB" : error;
}
