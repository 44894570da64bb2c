#include "bytes/unpack.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <lzma.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/utf8.h"

enum { PIECE_SIZE = 64 * 1024, GZIP_WINDOW = 15 + 16 };

/* Memory limit for expanding an .xz file: twice what files of `xz -9` need. libzstd has the same limit. */
#define XZ_MEMORY_MOST (UINT64_C(128) << 20)

static const char damaged[] = "the compressed data is damaged";
static const char cut_short[] = "the compressed data ends too early";

/* Size of a block of the old format of lz4, which Linux kernels use, after it is expanded. */
enum { LZ4_BLOCK = 8 << 20, LZ4_WORD = 4 };

/* The structure that libzstd has for an input and for an output buffer. */
struct zstd_bytes {
    void *data;
    size_t size, done;
};

struct unpack {
    struct arena *arena;
    struct file_input file;        /* the file, unless the bytes are in `memory` */
    const char *memory;            /* bytes that are not yet read; NULL: they are in a file */
    size_t memory_size;            /* number of bytes in `memory` that are not yet read */
    const struct packing *packing; /* compression or encoding of the file; NULL if there is none */
    bool at_end;                   /* the end of the file has been read */
    bool is_begun;                 /* a piece of an uncompressed file was returned */
    bool is_whole;                 /* the compressed data has ended, unless another part follows */
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
    struct {
        void *(*create)(void);
        size_t (*expand)(void *stream, struct zstd_bytes *out, struct zstd_bytes *in);
        unsigned (*is_error)(size_t result);
        size_t (*release)(void *stream);
        void *stream;
        struct zstd_bytes input;
    } zstd;
    struct {
        int (*expand)(const char *input, char *out, int in_size, int out_size);
        char *block, *expanded;
        size_t block_size; /* room of `block` in bytes */
        size_t position;   /* position in the bytes that were read */
    } lz4;
    struct {
        size_t position;  /* position in the bytes that were read */
        uint32_t high;    /* the first half of a character of two halves; 0: none was read */
        unsigned big_end; /* 1 if the first byte of two is the higher one */
    } text;
    size_t in_size;
    unsigned char input[PIECE_SIZE], out[PIECE_SIZE];
};

static bool set_error(const char **error, const char *text)
{
    *error = text;
    return false;
}

/* Reads until the buffer is full, because a pipe may return less at a time. */
static bool fill_buffer(struct unpack *unpack, const char **error)
{
    size_t got;
    unpack->in_size = 0;
    if (unpack->memory) {
        size_t size = unpack->memory_size < sizeof unpack->input ? unpack->memory_size : sizeof unpack->input;
        memcpy(unpack->input, unpack->memory, size);
        unpack->memory += size;
        unpack->memory_size -= size;
        unpack->in_size = size;
        unpack->at_end = !size;
        return true;
    }
    do {
        if (!file_read_some(unpack->arena, &unpack->file, unpack->input + unpack->in_size,
                            sizeof unpack->input - unpack->in_size, &got, error))
            return false;
        unpack->in_size += got;
    } while (got && unpack->in_size < sizeof unpack->input);
    unpack->at_end = !unpack->in_size;
    return true;
}

/* ---- .xz ---- */

/* Allocates memory for liblzma. Ends the run if memory runs out, so that the file is not reported as damaged. */
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
        return set_error(error, "an .xz needs liblzma, which cannot be loaded");
    static const lzma_allocator allocator = {xz_alloc, xz_release, NULL};
    unpack->xz.stream.allocator = &allocator;
    if (unpack->xz.decoder(&unpack->xz.stream, XZ_MEMORY_MOST, LZMA_CONCATENATED) != LZMA_OK)
        return set_error(error, "out of memory");
    unpack->xz.stream.next_in = unpack->input;
    unpack->xz.stream.avail_in = unpack->in_size;
    return true;
}

