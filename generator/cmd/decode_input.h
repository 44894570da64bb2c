/*
 * The bytes that the decode command is given: of a file, of standard input, or as hexadecimal text.
 */
#ifndef CMD_DECODE_INPUT_H
#define CMD_DECODE_INPUT_H

#include "bytes/read.h"
#include "view/decode.h"

struct command_run;

struct decode_inputs {
    struct decode_input *items;
    size_t count;
    const char *format; /* its name */
    const char *note;   /* a line that says which format a file has, or NULL */
};

/* Takes hexadecimal text apart; blanks may stand between bytes. False, a usage error and run->status on any other. */
bool decode_input_hex(struct command_run *run, const char *text, struct decode_inputs *inputs);

/* Reads a file ("-": standard input) in a format; BYTES_FORMAT_COUNT: in that which it has. `judge` helps to tell
 * formats apart, and may be NULL. False when it cannot be read or holds nothing, which is reported; the exit status is
 * then in run->status. */
bool decode_input_file(struct command_run *run, const char *path, enum bytes_format format,
                       const struct bytes_judge *judge, struct decode_inputs *inputs);

#endif
