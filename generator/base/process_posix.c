/*
 * Processes on POSIX.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/file.h"

const bool process_can_start = true;

/* ---- Beginning */

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/* Makes a pipe whose ends never block. Other programs do not inherit them. */
static bool make_pipe(int ends[2])
{
    if (pipe(ends))
        return false;
    for (size_t i = 0; i < 2; i++) {
        (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        (void)fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

/* Asks the system to kill this process when its maker ends. Kills it at once if the maker has ended before. */
static void end_with(pid_t maker)
{
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != maker)
        _exit(0);
}

bool process_start(struct process *copy, int (*run)(void *user, const struct process *maker), void *user)
{
    int to_copy[2], to_maker[2];
    pid_t maker = getpid();
    if (!make_pipe(to_copy))
        return false;
    if (!make_pipe(to_maker)) {
        close_both(to_copy);
        return false;
    }
    pid_t number = fork();
    if (number < 0) {
        close_both(to_copy);
        close_both(to_maker);
        return false;
    }
    if (!number) {
        const struct process other = {maker, to_copy[0], to_maker[1]};
        end_with(maker);
        close(to_copy[1]);
        close(to_maker[0]);
        /* Give the copy a standard input and output of its own: the old ones belong to its maker. */
        int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
        for (int stream = 0; stream < 2; stream++) {
            if (nothing < 0)
                close(stream);
            else
                (void)dup2(nothing, stream);
        }
        if (nothing > 2)
            close(nothing);
        exit(run(user, &other));
    }
    close(to_copy[0]);
    close(to_maker[1]);
    *copy = (struct process){number, to_maker[0], to_copy[1]};
    return true;
}

/* ---- Talking */

/* Waits until a pipe is ready. Returns false if the time runs out first. */
static bool wait_for(int pipe_end, short events, uint64_t *left)
{
    struct pollfd polled = {.fd = pipe_end, .events = events};
    for (;;) {
        uint64_t begin = file_ticks();
        int ready = poll(&polled, 1, !left ? -1 : *left > INT_MAX ? INT_MAX : (int)*left);
        int number = errno;
        uint64_t waited = file_ticks() - begin;
        if (left)
            *left = waited < *left ? *left - waited : 0;
        if (ready > 0 || (ready < 0 && number != EINTR))
            return ready > 0;
        if (left && !*left)
            return false;
    }
}

bool process_send(const struct process *process, const void *bytes, size_t size, uint64_t *left)
{
    const char *at = bytes;
    while (size) {
        ssize_t count = write(process->to, at, size);
        if (count > 0) {
            at += count;
            size -= (size_t)count;
        } else if (errno == EAGAIN) {
            if (!wait_for(process->to, POLLOUT, left))
                return false;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool process_receive(const struct process *process, void *bytes, size_t size, uint64_t *left)
{
    char *at = bytes;
    while (size) {
        ssize_t count = read(process->from, at, size);
        if (count > 0) {
            at += count;
            size -= (size_t)count;
        } else if (count < 0 && errno == EAGAIN) {
            if (!wait_for(process->from, POLLIN, left))
                return false;
        } else if (!count || errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool process_is_gone(const struct process *copy)
{
    struct pollfd polled = {.fd = copy->from, .events = POLLIN};
    return poll(&polled, 1, 0) > 0 && (polled.revents & POLLHUP);
}

/* ---- Ending */

/* Ends a copy. A signal that arrives while the copy exits does not change its exit status. */
struct process_end process_end(const struct process *copy, uint64_t left)
{
    char lost[256];
    int status = 0;
    close(copy->to);
    while (process_receive(copy, lost, sizeof lost, &left))
        continue;
    close(copy->from);
    (void)kill((pid_t)copy->number, SIGKILL);
    while (waitpid((pid_t)copy->number, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED(status))
        return (struct process_end){WTERMSIG(status), 0};
    return (struct process_end){0, WEXITSTATUS(status)};
}
