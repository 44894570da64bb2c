#include "host.h"

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
