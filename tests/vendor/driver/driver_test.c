/*
 * The driver itself, run in a program in place of the kernel: it is loaded, asked for a sample, given that back, given
 * what it must refuse, and unloaded.
 */
#include <stdio.h>
#include <string.h>

#include "kernel.h"
#include "waits.h"

NTSTATUS NTAPI DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path);

struct _DEVICE_OBJECT {
    int there;
};

static struct _DEVICE_OBJECT device;
static int completed;

NTSTATUS NTAPI IoCreateDevice(PDRIVER_OBJECT driver, ULONG extension, PUNICODE_STRING name, ULONG type,
                              ULONG characteristics, BOOLEAN exclusive, PDEVICE_OBJECT *made)
{
    printf("device of type 0x%lx, %u characters, extension %lu, %lu, %u\n", type,
           (unsigned)(name->Length / sizeof(WCHAR)), extension, characteristics, exclusive);
    device.there = 1;
    driver->DeviceObject = *made = &device;
    return STATUS_SUCCESS;
}

void NTAPI IoDeleteDevice(PDEVICE_OBJECT gone)
{
    gone->there = 0;
}

void FASTCALL IofCompleteRequest(PIRP irp, CCHAR boost)
{
    UNREFERENCED_PARAMETER(irp);
    completed += boost == IO_NO_INCREMENT;
}

NTSTATUS NTAPI RtlGetVersion(RTL_OSVERSIONINFOW *version)
{
    version->dwMajorVersion = 6;
    version->dwMinorVersion = 1;
    version->dwBuildNumber = 7601;
    return version->dwOSVersionInfoSize == sizeof *version ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

/* Sends a request, and tells what comes of it. */
static void request(const char *what, DRIVER_OBJECT *driver, UCHAR major, ULONG code, void *buffer, size_t in,
                    size_t out)
{
    IO_STACK_LOCATION here;
    IRP irp;
    NTSTATUS status;
    memset(&here, 0, sizeof here);
    memset(&irp, 0, sizeof irp);
    here.MajorFunction = major;
    here.Parameters.DeviceIoControl.IoControlCode = code;
    here.Parameters.DeviceIoControl.InputBufferLength = (ULONG)in;
    here.Parameters.DeviceIoControl.OutputBufferLength = (ULONG)out;
    irp.AssociatedIrp.SystemBuffer = buffer;
    irp.Tail.Overlay.CurrentStackLocation = &here;
    status = driver->MajorFunction[major](driver->DeviceObject, &irp);
    printf("%-18s 0x%08x, %lu bytes%s\n", what, (unsigned)status, (unsigned long)irp.IoStatus.Information,
           irp.IoStatus.Status == status ? "" : ", but not in the request");
}

int main(void)
{
    static DRIVER_OBJECT driver;
    union {
        struct wait_event event;
        struct wait wait;
    } buffer;
    const ULONG read = 0x226000, sample = 0x226004;

    printf("DriverEntry: 0x%08x\n", (unsigned)DriverEntry(&driver, NULL));
    request("open", &driver, IRP_MJ_CREATE, 0, NULL, 0, 0);
    request("no room", &driver, IRP_MJ_DEVICE_CONTROL, sample, &buffer, 0, sizeof(struct wait_event) - 1);
    request("sample", &driver, IRP_MJ_DEVICE_CONTROL, sample, &buffer, 0, sizeof buffer);
    request("no room", &driver, IRP_MJ_DEVICE_CONTROL, read, &buffer, sizeof buffer, sizeof(struct wait) - 1);
    request("cut off", &driver, IRP_MJ_DEVICE_CONTROL, read, &buffer, sizeof(struct wait_event) - 1, sizeof buffer);
    request("an unknown code", &driver, IRP_MJ_DEVICE_CONTROL, 0x226008, &buffer, sizeof buffer, sizeof buffer);
    request("read", &driver, IRP_MJ_DEVICE_CONTROL, read, &buffer, sizeof buffer.event, sizeof buffer);
    printf("thread %lu waited %lu\n", (unsigned long)buffer.wait.thread, (unsigned long)buffer.wait.time);
    request("close", &driver, IRP_MJ_CLOSE, 0, NULL, 0, 0);
    driver.DriverUnload(&driver);
    printf("%d completed, device %s\n", completed, device.there ? "left behind" : "gone");
    return 0;
}
