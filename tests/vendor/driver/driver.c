/*
 * A driver without pool, without libc, without anything but four imports: callers give it events of kernel traces and
 * are told which thread waited for a resource, and how long.
 */
#include "kernel.h"
#include "waits.h"

/* In: the bytes of an event. Out: a struct wait. */
#define IOCTL_WAITS_READ CTL_CODE(FILE_DEVICE_UNKNOWN, 0x800u, METHOD_BUFFERED, FILE_READ_ACCESS)
/* In: nothing. Out: a struct wait_event, for IOCTL_WAITS_READ. */
#define IOCTL_WAITS_SAMPLE CTL_CODE(FILE_DEVICE_UNKNOWN, 0x801u, METHOD_BUFFERED, FILE_READ_ACCESS)

static struct windows running;

static NTSTATUS read_event(void *buffer, ULONG in, ULONG out, ULONG_PTR *written)
{
    struct wait wait;
    if (out < sizeof wait)
        return STATUS_BUFFER_TOO_SMALL;
    if (waits_read(&wait, (const unsigned char *)buffer, in, running) != STRATA_OK)
        return STATUS_INVALID_PARAMETER;
    *(struct wait *)buffer = wait;
    *written = sizeof wait;
    return STATUS_SUCCESS;
}

static NTSTATUS make_sample(void *buffer, ULONG out, ULONG_PTR *written)
{
    if (out < sizeof(struct wait_event))
        return STATUS_BUFFER_TOO_SMALL;
    waits_sample((struct wait_event *)buffer, 1000, 4);
    *written = sizeof(struct wait_event);
    return STATUS_SUCCESS;
}

static NTSTATUS NTAPI dispatch(PDEVICE_OBJECT device, PIRP irp)
{
    const IO_STACK_LOCATION *here = IoGetCurrentIrpStackLocation(irp);
    NTSTATUS status = STATUS_SUCCESS;
    ULONG_PTR written = 0;
    UNREFERENCED_PARAMETER(device);
    if (here->MajorFunction == IRP_MJ_DEVICE_CONTROL) {
        void *buffer = irp->AssociatedIrp.SystemBuffer;
        ULONG in = here->Parameters.DeviceIoControl.InputBufferLength;
        ULONG out = here->Parameters.DeviceIoControl.OutputBufferLength;
        switch (here->Parameters.DeviceIoControl.IoControlCode) {
        case IOCTL_WAITS_READ:
            status = read_event(buffer, in, out, &written);
            break;
        case IOCTL_WAITS_SAMPLE:
            status = make_sample(buffer, out, &written);
            break;
        default:
            status = STATUS_INVALID_DEVICE_REQUEST;
        }
    }
    irp->IoStatus.Status = status;
    irp->IoStatus.Information = written;
    IoCompleteRequest(irp, IO_NO_INCREMENT);
    return status;
}

static void NTAPI unload(PDRIVER_OBJECT driver)
{
    IoDeleteDevice(driver->DeviceObject);
}

NTSTATUS NTAPI DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path);

NTSTATUS NTAPI DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path)
{
    static WCHAR text[] = L"\\Device\\Waits";
    UNICODE_STRING name = {sizeof text - sizeof *text, sizeof text, text};
    RTL_OSVERSIONINFOW version;
    PDEVICE_OBJECT device;
    NTSTATUS status;
    UNREFERENCED_PARAMETER(registry_path);

    version.dwOSVersionInfoSize = sizeof version;
    status = RtlGetVersion(&version);
    if (!NT_SUCCESS(status))
        return status;
    running.major = version.dwMajorVersion;
    running.minor = version.dwMinorVersion;
    running.build = version.dwBuildNumber;
    driver->DriverUnload = unload;
    driver->MajorFunction[IRP_MJ_CREATE] = dispatch;
    driver->MajorFunction[IRP_MJ_CLOSE] = dispatch;
    driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = dispatch;
    return IoCreateDevice(driver, 0, &name, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
}
