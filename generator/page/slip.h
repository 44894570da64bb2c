/*
 * Slips in published tables: "0x0388 1703)", "55.0 and higher", "10.o". A text is repaired if one character too many,
 * too few or wrong explains it, and if all such repairs that can be read mean the same.
 */
#ifndef PAGE_SLIP_H
#define PAGE_SLIP_H

#include <stdbool.h>

#include "model/axis.h"
#include "spec/cell.h"

struct importer;
struct page_cell;

/* Reads a cell of numbers alternative by alternative. Reports each repair (`assumed`). An alternative that stays
 * unreadable is unknown in the versions that it names. It is reported (`unread`), and `*comment` gets its text. False
 * if no alternative can be read, or if several are for all versions. */
bool page_slip_read_cell(struct importer *importer, const struct page_cell *cell,
                         const struct spec_alternative **alternatives, const char **comment);

/* Reads a cell of versions after one repair, which it reports. */
bool page_slip_read_versions(struct importer *importer, const struct page_cell *cell, struct version_set *set);

#endif
