#include "bytes/unpack.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <lzma.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/file.h"

enum { PIECE_SIZE = 64 * 1024, GZIP_WINDOW = 15 + 16 };

/* Memory limit for expanding an .xz: twice what files of `xz -9` need. */
#define XZ_MEMORY_MOST (UINT64_C(128) << 20)

static const char damaged[] = "the compressed data is damaged";
static const char cut_short[] = "the compressed data ends too early";

struct unpack {
    struct arena *arena;
    struct file_input file;
    const struct packing *packing; /* NULL: none */
    bool at_end;                   /* of the file */
    bool is_begun;                 /* a piece of what is not compressed was given */
    bool is_whole;                 /* the compressed data has ended, at least for now */
    struct {
        lzma_ret (*decoder)(lzma_stream *stream, uint64_t memory_most, uint32_t flags);
        lzma_ret (*code)(lzma_stream *stream, lzma_action action);
        void (*end)(lzma_stream *stream);
        lzma_stream stream;
    } xz;
    struct {
        int (*init)(z_stream *stream, int window, const char *version, int size);
        int (*inflate)(z_stream *stream, int flush);
        int (*reset)(z_stream *stream);
        int (*end)(z_stream *stream);
        z_stream stream;
    } gzip;
    size_t in_size;
    unsigned char in[PIECE_SIZE], out[PIECE_SIZE];
};

static bool fail(const char **error, const char *text)
{
    *error = text;
    return false;
}

/* Reads as much as there is room for; a pipe gives less at a time. */
static bool fill(struct unpack *unpack, const char **error)
{
    size_t got;
    unpack->in_size = 0;
    do {
        if (!file_read_some(unpack->arena, &unpack->file, unpack->in + unpack->in_size,
                            sizeof unpack->in - unpack->in_size, &got, error))
            return false;
        unpack->in_size += got;
    } while (got && unpack->in_size < sizeof unpack->in);
    unpack->at_end = !unpack->in_size;
    return true;
}

/* ---- .xz ---- */

/* Ends the run when memory runs out, which is not damage of the file. */
static void *xz_alloc(void *user, size_t count, size_t size)
{
    (void)user;
    return size && count > SIZE_MAX / size ? NULL : memory_alloc(count * size);
}

static void xz_release(void *user, void *block)
{
    (void)user;
    free(block);
}

static bool xz_open(struct unpack *unpack, const char **error)
{
    static const char *const names[] = {"liblzma.so.5", "liblzma.so", "liblzma.dll", "liblzma-5.dll", NULL};
    const struct file_wanted wanted[] = {
        {"lzma_stream_decoder", &unpack->xz.decoder},
        {"lzma_code", &unpack->xz.code},
        {"lzma_end", &unpack->xz.end},
    };
    if (!file_find_functions(names, wanted, sizeof wanted / sizeof *wanted))
        return fail(error, "an .xz needs liblzma, which cannot be loaded");
    static const lzma_allocator allocator = {xz_alloc, xz_release, NULL};
    unpack->xz.stream.allocator = &allocator;
    if (unpack->xz.decoder(&unpack->xz.stream, XZ_MEMORY_MOST, LZMA_CONCATENATED) != LZMA_OK)
        return fail(error, "out of memory");
    unpack->xz.stream.next_in = unpack->in;
    unpack->xz.stream.avail_in = unpack->in_size;
    return true;
}

static bool xz_read(struct unpack *unpack, size_t *size, const char **error)
{
    lzma_stream *stream = &unpack->xz.stream;
    stream->next_out = unpack->out;
    stream->avail_out = sizeof unpack->out;
    while (!unpack->is_whole && stream->avail_out) {
        if (!stream->avail_in && !unpack->at_end) {
            if (!fill(unpack, error))
                return false;
            stream->next_in = unpack->in;
            stream->avail_in = unpack->in_size;
        }
        switch (unpack->xz.code(stream, unpack->at_end ? LZMA_FINISH : LZMA_RUN)) {
        case LZMA_OK:
            break;
        case LZMA_STREAM_END:
            unpack->is_whole = true;
            break;
        case LZMA_MEMLIMIT_ERROR:
            return fail(error, "expanding it would take more than 128 MiB");
        case LZMA_BUF_ERROR:
            return fail(error, cut_short);
        default:
            return fail(error, damaged);
        }
    }
    *size = sizeof unpack->out - stream->avail_out;
    return true;
}

static void xz_close(struct unpack *unpack)
{
    if (unpack->xz.end)
        unpack->xz.end(&unpack->xz.stream);
}

/* ---- .gz ---- */

static void *gzip_alloc(void *user, uInt count, uInt size)
{
    (void)user;
    return memory_alloc((size_t)count * size);
}

static void gzip_release(void *user, void *block)
{
    (void)user;
    free(block);
}

