/*
 * waits x86|x64 MAJOR.MINOR.BUILD FILE: how long threads waited for executive resources. FILE holds the data of events
 * PERFINFO_LOG_TYPE_RESOURCE of that Windows, one behind the other, as a tool cut them out of a trace.
 *
 * Prints the longest wait in full and the sums of all.
 */
#include <stdio.h>
#include <string.h>

#include "etw/wmi_resource_print.h"
#include "nt/nt.h"
#include "strata_layout.h"

/* Receives the text of strata_..._print. */
static void write_text(void *context, const char *text, size_t size)
{
    fwrite(text, 1, size, (FILE *)context);
}

static strata_status report(const unsigned char *bytes, size_t size, strata_target target)
{
    const strata_layout *layout;
    strata_basis basis;
    strata_WMI_RESOURCE event;
    uint64_t longest = 0, waited = 0;
    const unsigned char *slowest = bytes;
    strata_status status = STRATA_FIND_LAYOUT(WMI_RESOURCE, target, &layout, &basis);

    if (status == STRATA_OK)
        status = STRATA_OPEN_AT(WMI_RESOURCE, &event, bytes, size, target);
    if (status != STRATA_OK)
        return status;
    for (; size >= layout->size; bytes += layout->size, size -= layout->size) {
        uint64_t wait;
        STRATA_REBASE(WMI_RESOURCE, &event, bytes, layout->size);
        status = STRATA_GET(WMI_RESOURCE, &event, WaitTime, &wait);
        if (status != STRATA_OK)
            return status;
        waited += wait;
        if (wait > longest) {
            longest = wait;
            slowest = bytes;
        }
    }
    printf("waited %lu; the longest:\n", (unsigned long)waited);
    STRATA_REBASE(WMI_RESOURCE, &event, slowest, layout->size);
    return strata_WMI_RESOURCE_print(&event, write_text, stdout);
}

int main(int count, char **arguments)
{
    static unsigned char bytes[1 << 16];
    unsigned major, minor, build;
    strata_target target;
    strata_status status;
    FILE *file;
    size_t size;

    if (count != 4 || sscanf(arguments[2], "%u.%u.%u", &major, &minor, &build) != 3) {
        fprintf(stderr, "usage: waits x86|x64 MAJOR.MINOR.BUILD FILE\n");
        return 2;
    }
    file = fopen(arguments[3], "rb");
    if (!file) {
        perror(arguments[3]);
        return 2;
    }
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    target = strata_target_of(strcmp(arguments[1], "x86") == 0 ? STRATA_ARCH_X86 : STRATA_ARCH_X64, major, minor, build,
                              STRATA_REVISION_ANY);
    status = report(bytes, size, target);
    if (status != STRATA_OK)
        fprintf(stderr, "waits: %s\n", strata_status_name(status));
    return status != STRATA_OK;
}
