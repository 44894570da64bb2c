/*
 * Times a command: run ROUNDS[,STATUS] COMMAND ARGUMENT...
 *
 * Prints the least wall-clock time in milliseconds and the most memory that any round had resident, in KiB: other
 * programs on the machine make some rounds slower, and none faster. Throws the command's output away. Fails if the exit
 * status is neither 0 nor STATUS. In arguments, % is the number of the round.
 */
#define _DEFAULT_SOURCE

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ROUNDS = 1000 };

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Returns the arguments of a round; the caller frees neither. */
static char **round_arguments(char **command, int round)
{
    size_t count = 0;
    while (command[count])
        count++;
    char **arguments = calloc(count + 1, sizeof *arguments);
    for (size_t i = 0; arguments && i < count; i++) {
        const char *percent = strchr(command[i], '%');
        size_t room = strlen(command[i]) + 16;
        arguments[i] = percent ? malloc(room) : command[i];
        if (percent && arguments[i])
            snprintf(arguments[i], room, "%.*s%d%s", (int)(percent - command[i]), command[i], round, percent + 1);
    }
    return arguments;
}

/* Runs the command once; returns its exit status, or 127 when it cannot be run. */
static int run_once(char **command, double *time, long *peak_kib)
{
    double begin = now_ms();
    pid_t child = vfork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
            _exit(127);
        execvp(command[0], command);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0)
        return 127;
    *time = now_ms() - begin;
    *peak_kib = usage.ru_maxrss;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int main(int argc, char **argv)
{
    double least = 0;
    int rounds = argc > 2 ? atoi(argv[1]) : 0;
    const char *comma = argc > 2 ? strchr(argv[1], ',') : NULL;
    int allowed = comma ? atoi(comma + 1) : 0;
    long peak_kib = 0;
    if (rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "usage: run ROUNDS[,STATUS] COMMAND ARGUMENT..., at most %d rounds\n", MOST_ROUNDS);
        return 2;
    }
    for (int round = 0; round < rounds; round++) {
        long kib = 0;
        double time = 0;
        char **arguments = round_arguments(argv + 2, round);
        int status = arguments ? run_once(arguments, &time, &kib) : 127;
        if (status && status != allowed) {
            fprintf(stderr, "run: %s: exit status %d\n", argv[2], status);
            return 1;
        }
        least = round == 0 || time < least ? time : least;
        peak_kib = kib > peak_kib ? kib : peak_kib;
    }
    printf("%.2f %ld\n", least, peak_kib);
    return 0;
}
