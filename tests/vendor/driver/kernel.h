/*
 * What this driver needs of the WDK's ntddk.h, for compilers that have none. Where there is one (mingw-w64's, the
 * WDK's), it is taken instead: -DWAITS_NTDDK. layouts.c sees to it that both are the same.
 */
#ifndef KERNEL_H
#define KERNEL_H

#if defined(WAITS_NTDDK)
#include <ntddk.h>
#else

#include <stddef.h>

#define NTAPI __stdcall
#define FASTCALL __fastcall
#define NTKERNELAPI __declspec(dllimport)
#define UNREFERENCED_PARAMETER(name) (void)(name)

typedef unsigned char UCHAR, BOOLEAN;
typedef short CSHORT;
typedef unsigned short USHORT;
typedef long LONG, NTSTATUS;
typedef unsigned long ULONG;
typedef unsigned long long ULONG64;
typedef size_t ULONG_PTR;
typedef wchar_t WCHAR;
typedef void *PVOID;
typedef char CCHAR;

#define FALSE 0
#define STATUS_SUCCESS ((NTSTATUS)0)
#define STATUS_INVALID_DEVICE_REQUEST ((NTSTATUS)0xC0000010L)
#define STATUS_BUFFER_TOO_SMALL ((NTSTATUS)0xC0000023L)
#define STATUS_INVALID_PARAMETER ((NTSTATUS)0xC000000DL)
#define NT_SUCCESS(status) ((NTSTATUS)(status) >= 0)

#define IRP_MJ_CREATE 0x00
#define IRP_MJ_CLOSE 0x02
#define IRP_MJ_DEVICE_CONTROL 0x0E
#define IRP_MJ_MAXIMUM_FUNCTION 0x1B
#define IO_NO_INCREMENT 0
#define FILE_DEVICE_UNKNOWN 0x22
#define FILE_READ_ACCESS 1
#define METHOD_BUFFERED 0
#define CTL_CODE(type, function, method, access) (((type) << 16) | ((access) << 14) | ((function) << 2) | (method))

typedef struct _LIST_ENTRY {
    struct _LIST_ENTRY *Flink;
    struct _LIST_ENTRY *Blink;
} LIST_ENTRY;

typedef struct _UNICODE_STRING {
    USHORT Length;
    USHORT MaximumLength;
    WCHAR *Buffer;
} UNICODE_STRING, *PUNICODE_STRING;

typedef struct _RTL_OSVERSIONINFOW {
    ULONG dwOSVersionInfoSize;
    ULONG dwMajorVersion;
    ULONG dwMinorVersion;
    ULONG dwBuildNumber;
    ULONG dwPlatformId;
    WCHAR szCSDVersion[128];
} RTL_OSVERSIONINFOW;

typedef struct _DEVICE_OBJECT DEVICE_OBJECT, *PDEVICE_OBJECT;
typedef struct _DRIVER_OBJECT DRIVER_OBJECT, *PDRIVER_OBJECT;
typedef struct _IRP IRP, *PIRP;

typedef NTSTATUS(NTAPI *PDRIVER_DISPATCH)(PDEVICE_OBJECT device, PIRP irp);
typedef void(NTAPI *PDRIVER_UNLOAD)(PDRIVER_OBJECT driver);

struct _DRIVER_OBJECT {
    CSHORT Type;
    CSHORT Size;
    PDEVICE_OBJECT DeviceObject;
    ULONG Flags;
    PVOID DriverStart;
    ULONG DriverSize;
    PVOID DriverSection;
    PVOID DriverExtension;
    UNICODE_STRING DriverName;
    PUNICODE_STRING HardwareDatabase;
    PVOID FastIoDispatch;
    PVOID DriverInit;
    PVOID DriverStartIo;
    PDRIVER_UNLOAD DriverUnload;
    PDRIVER_DISPATCH MajorFunction[IRP_MJ_MAXIMUM_FUNCTION + 1];
};

typedef struct _IO_STATUS_BLOCK {
    union {
        NTSTATUS Status;
        PVOID Pointer;
    };
    ULONG_PTR Information;
} IO_STATUS_BLOCK;

typedef struct _IO_STACK_LOCATION {
    UCHAR MajorFunction;
    UCHAR MinorFunction;
    UCHAR Flags;
    UCHAR Control;
    union {
        struct {
            _Alignas(PVOID) ULONG OutputBufferLength;
            _Alignas(PVOID) ULONG InputBufferLength;
            _Alignas(PVOID) ULONG IoControlCode;
            PVOID Type3InputBuffer;
        } DeviceIoControl;
    } Parameters;
    PDEVICE_OBJECT DeviceObject;
    PVOID FileObject;
    PVOID CompletionRoutine;
    PVOID Context;
} IO_STACK_LOCATION, *PIO_STACK_LOCATION;

struct _IRP {
    CSHORT Type;
    USHORT Size;
    PVOID MdlAddress;
    ULONG Flags;
    union {
        PIRP MasterIrp;
        LONG IrpCount;
        PVOID SystemBuffer;
    } AssociatedIrp;
    LIST_ENTRY ThreadListEntry;
    IO_STATUS_BLOCK IoStatus;
    CCHAR RequestorMode;
    BOOLEAN PendingReturned;
    CCHAR StackCount;
    CCHAR CurrentLocation;
    BOOLEAN Cancel;
    UCHAR CancelIrql;
    CCHAR ApcEnvironment;
    UCHAR AllocationFlags;
    PVOID UserIosb;
    PVOID UserEvent;
    _Alignas(ULONG64) PVOID Overlay[2];
    PVOID CancelRoutine;
    PVOID UserBuffer;
    union {
        struct {
            PVOID DriverContext[4];
            PVOID Thread;
            PVOID AuxiliaryBuffer;
            LIST_ENTRY ListEntry;
            PIO_STACK_LOCATION CurrentStackLocation;
            PVOID OriginalFileObject;
        } Overlay;
    } Tail;
};

static inline PIO_STACK_LOCATION IoGetCurrentIrpStackLocation(PIRP irp)
{
    return irp->Tail.Overlay.CurrentStackLocation;
}

NTKERNELAPI NTSTATUS NTAPI IoCreateDevice(PDRIVER_OBJECT driver, ULONG extension, PUNICODE_STRING name, ULONG type,
                                          ULONG characteristics, BOOLEAN exclusive, PDEVICE_OBJECT *device);
NTKERNELAPI void NTAPI IoDeleteDevice(PDEVICE_OBJECT device);
NTKERNELAPI void FASTCALL IofCompleteRequest(PIRP irp, CCHAR boost);
NTKERNELAPI NTSTATUS NTAPI RtlGetVersion(RTL_OSVERSIONINFOW *version);
#define IoCompleteRequest(irp, boost) IofCompleteRequest(irp, boost)

#endif
#endif
