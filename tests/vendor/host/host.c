#include "host.h"

#include "ntoskrnl/types_identity.h"

#define HEADERS_SIZE 0x1000u /* of an image: its first page */
#define DEBUG_ENTRY_SIZE 28u
#define DEBUG_CODEVIEW 2u
#define RSDS_SIZE 24u
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Returns a number of an image, 0 if it lies outside. */
static uint32_t number_at(const unsigned char *image, size_t size, uint64_t at)
{
    return at + 4 <= size ? strata_load_u32(image + at) : 0;
}

/* Returns where the headers of an image begin, 0 if it is none. */
static uint32_t find_headers(const unsigned char *image, size_t size)
{
    uint32_t headers = number_at(image, size, 0x3C);

    return number_at(image, size, headers) == 0x00004550 ? headers : 0; /* "PE" and two NULs */
}

size_t host_image_size(const unsigned char *image)
{
    uint32_t headers = find_headers(image, HEADERS_SIZE);

    return headers != 0 ? number_at(image, HEADERS_SIZE, (uint64_t)headers + 0x50) : 0;
}

strata_status host_target_of_image(const unsigned char *image, size_t size, strata_target *target)
{
    uint64_t headers = find_headers(image, size);
    int is_64 = (number_at(image, size, headers + 0x18) & 0xFFFF) == 0x20B;
    uint64_t directory = headers + (is_64 ? 0xB8 : 0xA8);
    uint64_t at = number_at(image, size, directory);
    uint64_t end = at + number_at(image, size, directory + 4);

    *target = 0;
    for (; headers != 0 && at + DEBUG_ENTRY_SIZE <= end && at + DEBUG_ENTRY_SIZE <= size; at += DEBUG_ENTRY_SIZE) {
        uint64_t record = number_at(image, size, at + 0x14);

        if (number_at(image, size, at + 0x0C) == DEBUG_CODEVIEW && record + RSDS_SIZE <= size &&
            number_at(image, size, record) == 0x53445352) /* "RSDS" */
            return strata_find_by_identity(strata_identities_ntoskrnl_types, COUNT(strata_identities_ntoskrnl_types),
                                           image + record + 4, number_at(image, size, record + 0x14), target);
    }
    return STRATA_INVALID;
}

uint32_t host_arch(const struct host *host)
{
    switch (host->machine) {
    case HOST_MACHINE_X86:
        return host->has_pae ? STRATA_ARCH_X86PAE : STRATA_ARCH_X86;
    case HOST_MACHINE_X64:
        return host->has_la57 ? STRATA_ARCH_X64LA57 : STRATA_ARCH_X64;
    case HOST_MACHINE_ARM64:
        return STRATA_ARCH_ARM64;
    default:
        return 0;
    }
}

strata_status host_target(const struct host *host, strata_target *target)
{
    uint32_t arch = host_arch(host);

    *target = strata_target_of(arch, host->major, host->minor, host->build, host->revision);
    return arch != 0 ? STRATA_OK : STRATA_BAD_ARCH;
}

const char *host_file_name(const char *path)
{
    const char *name = path;

    for (; *path != '\0'; path++)
        if (*path == '\\')
            name = path + 1;
    return name;
}

int host_is_la57_image(const char *path)
{
    static const char image[] = "ntkrla57.exe";
    const char *name = host_file_name(path);
    size_t i;

    for (i = 0; i + 1 < sizeof image; i++) {
        char c = name[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c != image[i])
            return 0;
    }
    return name[i] == '\0';
}