static bool xz_read(struct unpack *unpack, const void **bytes, size_t *size, const char **error)
{
    lzma_stream *stream = &unpack->xz.stream;
    stream->next_out = unpack->out;
    stream->avail_out = sizeof unpack->out;
    while (!unpack->is_whole && stream->avail_out) {
        if (!stream->avail_in && !unpack->at_end) {
            if (!fill_buffer(unpack, error))
                return false;
            stream->next_in = unpack->input;
            stream->avail_in = unpack->in_size;
        }
        switch (unpack->xz.code(stream, unpack->at_end ? LZMA_FINISH : LZMA_RUN)) {
        case LZMA_OK:
            break;
        case LZMA_STREAM_END:
            unpack->is_whole = true;
            break;
        case LZMA_MEMLIMIT_ERROR:
            return set_error(error, "expanding it would take more than 128 MiB");
        case LZMA_BUF_ERROR:
            return set_error(error, cut_short);
        default:
            return set_error(error, damaged);
        }
    }
    *bytes = unpack->out;
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
        return set_error(error, "a .gz needs zlib, which cannot be loaded");
    unpack->gzip.stream.zalloc = gzip_alloc;
    unpack->gzip.stream.zfree = gzip_release;
    if (unpack->gzip.init(&unpack->gzip.stream, GZIP_WINDOW, ZLIB_VERSION, (int)sizeof(z_stream)) != Z_OK)
        return set_error(error, "out of memory");
    unpack->gzip.stream.next_in = unpack->input;
    unpack->gzip.stream.avail_in = (uInt)unpack->in_size;
    return true;
}

