/* Prints structures of tests/basis/kernels.strata with their basis. */
#include <stdio.h>

#include "kernels_print.h"

static void write_out(void *context, const char *text, size_t size)
{
    fwrite(text, 1, size, (FILE *)context);
}

static void print(uint64_t build, uint64_t revision)
{
    static const unsigned char bytes[0x20] = {1};
    static const uint32_t forms[] = {STRATA_PRINT_FORM_TEXT, STRATA_PRINT_FORM_JSON, STRATA_PRINT_FORM_JSON_INDENTED};
    strata_print_options options = STRATA_PRINT_OPTIONS;
    strata_target target = strata_target_of(STRATA_ARCH_X64, 10, 0, build, revision);
    size_t i;

    options.basis = 1;
    for (i = 0; i < sizeof forms / sizeof *forms; i++) {
        options.form = forms[i];
        strata_MOVED_print_bytes_with(bytes, sizeof bytes, target, &options, write_out, stdout);
        printf("\n");
    }
}

int main(void)
{
    print(19041, 1526);
    print(17763, 2700);
    print(17763, STRATA_REVISION_ANY);
    print(22000, 317);
    print(26100, 1);
    return 0;
}
