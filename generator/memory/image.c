#include "memory/image.h"

#include <string.h>

#include "memory/address.h"
#include "memory/dump.h"

/* Offsets and sizes in bytes. */
enum {
    DRIVER_ENTRY = 8,       /* offset of the KLDR_DATA_TABLE_ENTRY in an entry of a triage dump's list */
    ENTRY_TIMESTAMP = 0x80, /* offset in a KLDR_DATA_TABLE_ENTRY; only triage dumps have it there */
    ENTRY_END = 0x84,

    /* contains the address of the signature, counted from the base of the image, like all addresses in it */
    DOS_NEW_HEADER = 0x3C,
    DOS_SIZE = 0x40,
    PE_TIMESTAMP = 0x08, /* counted from the signature */
    PE_MAGIC = 0x18,
    PE_IMAGE_SIZE = 0x50,
    PE_SIZE = 0xC0,
    DIRECTORY_DEBUG = 6,
    DEBUG_SIZE = 28,
    DEBUG_TYPE = 0x0C,
    DEBUG_TYPE_CODEVIEW = 2,
    DEBUG_DATA = 0x14,
    DEBUG_MOST = 64, /* entries of a debug directory that are read; linkers write fewer than ten */
    RSDS_GUID = 4,
    RSDS_AGE = 20,
    RSDS_SIZE = 24
};

/* Positions that differ between 32-bit and 64-bit images, and between their KLDR_DATA_TABLE_ENTRY. */
static const struct form {
    unsigned pointer_size;
    unsigned entry_base, entry_size;
    /* counted from the signature; the debug directory has an address and a size */
    unsigned magic, directory_count, debug;
} forms[] = {
    {4, 0x18, 0x20, 0x10B, 0x74, 0xA8},
    {8, 0x30, 0x40, 0x20B, 0x84, 0xB8},
};

static const struct form *find_form(const struct kernel_dump *dump)
{
    return &forms[dump->pointer_size == 8];
}

/* Reads bytes of the image. Returns false if they are outside of the image, or if the dump does not have them. */
static bool read_image(const struct kernel_dump *dump, const struct kernel_image *image, uint64_t address, void *bytes,
                       size_t size)
{
    struct kernel_dump_error ignored;
    return address <= image->size && size <= image->size - address && image->base <= UINT64_MAX - address &&
           kernel_address_read(dump, image->base + address, bytes, size, &ignored);
}

/* Takes GUID and age from the debug directory, if the dump contains it. */
static void find_pdb(const struct kernel_dump *dump, struct kernel_image *image, uint32_t address, uint32_t size)
{
    unsigned char entry[DEBUG_SIZE], data[RSDS_SIZE];
    for (uint32_t i = 0; i < size / DEBUG_SIZE && i < DEBUG_MOST; i++) {
        if (!read_image(dump, image, address + (uint64_t)i * DEBUG_SIZE, entry, sizeof entry))
            return;
        if (kernel_dump_u32(entry + DEBUG_TYPE) != DEBUG_TYPE_CODEVIEW ||
            !read_image(dump, image, kernel_dump_u32(entry + DEBUG_DATA), data, sizeof data) ||
            memcmp(data, "RSDS", 4) != 0)
            continue;
        memcpy(image->guid, data + RSDS_GUID, sizeof image->guid);
        image->age = kernel_dump_u32(data + RSDS_AGE);
        image->has_pdb = true;
        return;
    }
}

/* Takes the identity from the headers of the image, if the dump contains them. */
static void read_headers(const struct kernel_dump *dump, struct kernel_image *image)
{
    const struct form *form = find_form(dump);
    unsigned char dos[DOS_SIZE], headers[PE_SIZE];
    if (!read_image(dump, image, 0, dos, sizeof dos) || memcmp(dos, "MZ", 2) != 0 ||
        !read_image(dump, image, kernel_dump_u32(dos + DOS_NEW_HEADER), headers, sizeof headers) ||
        memcmp(headers, "PE\0\0", 4) != 0 || (kernel_dump_u32(headers + PE_MAGIC) & 0xFFFF) != form->magic ||
        kernel_dump_u32(headers + PE_IMAGE_SIZE) != image->size)
        return;
    image->timestamp = kernel_dump_u32(headers + PE_TIMESTAMP);
    image->has_timestamp = true;
    if (kernel_dump_u32(headers + form->directory_count) > DIRECTORY_DEBUG)
        find_pdb(dump, image, kernel_dump_u32(headers + form->debug), kernel_dump_u32(headers + form->debug + 4));
}

bool kernel_image_find(const struct kernel_dump *dump, struct kernel_image *image, struct kernel_dump_error *error)
{
    const struct form *form = find_form(dump);
    unsigned char first[8], entry[ENTRY_END];
    bool is_triage = dump->type == KERNEL_DUMP_TRIAGE;
    *image = (struct kernel_image){0};
    if (is_triage && !dump->driver_count)
        return kernel_dump_fail(error, "the list of drivers is empty");
    if (is_triage ? !dump->file.read(dump->file.user, dump->drivers + DRIVER_ENTRY, entry, sizeof entry)
                  : !kernel_address_read(dump, dump->module_list, first, dump->pointer_size, error) ||
                        !kernel_address_read(dump, kernel_dump_pointer(dump, first), entry, sizeof entry, error))
        return !is_triage ? false : kernel_dump_fail(error, "the list of drivers cannot be read");
    image->base = kernel_dump_pointer(dump, entry + form->entry_base);
    image->size = kernel_dump_u32(entry + form->entry_size);
    if (is_triage) {
        image->timestamp = kernel_dump_u32(entry + ENTRY_TIMESTAMP);
        image->has_timestamp = true;
    }
    read_headers(dump, image);
    return true;
}
