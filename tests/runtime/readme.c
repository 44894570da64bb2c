/* Must compile: the pieces of runtime/README.md up to its asserts, S being ETW_UM_LOGGER_CONTEXT. run.sh makes pieces.h. */
#include <stdio.h>

#include "etw/um_logger_context.h"
#include "nt/axis_assert.h"
#include "nt/nt.h"
#include "strata_identity.h"
#include "strata_known.h"
#include "strata_layout.h"
#include "strata_set.h"
#include "strata_values.h"
#include "../../generated/ntoskrnl/globals.h"

static const strata_identity strata_identities_types[1] = {{{0}, 0, 0, 0, 0}};

void use(uint32_t value);
void pieces(strata_target t, const unsigned char *bytes, size_t size, size_t records, size_t record_size,
            const uint32_t *version);

void pieces(strata_target t, const unsigned char *bytes, size_t size, size_t records, size_t record_size,
            const uint32_t *version)
{
    uint32_t major = version[0], minor = version[1], build = version[2], revision = version[3], id = 0;
    int has_la57 = version[4] != 0;
    const unsigned char *guid = bytes;
    uint32_t age = version[5];
    uint64_t base = size, head = 0;
    strata_target target;
    strata_ETW_UM_LOGGER_CONTEXT v;
#include "pieces.h"
    use(id);
    use((uint32_t)head);
}