/* Expands the next piece of a .gz. It may have several parts, and zeros after each, which pad tapes. */
static bool gzip_read(struct unpack *unpack, const void **bytes, size_t *size, const char **error)
{
    z_stream *stream = &unpack->gzip.stream;
    stream->next_out = unpack->out;
    stream->avail_out = sizeof unpack->out;
    while (stream->avail_out) {
        if (!stream->avail_in && !unpack->at_end) {
            if (!fill_buffer(unpack, error))
                return false;
            stream->next_in = unpack->input;
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
            return set_error(error, cut_short);
        if (status != Z_OK && status != Z_STREAM_END)
            return set_error(error, damaged);
    }
    *bytes = unpack->out;
    *size = sizeof unpack->out - stream->avail_out;
    return true;
}

static void gzip_close(struct unpack *unpack)
{
    if (unpack->gzip.end)
        unpack->gzip.end(&unpack->gzip.stream);
}

/* ---- .zst ---- */

static bool zstd_open(struct unpack *unpack, const char **error)
{
    static const char *const names[] = {"libzstd.so.1", "libzstd.so", "libzstd.dll", NULL};
    const struct file_wanted wanted[] = {
        {"ZSTD_createDStream", &unpack->zstd.create},
        {"ZSTD_decompressStream", &unpack->zstd.expand},
        {"ZSTD_isError", &unpack->zstd.is_error},
        {"ZSTD_freeDStream", &unpack->zstd.release},
    };
    if (!file_find_functions(names, wanted, sizeof wanted / sizeof *wanted))
        return set_error(error, "a .zst needs libzstd, which cannot be loaded");
    unpack->zstd.stream = unpack->zstd.create();
    if (!unpack->zstd.stream)
        return set_error(error, "out of memory");
    unpack->zstd.input = (struct zstd_bytes){unpack->input, unpack->in_size, 0};
    return true;
}

/* Expands the next piece of a .zst. Several frames follow each other. */
static bool zstd_read(struct unpack *unpack, const void **bytes, size_t *size, const char **error)
{
    struct zstd_bytes out = {unpack->out, sizeof unpack->out, 0}, *in = &unpack->zstd.input;
    while (out.done < out.size) {
        if (in->done == in->size && !unpack->at_end) {
            if (!fill_buffer(unpack, error))
                return false;
            *in = (struct zstd_bytes){unpack->input, unpack->in_size, 0};
        }
        if (in->done == in->size && unpack->is_whole)
            break;
        size_t before = out.done + in->done, wanted = unpack->zstd.expand(unpack->zstd.stream, &out, in);
        if (unpack->zstd.is_error(wanted))
            return set_error(error, damaged);
        unpack->is_whole = wanted == 0;
        if (!unpack->is_whole && out.done + in->done == before)
            return set_error(error, cut_short);
    }
    *bytes = unpack->out;
    *size = out.done;
    return true;
}

static void zstd_close(struct unpack *unpack)
{
    if (unpack->zstd.stream)
        unpack->zstd.release(unpack->zstd.stream);
}

/* ---- The old format of lz4 ---- */

static bool lz4_open(struct unpack *unpack, const char **error)
{
    static const char *const names[] = {"liblz4.so.1", "liblz4.so", "liblz4.dll", NULL};
    const struct file_wanted wanted[] = {{"LZ4_decompress_safe", &unpack->lz4.expand}};
    if (!file_find_functions(names, wanted, sizeof wanted / sizeof *wanted))
        return set_error(error, "lz4 needs liblz4, which cannot be loaded");
    /* The size that liblz4 may need for a block that cannot be compressed. */
    unpack->lz4.block_size = LZ4_BLOCK + LZ4_BLOCK / 255 + 16;
    unpack->lz4.block = memory_alloc(unpack->lz4.block_size);
    unpack->lz4.expanded = memory_alloc(LZ4_BLOCK);
    unpack->lz4.position = LZ4_WORD; /* the first block begins after the magic number */
    return true;
}

/* Copies the next bytes of the file. `*got` is less than `size` only at its end. */
static bool lz4_copy(struct unpack *unpack, void *to, size_t size, size_t *got, const char **error)
{
    *got = 0;
    while (*got < size) {
        if (unpack->lz4.position == unpack->in_size) {
            if (!unpack->at_end && !fill_buffer(unpack, error))
                return false;
            unpack->lz4.position = 0;
            if (unpack->at_end)
                break;
        }
        size_t rest = unpack->in_size - unpack->lz4.position, part = size - *got < rest ? size - *got : rest;
        memcpy((char *)to + *got, unpack->input + unpack->lz4.position, part);
        unpack->lz4.position += part;
        *got += part;
    }
    return true;
}

/* Expands the next block, which is a size and as many compressed bytes. */
static bool lz4_read(struct unpack *unpack, const void **bytes, size_t *size, const char **error)
{
    unsigned char head[LZ4_WORD];
    size_t got;
    *size = 0;
    if (!lz4_copy(unpack, head, sizeof head, &got, error))
        return false;
    if (!got)
        return true;
    size_t packed = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
    if (got < sizeof head)
        return set_error(error, cut_short);
    if (packed > unpack->lz4.block_size)
        return set_error(error, damaged);
    if (!lz4_copy(unpack, unpack->lz4.block, packed, &got, error))
        return false;
    if (got < packed)
        return set_error(error, cut_short);
    int expanded = unpack->lz4.expand(unpack->lz4.block, unpack->lz4.expanded, (int)packed, LZ4_BLOCK);
    if (expanded <= 0)
        return set_error(error, damaged);
    *bytes = unpack->lz4.expanded;
    *size = (size_t)expanded;
    return true;
}

static void lz4_close(struct unpack *unpack)
{
    free(unpack->lz4.block);
    free(unpack->lz4.expanded);
}

/* ---- Text with a byte order mark ---- */

static bool utf8_open(struct unpack *unpack, const char **error)
{
    (void)error;
    unpack->text.position = 3;
    return true;
}

/* Returns the next piece, the first one without the mark. */
static bool utf8_read(struct unpack *unpack, const void **bytes, size_t *size, const char **error)
{
    if (!unpack->text.position && !fill_buffer(unpack, error))
        return false;
    *bytes = unpack->input + unpack->text.position;
    *size = unpack->in_size - unpack->text.position;
    unpack->text.position = 0;
    return true;
}

static bool utf16_open(struct unpack *unpack, const char **error)
{
    (void)error;
    unpack->text.big_end = unpack->input[0] == 0xFE;
    unpack->text.position = 2;
    return true;
}

/* Returns the next characters as UTF-8. */
static bool utf16_read(struct unpack *unpack, const void **bytes, size_t *size, const char **error)
{
    static const char wrong[] = "it begins like UTF-16, but is none";
    *bytes = unpack->out;
    for (*size = 0; *size + 4 <= sizeof unpack->out;) {
        if (unpack->text.position == unpack->in_size && !unpack->at_end) {
            if (!fill_buffer(unpack, error))
                return false;
            unpack->text.position = 0;
        }
        if (unpack->at_end)
            return !unpack->text.high || set_error(error, wrong);
        if (unpack->in_size - unpack->text.position < 2)
            return set_error(error, wrong);
        const unsigned char *unit = unpack->input + unpack->text.position;
        uint32_t number = (uint32_t)unit[1 - unpack->text.big_end] << 8 | unit[unpack->text.big_end], c;
        unpack->text.position += 2;
        if (!utf16_take(number, &unpack->text.high, &c))
            return set_error(error, wrong);
        if (!unpack->text.high)
            *size += utf8_write(c, (char *)unpack->out + *size);
    }
    return true;
}

static void text_close(struct unpack *unpack)
{
    (void)unpack;
}

/* ---- Formats ---- */

static const struct packing {
    const char *begin;
    size_t begin_size;
    bool (*open)(struct unpack *unpack, const char **error);
    bool (*read)(struct unpack *unpack, const void **bytes, size_t *size, const char **error);
    void (*close)(struct unpack *unpack);
} packings[] = {
    {"\xFD"
     "7zXZ",
     6, xz_open, xz_read, xz_close},
    {"\x1F\x8B", 2, gzip_open, gzip_read, gzip_close},
    {"\x28\xB5\x2F\xFD", 4, zstd_open, zstd_read, zstd_close},
    {"\x02\x21\x4C\x18", 4, lz4_open, lz4_read, lz4_close},
    {"\xEF\xBB\xBF", 3, utf8_open, utf8_read, text_close},
    {"\xFF\xFE", 2, utf16_open, utf16_read, text_close},
    {"\xFE\xFF", 2, utf16_open, utf16_read, text_close},
};

/* Other formats in which users have such files, and advice for them. */
static const struct {
    const char *begin;
    const char *error;
} refusals[] = {
    {"PK\3\4", "it is an archive; unpack it, and give the files in it"},
    {"7z\xBC\xAF\x27\x1C", "it is an archive; unpack it, and give the files in it"},
    {"BZh", "bzip2 is not supported; decompress it"},
    {"\x04\x22\x4D\x18", "an .lz4 is not supported; decompress it"},
};

static bool find_packing(struct unpack *unpack, const char **error)
{
    if (!fill_buffer(unpack, error))
        return false;
    for (size_t i = 0; i < sizeof packings / sizeof *packings; i++) {
        const struct packing *packing = &packings[i];
        if (unpack->in_size >= packing->begin_size && !memcmp(unpack->input, packing->begin, packing->begin_size)) {
            unpack->packing = packing;
            return packing->open(unpack, error);
        }
    }
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        size_t size = strlen(refusals[i].begin);
        if (unpack->in_size >= size && !memcmp(unpack->input, refusals[i].begin, size))
            return set_error(error, refusals[i].error);
    }
    return true;
}

