/* guard/limited.h: the parent ends as its child does, and learns which limit the child has exceeded. */
#define _GNU_SOURCE /* for MAP_ANONYMOUS */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/file.h"
#include "guard/limited.h"

enum { PIECE = 1 << 24, FAILED = 100 };

static const struct limits usual_limits = {.memory = 16 * PIECE, .cpu_seconds = 1, .seconds = 600};
static const struct limits short_limits = {.memory = 16 * PIECE, .cpu_seconds = 60, .seconds = 1};

static void do_nothing(void)
{
}

/* Runs work in a process with a child. Returns the status of that process: FAILED and the reason if the child has
 * failed on the item "second". */
static int run(void (*work)(struct limited *limited), const struct limits *limits)
{
    int status;
    const pid_t process = fork();
    if (!process) {
        struct arena *arena = arena_new();
        struct limited_failure failure;
        file_handle_signals(do_nothing);
        struct limited *limited = limited_start(arena, limits, &failure);
        if (!limited)
            _exit(strcmp(failure.item, "second") ? FAILED - 1 : FAILED + (int)failure.reason);
        limited_begin(limited, "first");
        limited_end(limited);
        limited_begin(limited, "second");
        work(limited);
        _exit(1);
    }
    assert_int_equal(waitpid(process, &status, 0), process);
    return status;
}

/* Takes memory. Returns the number of pieces that there are before it is full. */
static int take_memory(void)
{
    int count = 0;
    while (count < 64 && mmap(NULL, PIECE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
        count++;
    return count;
}

static void exit_with_3(struct limited *limited)
{
    (void)limited;
    _exit(3);
}

static void fill_memory(struct limited *limited)
{
    const int count = take_memory();
    if (count > 16 || count < 8 || !limited_end(limited) || take_memory() != 64)
        _exit(4);
    limited_begin(limited, "third");
    _exit(limited_end(limited) ? 5 : 0);
}

static void spin(struct limited *limited)
{
    volatile bool ends = false;
    (void)limited;
    while (!ends)
        continue;
}

static void wait_long(struct limited *limited)
{
    (void)limited;
    sleep(1000);
}

static void crash(struct limited *limited)
{
    (void)limited;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void be_interrupted(struct limited *limited)
{
    (void)limited;
    raise(SIGINT);
}

/* Writes to standard error while that is hidden, and then again. */
static void write_errors(struct limited *limited)
{
    char text[8] = "";
    int ends[2];
    if (pipe(ends) || dup2(ends[1], 2) != 2)
        _exit(6);
    limited_hush(limited, true);
    if (write(2, "a", 1) != 1)
        _exit(7);
    limited_hush(limited, false);
    if (write(2, "b", 1) != 1)
        _exit(8);
    _exit(read(ends[0], text, sizeof text) == 1 && *text == 'b' ? 0 : 9);
}

static void test_ends(void **state)
{
    (void)state;
    static const struct {
        void (*work)(struct limited *limited);
        const struct limits *limits;
        int status; /* negative: a signal */
    } cases[] = {
        {exit_with_3, &usual_limits, 3},
        {fill_memory, &usual_limits, 0},
        {spin, &usual_limits, FAILED + LIMITED_CPU_TIME},
        {wait_long, &short_limits, FAILED + LIMITED_TIME},
        {crash, &usual_limits, FAILED + LIMITED_CRASH},
        {be_interrupted, &usual_limits, -SIGINT},
        {write_errors, &usual_limits, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int status = run(cases[i].work, cases[i].limits);
        assert_int_equal(WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status), cases[i].status);
    }
}

/* The child ends with its parent: then nobody holds the pipe open. */
static void test_signals(void **state)
{
    (void)state;
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGKILL};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        char byte;
        int ends[2], status;
        assert_int_equal(pipe(ends), 0);
        const pid_t process = fork();
        if (!process) {
            struct limited_failure failure;
            close(ends[0]);
            file_handle_signals(do_nothing);
            struct limited *limited = limited_start(arena_new(), &usual_limits, &failure);
            if (limited && write(ends[1], "x", 1) == 1)
                sleep(1000);
            _exit(1);
        }
        close(ends[1]);
        assert_int_equal(read(ends[0], &byte, 1), 1);
        kill(process, signals[i]);
        assert_int_equal(read(ends[0], &byte, 1), 0);
        close(ends[0]);
        assert_int_equal(waitpid(process, &status, 0), process);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_signals),
    };
    /* A shell ignores these for what it runs in the background, and programs keep that. */
    signal(SIGINT, SIG_DFL);
    signal(SIGQUIT, SIG_DFL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
