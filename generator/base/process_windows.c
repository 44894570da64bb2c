/*
 * Processes on Windows, where they cannot be copied: process_can_start is false, so nobody calls the other functions.
 */
#include "base/process.h"

const bool process_can_start = false;

bool process_start(struct process *copy, int (*run)(void *user, const struct process *maker), void *user)
{
    (void)copy;
    (void)run;
    (void)user;
    return false;
}

bool process_send(const struct process *process, const void *bytes, size_t size, uint64_t *left)
{
    (void)process;
    (void)bytes;
    (void)size;
    (void)left;
    return false;
}

bool process_receive(const struct process *process, void *bytes, size_t size, uint64_t *left)
{
    (void)process;
    (void)bytes;
    (void)size;
    (void)left;
    return false;
}

bool process_is_gone(const struct process *copy)
{
    (void)copy;
    return true;
}

struct process_end process_end(const struct process *copy, uint64_t left)
{
    (void)copy;
    (void)left;
    return (struct process_end){0, 0};
}
