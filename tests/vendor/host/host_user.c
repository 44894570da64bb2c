/*
 * The running kernel, as a program sees it.
 *
 * The image of the kernel in System32 has its identity. If Strata does not know that, the version of the image counts:
 * symbol files have the same number. RtlGetVersion and the
 * registry have the number of the system, whose build and revision may be others: 10.0.19045.5131 may run the kernel
 * 10.0.19041.5129.
 */
#include <windows.h>
#include <winternl.h>

#include "host.h"

#define SYSTEM_MODULE_INFORMATION ((SYSTEM_INFORMATION_CLASS)11)
#define NEUTRAL_VERSION 0x02 /* FILE_VER_GET_NEUTRAL: the numbers of the image, not those of its translation */

/* The answer to SYSTEM_MODULE_INFORMATION. The first module is the kernel. */
struct module {
    HANDLE section;
    PVOID mapped_base, base;
    ULONG size, flags;
    USHORT load_order, init_order, load_count, name_offset;
    char path[256];
};

struct modules {
    ULONG count;
    struct module items[1];
};

/* Sets the path of the kernel's image, of at most `room` characters with its NUL, and the size of the loaded image.
 * Returns 0 if Windows does not tell them, as to programs of low integrity. */
static int find_image(char *path, size_t room, size_t *image_size)
{
    ULONG size = 0;
    size_t i = 0;
    struct modules *modules = NULL;
    NTSTATUS status = NtQuerySystemInformation(SYSTEM_MODULE_INFORMATION, NULL, 0, &size);

    if (size >= sizeof *modules)
        modules = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, size *= 2); /* drivers may be loaded meanwhile */
    if (modules == NULL)
        return 0;
    status = NtQuerySystemInformation(SYSTEM_MODULE_INFORMATION, modules, size, &size);
    if (status >= 0 && modules->count > 0)
        for (; i + 1 < room && i + 1 < sizeof modules->items[0].path && modules->items[0].path[i] != '\0'; i++)
            path[i] = modules->items[0].path[i];
    *image_size = i > 0 ? modules->items[0].size : 0;
    path[i] = '\0';
    HeapFree(GetProcessHeap(), 0, modules);
    return i > 0;
}

/* Returns the version resource of a file, in memory of the process's heap, or NULL. */
static void *read_version(const WCHAR *path)
{
    typedef DWORD(WINAPI * get_size)(DWORD, const WCHAR *, DWORD *);
    typedef BOOL(WINAPI * get_info)(DWORD, const WCHAR *, DWORD, DWORD, void *);
    HMODULE library = GetModuleHandleW(L"version.dll");
    FARPROC sizes = GetProcAddress(library, "GetFileVersionInfoSizeExW");
    FARPROC infos = GetProcAddress(library, "GetFileVersionInfoExW");
    DWORD handle, size;
    void *block;

    if (sizes == NULL || infos == NULL)
        return NULL;
    size = ((get_size)(void (*)(void))sizes)(NEUTRAL_VERSION, path, &handle);
    block = size != 0 ? HeapAlloc(GetProcessHeap(), 0, size) : NULL;
    if (block != NULL && !((get_info)(void (*)(void))infos)(NEUTRAL_VERSION, path, 0, size, block)) {
        HeapFree(GetProcessHeap(), 0, block);
        block = NULL;
    }
    return block;
}

/* Sets the path of a file of System32, of at most MAX_PATH characters. Returns 0 if that is too short. */
static int find_system_path(const char *name, WCHAR *path)
{
    BOOL is_wow64 = FALSE;
    UINT length = GetWindowsDirectoryW(path, MAX_PATH);
    const WCHAR *directory;

    /* A 32-bit program on 64-bit Windows finds SysWOW64 at System32, which has no kernel. */
    IsWow64Process(GetCurrentProcess(), &is_wow64);
    directory = is_wow64 ? L"\\Sysnative\\" : L"\\System32\\";
    if (length == 0 || length + (UINT)lstrlenW(directory) + (UINT)lstrlenA(name) >= MAX_PATH)
        return 0;
    lstrcpyW(path + length, directory);
    length += (UINT)lstrlenW(directory);
    do
        path[length++] = (unsigned char)*name;
    while (*name++ != '\0');
    return 1;
}

