/*
 * The running kernel, as a driver sees it, at PASSIVE_LEVEL.
 *
 * The image of the kernel has its identity. If Strata does not know that: CR4 says what paging is used. The version is
 * that of the system; where the kernel is of another build, Strata looks it
 * up by the axis. The revision is UBR in the registry. The revision of the kernel's image may be a little less, so such
 * a driver requires STRATA_BRACKETED, not STRATA_ATTESTED.
 */
#include "kernel.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

#include "host.h"

#define CR4_PAE (1u << 5)
#define CR4_LA57 (1u << 12)

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
static size_t read_cr4(void)
{
#if defined(_MSC_VER) && !defined(__clang__)
    return __readcr4();
#else
    size_t cr4;

    __asm__ volatile("mov %%cr4, %0" : "=r"(cr4));
    return cr4;
#endif
}

/* Sets the machine and what CR4 says about paging. */
static void find_paging(struct host *host)
{
    size_t cr4 = read_cr4();

    host->machine = sizeof cr4 == 8 ? HOST_MACHINE_X64 : HOST_MACHINE_X86;
    host->has_pae = (cr4 & CR4_PAE) != 0;
    host->has_la57 = (cr4 & CR4_LA57) != 0;
}
#else
static void find_paging(struct host *host)
{
    host->machine = HOST_MACHINE_ARM64;
}
#endif

/* Returns the revision of the system. A driver that the boot loader loads begins before the registry has it. */
static uint32_t find_revision(void)
{
    static WCHAR key_text[] = L"\\Registry\\Machine\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion";
    static WCHAR value_text[] = L"UBR";
    UNICODE_STRING key_name = {sizeof key_text - sizeof *key_text, sizeof key_text, key_text};
    UNICODE_STRING value_name = {sizeof value_text - sizeof *value_text, sizeof value_text, value_text};
    OBJECT_ATTRIBUTES attributes = {sizeof attributes, NULL, &key_name, OBJ_CASE_INSENSITIVE | OBJ_KERNEL_HANDLE, NULL,
                                    NULL};
    union {
        KEY_VALUE_PARTIAL_INFORMATION value;
        UCHAR room[sizeof(KEY_VALUE_PARTIAL_INFORMATION) + 4];
    } information;
    uint32_t revision = STRATA_REVISION_ANY;
    const UCHAR *data = information.value.Data;
    ULONG size;
    HANDLE key;

    if (!NT_SUCCESS(ZwOpenKey(&key, KEY_READ, &attributes)))
        return revision;
    if (NT_SUCCESS(ZwQueryValueKey(key, &value_name, KeyValuePartialInformation, &information, sizeof information,
                                   &size)) &&
        information.value.Type == REG_DWORD && information.value.DataLength == 4)
        revision = (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
    ZwClose(key);
    return revision;
}

/* Sets the target by the identity of the kernel, which has RtlGetVersion. */
static strata_status find_by_identity(strata_target *target)
{
#if defined(_WIN64)
    PVOID base;

    if (RtlPcToFileHeader((PVOID)(ULONG_PTR)RtlGetVersion, &base) != NULL)
        return host_target_of_image(base, host_image_size(base), target);
#endif
    *target = 0;
    return STRATA_BAD_VERSION; /* kernels of 32 bits do not export RtlPcToFileHeader */
}

strata_status target_of_host(strata_target *target)
{
    struct host host = {0};
    RTL_OSVERSIONINFOW version;

    if (find_by_identity(target) == STRATA_OK)
        return STRATA_OK;
    version.dwOSVersionInfoSize = sizeof version;
    if (!NT_SUCCESS(RtlGetVersion(&version)))
        return STRATA_BAD_VERSION;
    find_paging(&host);
    host.major = version.dwMajorVersion;
    host.minor = version.dwMinorVersion;
    host.build = version.dwBuildNumber;
    host.revision = find_revision();
    return host_target(&host, target);
}
