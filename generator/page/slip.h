/*
 * Repairs slips in published tables: "0x0388 1703)", "55.0 and higher", "10.o". A text is repaired if one wrong,
 * missing or additional character explains it, and if all such repairs have the same meaning.
 */
#ifndef PAGE_SLIP_H
#define PAGE_SLIP_H

#include <stdbool.h>

#include "model/axis.h"
#include "spec/cell.h"

struct importer;
struct page_cell;

/* Reads a cell of numbers, one alternative after the other, and repairs it where needed. Reports each repair as
 * `assumed`. An alternative that stays unreadable gives an unknown value for the versions that it names; it is reported
 * as `unread`, and its text is stored in `*comment`. Returns false if no alternative can be read, or if several hold
 * for all versions. */
bool page_slip_read_cell(struct importer *importer, const struct page_cell *cell,
                         const struct spec_alternative **alternatives, const char **comment);

/* Reads a cell of versions after one repair. Reports the repair. */
bool page_slip_read_versions(struct importer *importer, const struct page_cell *cell, struct version_set *set);

#endif
