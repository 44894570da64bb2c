#include <string.h>

#include "bytes/unpack.h"
#include "debug/debug_parts.h"
#include "debug/elf.h"
#include "pdb/little.h"

/* ---- Headers */

/* Offsets in the header of an image for a PC, as the kernel's Documentation/arch/x86/boot.rst describes it, and the
 * first version of the header that contains the position of the kernel. */
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

/* Offsets in the header of an image for EFI that expands itself, as the kernel's
 * drivers/firmware/efi/libstub/zboot-header.S defines it. */
enum { EFI_MAGIC = 4, EFI_PAYLOAD = 8, EFI_PAYLOAD_SIZE = 12, EFI_HEADER_END = 0x40 };

static bool is_pc_image(const void *piece, size_t size)
{
    return size >= HEADER_END && !memcmp((const char *)piece + MAGIC, "HdrS", 4);
}

static bool is_efi_image(const void *piece, size_t size)
{
    return size >= EFI_HEADER_END && !memcmp(piece, "MZ", 2) && !memcmp((const char *)piece + EFI_MAGIC, "zimg", 4);
}

bool debug_is_boot_image(const void *piece, size_t size)
{
    return is_pc_image(piece, size) || is_efi_image(piece, size);
}

/* ---- The kernel in an image */

/* Reports a compression that kernels may have and that this program does not read. Returns false then. */
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

/* True if the size of the expanded kernel follows a payload. After gzip it does not, because gzip contains it. */
static bool has_size_behind(const unsigned char *payload, size_t size)
{
    return size >= 4 && memcmp(payload, "\x1F\x8B", 2) != 0 && !elf_is(payload, size);
}

/* Expands a payload. The size of the expanded kernel may follow it. */
static bool expand_payload(struct debug *debug, const unsigned char *payload, size_t size, struct buffer *kernel)
{
    const char *error;
    const void *piece;
    size_t piece_size;
    bool has_size = has_size_behind(payload, size);
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
        return debug_fail(debug, "its kernel has 0x%zX bytes, and the image says 0x%lX", kernel->size,
                          (unsigned long)expanded);
    struct debug_image image;
    return elf_is(kernel->data, kernel->size) || debug_find_image(kernel->data, kernel->size, &image) ||
           debug_fail(debug, "what it boots is neither an ELF file nor an image of a kernel");
}

/* Finds the payload of an image for a PC, including the size that follows it. */
static bool find_pc_payload(struct debug *debug, const unsigned char *image, uint64_t *at, uint64_t *size)
{
    unsigned sectors = image[SECTORS] ? image[SECTORS] : SECTORS_BY_DEFAULT;
    *at = (uint64_t)(sectors + 1) * SECTOR + little_u32(image + PAYLOAD);
    *size = little_u32(image + PAYLOAD_SIZE);
    return little_u16(image + VERSION) >= VERSION_WITH_PAYLOAD ||
           debug_fail(debug, "its boot header is older than Linux 2.6.26, and does not say where the kernel is");
}

/* Finds the payload of an image for EFI. Adds the size that follows it, which the header does not count. */
static void find_efi_payload(const unsigned char *image, size_t image_size, uint64_t *at, uint64_t *size)
{
    *at = little_u32(image + EFI_PAYLOAD);
    *size = little_u32(image + EFI_PAYLOAD_SIZE);
    if (*at <= image_size && has_size_behind(image + *at, image_size - (size_t)*at))
        *size += 4;
}

bool debug_expand_boot_image(struct debug *debug, struct buffer *bytes)
{
    const unsigned char *image = (const unsigned char *)bytes->data;
    uint64_t at = 0, size = 0;
    struct buffer kernel = {0};
    if (is_efi_image(image, bytes->size))
        find_efi_payload(image, bytes->size, &at, &size);
    else if (!find_pc_payload(debug, image, &at, &size))
        return false;
    if (at > bytes->size || bytes->size - at < size)
        return debug_fail(debug, "its kernel, 0x%llX bytes at 0x%llX, lies outside of the 0x%zX bytes of the file",
                          (unsigned long long)size, (unsigned long long)at, bytes->size);
    if (!refuse_compression(debug, image + at, (size_t)size) ||
        !expand_payload(debug, image + at, (size_t)size, &kernel)) {
        buffer_free(&kernel);
        return false;
    }
    buffer_free(bytes);
    *bytes = kernel;
    return true;
}
