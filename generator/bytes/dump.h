/*
 * Reads dumps whose rows begin with an address.
 */
#ifndef BYTES_DUMP_H
#define BYTES_DUMP_H

#include <stdbool.h>

struct reading;

/* Read the dump of a tool. Each address must follow from the row before. A line `*` stands for copies of the row before
 * it. Dumps of hexdump and od end with the address after the last byte. */
bool dump_read_xxd(struct reading *reading);
bool dump_read_xxd_little(struct reading *reading);  /* xxd -e: groups are little-endian words */
bool dump_read_xxd_decimal(struct reading *reading); /* xxd -d: addresses are decimal */
bool dump_read_hexdump(struct reading *reading);
bool dump_read_od(struct reading *reading);
bool dump_read_od_hex(struct reading *reading);     /* od -Ax: addresses are hexadecimal */
bool dump_read_od_decimal(struct reading *reading); /* od -Ad: addresses are decimal */

/* Reads the dumps of WinDbg's db, dw, dd, dq, dc, dp and dps. Skips prompts and lines with symbols. After a prompt, a
 * part with another address may begin. */
bool dump_read_windbg(struct reading *reading);

#endif
