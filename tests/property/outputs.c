/*
 * Random specs: every accessor of their headers against `strata dump`, and a pack against the headers. tables.h is what
 * make_roundtrip.py makes of headers or of a bundle, the argument is the pack. C99 and C++11.
 */
#define EVIDENCE_DIFFERS

#include "tables.h"
/* A bundle has the runtime without what a pack needs. */
#ifndef WITHOUT_PACK
#include "lookups.h"
#endif

int main(int argc, char **argv)
{
    check_records(all_records, (unsigned)(sizeof all_records / sizeof *all_records));
    check_values(all_values, (unsigned)(sizeof all_values / sizeof *all_values));
#ifndef WITHOUT_PACK
    read_pack(argc > 1 ? argv[1] : "");
    check_pack();
#endif
    (void)argc;
    (void)argv;
    printf("%u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
