/* The structures of mingw-w64's own headers against the layouts of specs/: C and C++, 32 and 64 bits. */
#include <windows.h>
#include <winternl.h>
#include <evntrace.h>
#include <evntcons.h>

#include "etw/trace_logfile_header_assert.h"
#include "etw/wmi_buffer_header_assert.h"
#include "nt/types_assert.h"
#include "nt/windows_assert.h"

#if defined(_WIN64)
#define ASSERT_TYPE(name) STRATA_##name##_ASSERT_TYPE(name, 10_0, x64)
#define ASSERT_SIZE(name, type) STRATA_##name##_ASSERT_SIZE(type, 10_0, x64)
#else
#define ASSERT_TYPE(name) STRATA_##name##_ASSERT_TYPE(name, 10_0, x86)
#define ASSERT_SIZE(name, type) STRATA_##name##_ASSERT_SIZE(type, 10_0, x86)
#endif

ASSERT_TYPE(GUID);
ASSERT_TYPE(LIST_ENTRY);
ASSERT_TYPE(SINGLE_LIST_ENTRY);
ASSERT_TYPE(UNICODE_STRING);
ASSERT_TYPE(CRITICAL_SECTION);
ASSERT_TYPE(CONDITION_VARIABLE);
ASSERT_TYPE(SYSTEMTIME);
ASSERT_TYPE(TIME_ZONE_INFORMATION);
ASSERT_TYPE(TRACE_LOGFILE_HEADER);
ASSERT_TYPE(ETW_BUFFER_CONTEXT);
ASSERT_TYPE(POINT);
ASSERT_TYPE(POINTS);
ASSERT_TYPE(SIZE);
ASSERT_TYPE(RECT);
ASSERT_TYPE(FILETIME);
ASSERT_TYPE(MSG);
ASSERT_SIZE(CONDITION_VARIABLE, SRWLOCK); /* other names, the same size */

#if defined(WRONG)
/* The two pointers the other way round: what the compiler says must name them. */
struct wrong_entry {
    LIST_ENTRY *Blink;
    LIST_ENTRY *Flink;
};
#if defined(_WIN64)
STRATA_LIST_ENTRY_ASSERT_TYPE(struct wrong_entry, 10_0, x64);
#else
STRATA_LIST_ENTRY_ASSERT_TYPE(struct wrong_entry, 10_0, x86);
#endif
#endif
