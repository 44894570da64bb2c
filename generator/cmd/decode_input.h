/*
 * The bytes that the decode command is given: of a file, of standard input, or as hexadecimal text.
 */
#ifndef CMD_DECODE_INPUT_H
#define CMD_DECODE_INPUT_H

#include "view/decode.h"

struct command_run;

struct decode_inputs {
    struct decode_input *items;
    size_t count;
};

/* Takes hexadecimal text apart; blanks may stand between bytes. False, a usage error and run->status on any other. */
bool decode_input_hex(struct command_run *run, const char *text, struct decode_inputs *inputs);

/* Reads a file ("-": standard input). When it is text, and not `is_raw`, it holds hexadecimal bytes: an input a line,
 * empty ones and what follows a `#` left out. False when it cannot be read or holds nothing, which is reported; the
 * exit status is then in run->status. */
bool decode_input_file(struct command_run *run, const char *path, bool is_raw, struct decode_inputs *inputs);

#endif
