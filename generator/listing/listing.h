/*
 * Texts that list the members of structures with their offsets, as people copy them: WinDbg's `dt` (also with -v, -r
 * and -b), pahole's C, the pages of the Vergilius Project, and sheets with a member on each line. They become the
 * content of an isf_file, from which kernel/isf_kernel.c makes a kernel.
 */
#ifndef LISTING_LISTING_H
#define LISTING_LISTING_H

struct isf_format;

/* The format of these texts, one of isf_import.others. */
extern const struct isf_format listing_format;

#endif
