/*
 * Not part of the project: makes the memory image that test.sh shows to it, by the same headers. make_image x86|x64
 * writes 4 KiB from the address 0x10000 on, which is the list's head; one link is damaged when there is a second
 * argument.
 */
#include <stdio.h>
#include <string.h>

#include "etw/um_logger_context.h"
#include "nt/nt.h"
#include "strata_set.h"

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
    check(STRATA_OPEN_AT(ETW_UM_LOGGER_CONTEXT, &v, memory, sizeof memory, target));
    return SESSION(session) + STRATA_OFFSET(ETW_UM_LOGGER_CONTEXT, &v, GlobalList);
}

static void set_link(size_t at, size_t next, size_t previous)
{
    strata_LIST_ENTRY link;
    check(STRATA_OPEN_MUTABLE_AT(LIST_ENTRY, &link, memory + at, sizeof memory - at, target));
    check(STRATA_SET(LIST_ENTRY, &link, Flink, BASE + next));
    check(STRATA_SET(LIST_ENTRY, &link, Blink, BASE + previous));
}

static void set_session(unsigned session, uint32_t id, const char *name)
{
    strata_ETW_UM_LOGGER_CONTEXT v;
    strata_UNICODE_STRING string;
    unsigned length = 0;
    for (; name[length]; length++)
        memory[NAME(session) + 2 * length] = (unsigned char)name[length];
    check(STRATA_OPEN_MUTABLE_AT(ETW_UM_LOGGER_CONTEXT, &v, memory + SESSION(session), 0x400, target));
    check(STRATA_SET(ETW_UM_LOGGER_CONTEXT, &v, LoggerId, id));
    check(STRATA_SET(ETW_UM_LOGGER_CONTEXT, &v, MaximumBuffers, 22));
    check(STRATA_SET(ETW_UM_LOGGER_CONTEXT, &v, EventsLost, session));
    check(STRATA_VIEW(ETW_UM_LOGGER_CONTEXT, &v, LoggerName, &string));
    check(STRATA_SET(UNICODE_STRING, &string, Length, (uint16_t)(2 * length)));
    check(STRATA_SET(UNICODE_STRING, &string, MaximumLength, (uint16_t)(2 * length + 2)));
    check(STRATA_SET(UNICODE_STRING, &string, Buffer, BASE + NAME(session)));
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
