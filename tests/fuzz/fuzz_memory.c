/*
 * Any bytes are a kernel dump or none: nothing is read outside of the file, the ranges of memory ascend without
 * overlaps, and bytes that are found at an address are those that are read there.
 *
 * The input is the size of the file and pieces of it, each an offset, a length and bytes. Between them lies what dumps
 * have there: PAGE in the header, and zeros.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "memory/address.h"
#include "memory/dump.h"
#include "memory/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FILE_MOST = 1 << 20, HEADER_SIZE = 0x2000, STEPS_MOST = 1000 };

/* A file in memory. */
struct bytes {
    const uint8_t *data;
    uint64_t size;
};

static bool read_bytes(void *user, uint64_t offset, void *bytes, size_t size)
{
    const struct bytes *file = user;
    if (offset > file->size || size > file->size - offset)
        abort();
    memcpy(bytes, file->data + offset, size);
    return true;
}

static void check_ranges(const struct kernel_dump *dump)
{
    for (size_t i = 0; i < dump->range_count; i++) {
        const struct kernel_dump_range *range = &dump->ranges[i];
        if (!range->size || range->offset > dump->file.size || range->size > dump->file.size - range->offset ||
            (i && range[-1].address + range[-1].size > range->address))
            abort();
    }
}

/* Walks a list from its head, and reads each element twice. */
static void walk(const struct kernel_dump *dump, uint64_t head)
{
    struct kernel_dump_error error;
    uint64_t at = head;
    for (int i = 0; i < STEPS_MOST; i++) {
        uint8_t links[16], first;
        uint64_t offset, left;
        if (!kernel_address_read(dump, at, links, 2 * dump->pointer_size, &error))
            return;
        if (!kernel_address_locate(dump, at, &offset, &left, &error) || !left ||
            !kernel_dump_read_file(dump, offset, &first, 1, "a byte", &error) || first != links[0])
            abort();
        at = kernel_dump_pointer(dump, links);
    }
}

static void try_dump(const struct kernel_dump_file *file)
{
    struct kernel_dump dump;
    struct kernel_dump_error error;
    struct kernel_image image;
    if (!kernel_dump_open(&dump, file, &error))
        return;
    struct kernel_dump_range *ranges = malloc(dump.range_room * sizeof *ranges + 1);
    if (!ranges)
        abort();
    if (kernel_dump_map(&dump, ranges, &error)) {
        check_ranges(&dump);
        kernel_address_find_levels(&dump);
        if (!kernel_image_find(&dump, &image, &error) && (image.has_pdb || image.has_timestamp))
            abort();
        walk(&dump, dump.process_head);
        walk(&dump, dump.module_list);
    }
    free(ranges);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4)
        return 0;
    uint32_t length = kernel_dump_u32(data) % FILE_MOST;
    uint8_t *bytes = calloc(length ? length : 1, 1);
    if (!bytes)
        abort();
    for (uint32_t i = 0; i < length && i < HEADER_SIZE; i++)
        bytes[i] = (uint8_t) "PAGE"[i % 4];
    for (size_t at = 4; size - at >= 8;) {
        uint32_t offset = kernel_dump_u32(data + at) % FILE_MOST, count = kernel_dump_u32(data + at + 4);
        at += 8;
        for (; count && at < size; count--, at++, offset++)
            if (offset < length)
                bytes[offset] = data[at];
    }
    struct bytes file = {bytes, length};
    try_dump(&(struct kernel_dump_file){read_bytes, &file, length});
    free(bytes);
    return 0;
}
