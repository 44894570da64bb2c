/* The types that Windows programs have already, as mingw-w64's headers have them, against the layouts of the specs. */
#include <windows.h>

#include <evntrace.h>

#include <evntcons.h>

#include "etw/trace_headers_assert.h"
#include "etw/trace_logfile_header_assert.h"

#ifdef _WIN64
#define ARCH x64
#else
#define ARCH x86
#endif
#define SAME(S, type) SAME_ON(S, type, ARCH)
#define SAME_ON(S, type, arch) SAME_AS(S, type, arch)
#define SAME_AS(S, type, arch) STRATA_##S##_ASSERT_TYPE(type, 6_1, arch)

SAME(SYSTEMTIME, SYSTEMTIME);
SAME(TIME_ZONE_INFORMATION, TIME_ZONE_INFORMATION);
SAME(TRACE_LOGFILE_HEADER, TRACE_LOGFILE_HEADER);
SAME(EVENT_TRACE_HEADER, EVENT_TRACE_HEADER);
SAME(EVENT_DESCRIPTOR, EVENT_DESCRIPTOR);
SAME(EVENT_HEADER, EVENT_HEADER);
