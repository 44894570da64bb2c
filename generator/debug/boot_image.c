#include <string.h>

#include "bytes/unpack.h"
#include "debug/debug_parts.h"
#include "debug/elf.h"
#include "pdb/little.h"

/* Places in the header of an image, as Documentation/arch/x86/boot.rst of the kernel has them, and the first version
 * of the header that says where the kernel is. */
enum {
    SECTORS = 0x1F1,
    MAGIC = 0x202,
    VERSION = 0x206,
    PAYLOAD = 0x248,
    PAYLOAD_SIZE = 0x24C,
    HEADER_END = 0x250,
    SECTOR = 512,
    SECTORS_BY_DEFAULT = 4,
    VERSION_WITH_PAYLOAD = 0x208
};

bool debug_is_boot_image(const void *piece, size_t size)
{
    return size >= HEADER_END && !memcmp((const char *)piece + MAGIC, "HdrS", 4);
}

/* Refuses compressions that kernels may have and that are not read. */
static bool refuse_compression(struct debug *debug, const unsigned char *payload, size_t size)
{
    static const struct {
        const char begin[4];
        size_t size;
        const char *name;
    } others[] = {{"BZh", 3, "bzip2"}, {"\x5D\0\0", 3, "LZMA"}, {"\x89LZO", 4, "LZO"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (size >= others[i].size && !memcmp(payload, others[i].begin, others[i].size))
            return debug_fail(debug,
                              "its kernel is compressed by %s, which is not supported; `extract-vmlinux` of the "
                              "kernel's sources expands it",
                              others[i].name);
    return true;
}

/* Expands a payload. Its size without compression follows it, except after gzip, which says it by itself. */
static bool expand(struct debug *debug, const unsigned char *payload, size_t size, struct buffer *kernel)
{
    const char *error;
    const void *piece;
    size_t piece_size;
    bool has_size = size >= 4 && memcmp(payload, "\x1F\x8B", 2) != 0 && !elf_is(payload, size);
    uint32_t expanded = has_size ? little_u32(payload + size - 4) : 0;
    struct unpack *unpack = unpack_open_bytes(debug->file->arena, payload, has_size ? size - 4 : size, &error);
    if (!unpack)
        return debug_fail(debug, "its kernel cannot be expanded: %s", error);
    bool done;
    while ((done = unpack_read(unpack, &piece, &piece_size, &error)) && piece_size) {
        buffer_add(kernel, piece, piece_size);
        if (kernel->size > (size_t)DEBUG_SIZE_MOST_MIB << 20) {
            done = false;
            error = "it has more than 1 GiB";
            break;
        }
    }
    unpack_close(unpack);
    if (!done)
        return debug_fail(debug, "its kernel cannot be expanded: %s", error);
    if (has_size && kernel->size != expanded)
        return debug_fail(debug, "its kernel has another size than the image says");
    return elf_is(kernel->data, kernel->size) || debug_fail(debug, "what it boots is no ELF file");
}

bool debug_expand_boot_image(struct debug *debug, struct buffer *bytes)
{
    const unsigned char *image = (const unsigned char *)bytes->data;
    unsigned sectors = image[SECTORS] ? image[SECTORS] : SECTORS_BY_DEFAULT;
    uint64_t at = (uint64_t)(sectors + 1) * SECTOR + little_u32(image + PAYLOAD);
    uint32_t size = little_u32(image + PAYLOAD_SIZE);
    struct buffer kernel = {0};
    if (little_u16(image + VERSION) < VERSION_WITH_PAYLOAD)
        return debug_fail(debug, "its boot header is older than Linux 2.6.26, and does not say where the kernel is");
    if (at > bytes->size || bytes->size - at < size)
        return debug_fail(debug, "its kernel lies outside of the file");
    if (!refuse_compression(debug, image + at, size) || !expand(debug, image + at, size, &kernel)) {
        buffer_free(&kernel);
        return false;
    }
    buffer_free(bytes);
    *bytes = kernel;
    return true;
}
