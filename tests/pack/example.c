/* The example of runtime/README.md reads what the header reads. run.sh makes example.h; PACK_FILE is a pack of specs/. */
#include <stdio.h>
#include <stdlib.h>

#include "etw/wmi_resource.h"
#include "nt/nt.h"

#include "example.h"

int main(void)
{
    static unsigned char file[1 << 20];
    unsigned char bytes[0x30];
    FILE *stream = fopen(PACK_FILE, "rb");
    size_t size = stream != NULL ? fread(file, 1, sizeof file, stream) : 0;
    strata_WMI_RESOURCE v;
    uint64_t thread = 1;
    uint32_t wanted = 0;
    unsigned i, failed = 0;

    for (i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 37 + 1);
    failed += STRATA_OPEN_AT(WMI_RESOURCE, &v, bytes, sizeof bytes,
                             STRATA_TARGET(STRATA_VERSION_2004, STRATA_ARCH_X64)) != STRATA_OK;
    failed += STRATA_GET(WMI_RESOURCE, &v, ThreadId, &wanted) != STRATA_OK;
    failed += use_pack(file, size, bytes, sizeof bytes, &thread) != STRATA_OK || thread != wanted;
    failed += use_pack(file, size, bytes, 4, &thread) != STRATA_TOO_SHORT || thread != 0;
    failed += use_pack(file, size / 2, bytes, sizeof bytes, &thread) != STRATA_TOO_SHORT || thread != 0;
    if (stream != NULL)
        fclose(stream);
    printf("5 checks, %u failed\n", failed);
    return failed != 0;
}
