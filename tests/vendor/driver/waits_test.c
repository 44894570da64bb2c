/*
 * The driver's reader of events, run in a program: what it makes of an event of each kind of system, and of damaged
 * ones.
 */
#include <stdio.h>
#include <string.h>

#include "waits.h"

static const struct windows vista = {6, 0, 6002}, seven = {6, 1, 7601}, to_come = {10, 0, 65000};

/* A wait of 0x1234 by the thread 0x2C, as 32-bit Windows logs it, with one counter before the data. */
static const unsigned char from_x86[0x48] = {
    0x02, 0x01, 0x10, 0xC0, 0x48, 0x00, 0x2B, 0x05, 0x15, 0xCD, 0x5B, 0x07, 0x00, 0x00, 0x00, 0x00, 0x77, 0x77,
    0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x34, 0x12, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x2C, 0x00,
    0x00, 0x00, 0x40, 0x9A, 0x5C, 0x86, 0x22, 0x00, 0x01, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
};

static void show(const char *what, const unsigned char *bytes, size_t size, struct windows from)
{
    struct wait wait;
    strata_status status = waits_read(&wait, bytes, size, from);
    printf("%-22s %s", what, strata_status_name(status));
    if (status == STRATA_OK)
        printf(": thread 0x%lx waited 0x%lx, action 0x%lx, %s-bit", (unsigned long)wait.thread,
               (unsigned long)wait.time, (unsigned long)wait.action, wait.is_64 ? "64" : "32");
    printf("\n");
}

/* The event with one byte changed. */
static void show_changed(const char *what, size_t at, unsigned char byte)
{
    unsigned char changed[sizeof from_x86];
    memcpy(changed, from_x86, sizeof changed);
    changed[at] = byte;
    show(what, changed, sizeof changed, seven);
}

int main(void)
{
    struct wait_event sample;
    size_t size, refused = 0;
    struct wait wait;

    waits_sample(&sample, 1000, 4);
    show("sample", (const unsigned char *)&sample, sizeof sample, seven);
    show("32-bit", from_x86, sizeof from_x86, seven);
    show("an unknown build", from_x86, sizeof from_x86, to_come);
    show("before there were any", from_x86, sizeof from_x86, vista);
    show_changed("another event", 6, 0x2C);
    show_changed("another header", 2, 0x02);
    show_changed("a size that is a lie", 4, 0x49);
    show_changed("a size too small", 4, 0x17);
    show_changed("more counters", 1, 0x07);

    for (size = 0; size < sizeof from_x86; size++)
        refused += waits_read(&wait, from_x86, size, seven) == STRATA_TOO_SHORT;
    printf("of %lu lengths that are cut off, %lu are refused\n", (unsigned long)size, (unsigned long)refused);
    return 0;
}
