/*
 * What host_kernel.c and driver.c need of the WDK's ntddk.h, for compilers that have none. With -DHOST_NTDDK they
 * include ntddk.h itself.
 */
#ifndef KERNEL_H
#define KERNEL_H

#if defined(HOST_NTDDK)
#include <ntddk.h>

__declspec(dllimport) PVOID NTAPI RtlPcToFileHeader(PVOID address, PVOID *base); /* mingw-w64 has it in no header */
#else

#include <stddef.h>

#define NTAPI __stdcall
#define NTKERNELAPI __declspec(dllimport)

typedef unsigned char UCHAR;
typedef unsigned short USHORT;
typedef long NTSTATUS;
typedef unsigned long ULONG;
typedef wchar_t WCHAR;
typedef void *PVOID, *HANDLE;
typedef size_t ULONG_PTR;

#define NT_SUCCESS(status) ((NTSTATUS)(status) >= 0)
#define STATUS_SUCCESS ((NTSTATUS)0)
#define STATUS_NOT_SUPPORTED ((NTSTATUS)0xC00000BBL)
#define STATUS_REVISION_MISMATCH ((NTSTATUS)0xC0000059L)
#define KEY_READ 0x20019
#define REG_DWORD 4
#define OBJ_CASE_INSENSITIVE 0x40
#define OBJ_KERNEL_HANDLE 0x200

typedef struct _UNICODE_STRING {
    USHORT Length;
    USHORT MaximumLength;
    WCHAR *Buffer;
} UNICODE_STRING, *PUNICODE_STRING;

typedef struct _OBJECT_ATTRIBUTES {
    ULONG Length;
    HANDLE RootDirectory;
    PUNICODE_STRING ObjectName;
    ULONG Attributes;
    PVOID SecurityDescriptor;
    PVOID SecurityQualityOfService;
} OBJECT_ATTRIBUTES;

typedef struct _RTL_OSVERSIONINFOW {
    ULONG dwOSVersionInfoSize;
    ULONG dwMajorVersion;
    ULONG dwMinorVersion;
    ULONG dwBuildNumber;
    ULONG dwPlatformId;
    WCHAR szCSDVersion[128];
} RTL_OSVERSIONINFOW;

typedef enum _KEY_VALUE_INFORMATION_CLASS { KeyValuePartialInformation = 2 } KEY_VALUE_INFORMATION_CLASS;

typedef struct _KEY_VALUE_PARTIAL_INFORMATION {
    ULONG TitleIndex;
    ULONG Type;
    ULONG DataLength;
    UCHAR Data[1];
} KEY_VALUE_PARTIAL_INFORMATION;

typedef struct _DRIVER_OBJECT *PDRIVER_OBJECT;

NTKERNELAPI NTSTATUS NTAPI RtlGetVersion(RTL_OSVERSIONINFOW *version);
NTKERNELAPI PVOID NTAPI RtlPcToFileHeader(PVOID address, PVOID *base);
NTKERNELAPI NTSTATUS NTAPI ZwOpenKey(HANDLE *key, ULONG access, OBJECT_ATTRIBUTES *attributes);
NTKERNELAPI NTSTATUS NTAPI ZwQueryValueKey(HANDLE key, PUNICODE_STRING name, KEY_VALUE_INFORMATION_CLASS kind,
                                           PVOID information, ULONG size, ULONG *needed);
NTKERNELAPI NTSTATUS NTAPI ZwClose(HANDLE handle);

#endif
#endif
