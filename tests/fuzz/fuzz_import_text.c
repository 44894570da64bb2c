/* Pages of which the text is left, with and without their columns. */
#include "import_harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_import(page_read_text, data, size);
    return 0;
}
