/*
 * Nothing but asserts: that the types this driver takes for the kernel's are the kernel's. Those that Strata has a spec
 * of are compared with it, member by member; the others with numbers that the WDK's ntddk.h is held against, too.
 */
#include "kernel.h"

#include "nt/types_assert.h"

#if defined(_WIN64)
#define BITS(x86, x64) x64
#define ASSERT_TYPE(S) STRATA_##S##_ASSERT_TYPE(S, 6_1, x64)
#else
#define BITS(x86, x64) x86
#define ASSERT_TYPE(S) STRATA_##S##_ASSERT_TYPE(S, 6_1, x86)
#endif
#define ASSERT_AT(type, member, x86, x64) _Static_assert(offsetof(type, member) == BITS(x86, x64), #type "." #member)

ASSERT_TYPE(LIST_ENTRY);
ASSERT_TYPE(UNICODE_STRING);

ASSERT_AT(DRIVER_OBJECT, DriverUnload, 0x34, 0x68);
ASSERT_AT(DRIVER_OBJECT, MajorFunction, 0x38, 0x70);
ASSERT_AT(IRP, AssociatedIrp.SystemBuffer, 0x0C, 0x18);
ASSERT_AT(IRP, IoStatus.Information, 0x1C, 0x38);
ASSERT_AT(IRP, Tail.Overlay.CurrentStackLocation, 0x60, 0xB8);
ASSERT_AT(IO_STACK_LOCATION, Parameters.DeviceIoControl.OutputBufferLength, 0x04, 0x08);
ASSERT_AT(IO_STACK_LOCATION, Parameters.DeviceIoControl.InputBufferLength, 0x08, 0x10);
ASSERT_AT(IO_STACK_LOCATION, Parameters.DeviceIoControl.IoControlCode, 0x0C, 0x18);
ASSERT_AT(RTL_OSVERSIONINFOW, dwBuildNumber, 0x0C, 0x0C);
