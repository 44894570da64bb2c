/*
 * Not part of the project: makes the memory image that test.sh shows to it, by the same headers. make_image x86|x64
 * writes 4 KiB from the address 0x10000 on, which is the list's head; one link is damaged when there is a second
 * argument.
 */
#include <stdio.h>
#include <string.h>

#include "etw/um_logger_context.h"
#include "nt/nt.h"

#define BASE 0x10000u
#define SESSION(n) (0x100u + 0x600u * (n))
#define NAME(n) (SESSION(n) + 0x500u)

static unsigned char memory[0x1000];
static strata_target target;
static int failed;

static void check(strata_status status)
{
    failed |= status != STRATA_OK;
}

/* Offset of a session's link in the image. */
static size_t link_of(unsigned session)
{
    strata_ETW_UM_LOGGER_CONTEXT v;
    check(strata_ETW_UM_LOGGER_CONTEXT_open(&v, memory, sizeof memory, target));
    return SESSION(session) + STRATA_ETW_UM_LOGGER_CONTEXT_OFFSET(&v, GlobalList);
}

static void set_link(size_t at, size_t next, size_t previous)
{
    strata_LIST_ENTRY link;
    check(strata_LIST_ENTRY_open_mutable(&link, memory + at, sizeof memory - at, target));
    check(strata_LIST_ENTRY_set_Flink(&link, BASE + next));
    check(strata_LIST_ENTRY_set_Blink(&link, BASE + previous));
}

static void set_session(unsigned session, uint32_t id, const char *name)
{
    strata_ETW_UM_LOGGER_CONTEXT v;
    strata_UNICODE_STRING string;
    unsigned length = 0;
    for (; name[length]; length++)
        memory[NAME(session) + 2 * length] = (unsigned char)name[length];
    check(strata_ETW_UM_LOGGER_CONTEXT_open_mutable(&v, memory + SESSION(session), 0x400, target));
    check(strata_ETW_UM_LOGGER_CONTEXT_set_LoggerId(&v, id));
    check(strata_ETW_UM_LOGGER_CONTEXT_set_MaximumBuffers(&v, 22));
    check(strata_ETW_UM_LOGGER_CONTEXT_set_EventsLost(&v, session));
    check(strata_ETW_UM_LOGGER_CONTEXT_LoggerName_view(&v, &string));
    check(strata_UNICODE_STRING_set_Length(&string, (uint16_t)(2 * length)));
    check(strata_UNICODE_STRING_set_MaximumLength(&string, (uint16_t)(2 * length + 2)));
    check(strata_UNICODE_STRING_set_Buffer(&string, BASE + NAME(session)));
}

int main(int count, char **arguments)
{
    target = STRATA_TARGET(STRATA_VERSION(6, 1, 7601, 0),
                           strcmp(arguments[1], "x86") == 0 ? STRATA_ARCH_X86 : STRATA_ARCH_X64);
    set_session(0, 3, "AppLog");
    set_session(1, 7, "Setup");
    set_link(0, link_of(0), link_of(1));
    set_link(link_of(0), link_of(1), count > 2 ? link_of(1) : 0);
    set_link(link_of(1), 0, link_of(0));
    return failed || fwrite(memory, 1, sizeof memory, stdout) != sizeof memory;
}