/* Sets the target by the identity of the kernel's image, if the file still has the size of the image that runs: after an
 * update, and before the next start, another kernel runs. */
static strata_status find_by_identity(const WCHAR *path, size_t image_size, strata_target *target)
{
    strata_status status = STRATA_INVALID;
    HMODULE module = LoadLibraryExW(path, NULL, LOAD_LIBRARY_AS_IMAGE_RESOURCE);
    const unsigned char *image = (const unsigned char *)((ULONG_PTR)module & ~(ULONG_PTR)3); /* the bits say how */

    *target = 0;
    if (module == NULL)
        return STRATA_BAD_VERSION;
    if (host_image_size(image) == image_size)
        status = host_target_of_image(image, image_size, target);
    FreeLibrary(module);
    return status;
}

/* Sets the version of a file. */
static int find_file_version(const WCHAR *path, struct host *host)
{
    VS_FIXEDFILEINFO *fixed;
    UINT size;
    void *block;
    int is_found;

    block = read_version(path);
    if (block == NULL)
        return 0;
    is_found = VerQueryValueW(block, L"\\", (void **)&fixed, &size) && size >= sizeof *fixed;
    if (is_found) {
        host->major = HIWORD(fixed->dwFileVersionMS);
        host->minor = LOWORD(fixed->dwFileVersionMS);
        host->build = HIWORD(fixed->dwFileVersionLS);
        host->revision = LOWORD(fixed->dwFileVersionLS);
    }
    HeapFree(GetProcessHeap(), 0, block);
    return is_found;
}

/* Sets the version of the system, if the image of the kernel cannot be read. */
static int find_system_version(struct host *host)
{
    typedef NTSTATUS(NTAPI * get_version)(RTL_OSVERSIONINFOW *);
    RTL_OSVERSIONINFOW version = {.dwOSVersionInfoSize = sizeof version};
    FARPROC found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "RtlGetVersion");
    DWORD revision, size = sizeof revision;

    if (found == NULL || ((get_version)(void (*)(void))found)(&version) < 0)
        return 0;
    host->major = version.dwMajorVersion;
    host->minor = version.dwMinorVersion;
    host->build = version.dwBuildNumber;
    host->revision = STRATA_REVISION_ANY;
    if (RegGetValueW(HKEY_LOCAL_MACHINE, L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion", L"UBR", RRF_RT_REG_DWORD,
                     NULL, &revision, &size) == ERROR_SUCCESS)
        host->revision = revision;
    return 1;
}

/* Returns the machine of the kernel, also to a program that is emulated. */
static uint32_t find_machine(void)
{
    typedef BOOL(WINAPI * is_wow64_2)(HANDLE, USHORT *, USHORT *);
    FARPROC found = GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "IsWow64Process2");
    USHORT process, native;
    SYSTEM_INFO info;

    if (found != NULL && ((is_wow64_2)(void (*)(void))found)(GetCurrentProcess(), &process, &native))
        return native;
    GetNativeSystemInfo(&info);
    return info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_AMD64   ? HOST_MACHINE_X64
           : info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_INTEL ? HOST_MACHINE_X86
                                                                         : 0;
}

strata_status target_of_host(strata_target *target)
{
    struct host host = {0};
    WCHAR file[MAX_PATH];
    char path[256];
    size_t image_size = 0;
    int is_named = find_image(path, sizeof path, &image_size);
    int has_file = is_named && find_system_path(host_file_name(path), file);

    if (has_file && find_by_identity(file, image_size, target) == STRATA_OK)
        return STRATA_OK;
    *target = 0;
    host.machine = find_machine();
    host.has_pae = IsProcessorFeaturePresent(PF_PAE_ENABLED);
    host.has_la57 = is_named && host_is_la57_image(path);
    if (!(has_file && find_file_version(file, &host)) && !find_system_version(&host))
        return STRATA_BAD_VERSION;
    if (!is_named && host.machine == HOST_MACHINE_X64)
        return STRATA_UNCERTAIN;
    return host_target(&host, target);
}
