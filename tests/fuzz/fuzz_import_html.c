/* Pages in HTML, and bytes that only look like them. */
#include "import_harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_import(page_read_html, data, size);
    return 0;
}
