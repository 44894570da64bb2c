/*
 * Commands within the text of a debugger's session, such as "0: kd> dt -r1 nt!_KAPC".
 */
#ifndef LISTING_SESSION_H
#define LISTING_SESSION_H

#include <stdbool.h>

#include "listing/line.h"

/* A command of a session. */
struct session_command {
    enum session_kind {
        SESSION_PROMPT, /* a prompt without a command, or with several */
        SESSION_TYPE,   /* dt of a structure */
        SESSION_PART,   /* dt of some members alone, of which the debugger prints no others */
        SESSION_OTHER   /* any other command; its output lists no structure */
    } kind;
    struct line type; /* operand of SESSION_TYPE; empty if the command names none */
};

/* True if a line is a command, with a prompt or not: "lkd> dt _KAPC", "0:000> r", "dt nt!_KAPC". */
bool session_read(struct line line, struct session_command *command);

#endif
