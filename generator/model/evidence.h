/*
 * Evidence for layouts: which versions somebody has looked at, and what follows from them for all other versions.
 *
 * An `attest` line that names a full build says that somebody has looked at this very build. A document speaks of
 * releases, and does not say which of their builds somebody has looked at.
 */
#ifndef MODEL_EVIDENCE_H
#define MODEL_EVIDENCE_H

#include <stddef.h>
#include <stdint.h>

#include "model/axis.h"
#include "model/layout.h"

/* The evidence for the structures of a file, or for one structure, on an arch. */
struct evidence {
    const struct axis *axis;
    const uint64_t *seen; /* the full builds that somebody has looked at, ascending */
    size_t seen_count;
    struct version_set documented; /* versions that a document speaks of */
    size_t file_index;             /* whose `attest` lines say so; EVIDENCE_OWN: those of a structure, or none */
};

#define EVIDENCE_OWN SIZE_MAX

#endif
