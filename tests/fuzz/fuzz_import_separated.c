/* Tables in TSV and CSV: the first byte chooses. */
#include "import_harness.h"

static struct page *read_tsv(struct arena *arena, const struct source *source, struct diags *diags)
{
    return page_read_separated(arena, source, diags, '\t');
}

static struct page *read_csv(struct arena *arena, const struct source *source, struct diags *diags)
{
    return page_read_separated(arena, source, diags, ',');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size)
        check_import(*data == ',' ? read_csv : read_tsv, data + 1, size - 1);
    return 0;
}
