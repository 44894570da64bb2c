/* A clock that advances by two seconds at each look, so that every step of a command takes long. */
#include <time.h>

int clock_gettime(clockid_t id, struct timespec *now)
{
    static time_t seconds;
    (void)id;
    *now = (struct timespec){.tv_sec = seconds += 2};
    return 0;
}