static struct unpack *new_unpack(struct arena *arena)
{
    struct unpack *unpack = memory_alloc(sizeof *unpack);
    memset(unpack, 0, offsetof(struct unpack, input));
    unpack->arena = arena;
    return unpack;
}

struct unpack *unpack_open(struct arena *arena, const char *path, const char **error)
{
    struct unpack *unpack = new_unpack(arena);
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

struct unpack *unpack_open_bytes(struct arena *arena, const void *bytes, size_t size, const char **error)
{
    struct unpack *unpack = new_unpack(arena);
    unpack->memory = bytes;
    unpack->memory_size = size;
    if (find_packing(unpack, error))
        return unpack;
    unpack_close(unpack);
    return NULL;
}

bool unpack_read(struct unpack *unpack, const void **bytes, size_t *size, const char **error)
{
    if (unpack->packing)
        return unpack->packing->read(unpack, bytes, size, error);
    if (unpack->is_begun && !fill_buffer(unpack, error))
        return false;
    unpack->is_begun = true; /* the first piece was read to recognise the format of the file */
    *bytes = unpack->input;
    *size = unpack->in_size;
    return true;
}

void unpack_close(struct unpack *unpack)
{
    if (unpack->packing)
        unpack->packing->close(unpack);
    if (!unpack->memory)
        file_close(unpack->arena, &unpack->file);
    free(unpack);
}