static bool gzip_open(struct unpack *unpack, const char **error)
{
    static const char *const names[] = {"libz.so.1", "libz.so", "zlib1.dll", "zlib.dll", NULL};
    const struct file_wanted wanted[] = {
        {"inflateInit2_", &unpack->gzip.init},
        {"inflate", &unpack->gzip.inflate},
        {"inflateReset", &unpack->gzip.reset},
        {"inflateEnd", &unpack->gzip.end},
    };
    if (!file_find_functions(names, wanted, sizeof wanted / sizeof *wanted))
        return fail(error, "a .gz needs zlib, which cannot be loaded");
    unpack->gzip.stream.zalloc = gzip_alloc;
    unpack->gzip.stream.zfree = gzip_release;
    if (unpack->gzip.init(&unpack->gzip.stream, GZIP_WINDOW, ZLIB_VERSION, (int)sizeof(z_stream)) != Z_OK)
        return fail(error, "out of memory");
    unpack->gzip.stream.next_in = unpack->in;
    unpack->gzip.stream.avail_in = (uInt)unpack->in_size;
    return true;
}

/* A .gz may have several parts, and zeros behind each, as tapes are padded with them. */
static bool gzip_read(struct unpack *unpack, size_t *size, const char **error)
{
    z_stream *stream = &unpack->gzip.stream;
    stream->next_out = unpack->out;
    stream->avail_out = sizeof unpack->out;
    while (stream->avail_out) {
        if (!stream->avail_in && !unpack->at_end) {
            if (!fill(unpack, error))
                return false;
            stream->next_in = unpack->in;
            stream->avail_in = (uInt)unpack->in_size;
        }
        if (!stream->avail_in && unpack->is_whole)
            break;
        if (unpack->is_whole && !*stream->next_in) {
            stream->next_in++;
            stream->avail_in--;
            continue;
        }
        if (unpack->is_whole)
            unpack->gzip.reset(stream);
        int status = unpack->gzip.inflate(stream, Z_NO_FLUSH);
        unpack->is_whole = status == Z_STREAM_END;
        if (status == Z_BUF_ERROR)
            return fail(error, cut_short);
        if (status != Z_OK && status != Z_STREAM_END)
            return fail(error, damaged);
    }
    *size = sizeof unpack->out - stream->avail_out;
    return true;
}

static void gzip_close(struct unpack *unpack)
{
    if (unpack->gzip.end)
        unpack->gzip.end(&unpack->gzip.stream);
}

/* ---- Formats ---- */

static const struct packing {
    const char *begin;
    size_t begin_size;
    bool (*open)(struct unpack *unpack, const char **error);
    bool (*read)(struct unpack *unpack, size_t *size, const char **error);
    void (*close)(struct unpack *unpack);
} packings[] = {
    {"\xFD"
     "7zXZ",
     6, xz_open, xz_read, xz_close},
    {"\x1F\x8B", 2, gzip_open, gzip_read, gzip_close},
};

/* Other formats that users have, and advice for them. */
static const struct {
    const char *begin;
    const char *error;
} refusals[] = {
    {"PK\3\4", "it is an archive; unpack it, and give the files in it"},
    {"7z\xBC\xAF\x27\x1C", "it is an archive; unpack it, and give the files in it"},
    {"BZh", "bzip2 is not supported; decompress it"},
    {"\xEF\xBB\xBF", "it begins with a byte order mark, which JSON does not; write it as UTF-8 without one"},
    {"\xFF\xFE", "it is UTF-16; write it as UTF-8"},
};

static bool find_packing(struct unpack *unpack, const char **error)
{
    if (!fill(unpack, error))
        return false;
    for (size_t i = 0; i < sizeof packings / sizeof *packings; i++) {
        const struct packing *packing = &packings[i];
        if (unpack->in_size >= packing->begin_size && !memcmp(unpack->in, packing->begin, packing->begin_size)) {
            unpack->packing = packing;
            return packing->open(unpack, error);
        }
    }
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        size_t size = strlen(refusals[i].begin);
        if (unpack->in_size >= size && !memcmp(unpack->in, refusals[i].begin, size))
            return fail(error, refusals[i].error);
    }
    return true;
}

struct unpack *unpack_open(struct arena *arena, const char *path, const char **error)
{
    struct unpack *unpack = memory_alloc(sizeof *unpack);
    memset(unpack, 0, offsetof(struct unpack, in));
    unpack->arena = arena;
    if (strcmp(path, "-") ? !file_open(arena, path, &unpack->file, error)
                          : !file_open_standard(arena, &unpack->file, error)) {
        free(unpack);
        return NULL;
    }
    if (find_packing(unpack, error))
        return unpack;
    unpack_close(unpack);
    return NULL;
}

bool unpack_read(struct unpack *unpack, const void **bytes, size_t *size, const char **error)
{
    if (unpack->packing) {
        *bytes = unpack->out;
        return unpack->packing->read(unpack, size, error);
    }
    if (unpack->is_begun && !fill(unpack, error))
        return false;
    unpack->is_begun = true; /* the first piece was read to see how the file begins */
    *bytes = unpack->in;
    *size = unpack->in_size;
    return true;
}

void unpack_close(struct unpack *unpack)
{
    if (unpack->packing)
        unpack->packing->close(unpack);
    file_close(unpack->arena, &unpack->file);
    free(unpack);
}
