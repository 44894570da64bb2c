/* Reads the structure that task.c has written on a big-endian machine, from standard input, on any machine. */
#include <stdio.h>

#include "task_spec/list_head.h"
#include "task_spec/task_struct.h"
#include "task_spec/thread_info.h"

static void print(const char *name, strata_status status, uint64_t value)
{
    if (status != STRATA_OK)
        printf("%s: status %d\n", name, (int)status);
    else
        printf("%s: %lX%08lX\n", name, (unsigned long)(value >> 32), (unsigned long)(value & 0xFFFFFFFF));
}

#define PRINT(S, v, type, member) \
    do { \
        type value = 0; \
        strata_status status = STRATA_GET(S, v, member, &value); \
        print(#member, status, (uint64_t)(int64_t)value); \
    } while (0)

int main(void)
{
    static unsigned char bytes[0x400];
    size_t size = fread(bytes, 1, sizeof bytes, stdin);
    strata_task_struct v;
    strata_thread_info info;
    strata_list_head list;
    uint64_t time = 0;
    int8_t letter = 0;
    if (STRATA_OPEN_AT(task_struct, &v, bytes, size, strata_target_of(STRATA_ARCH_S390X, 6, 1, 0, 0)) != STRATA_OK ||
        STRATA_VIEW(task_struct, &v, thread_info, &info) != STRATA_OK ||
        STRATA_VIEW(task_struct, &v, tasks, &list) != STRATA_OK)
        return 1;
    PRINT(thread_info, &info, uint64_t, flags);
    PRINT(thread_info, &info, uint32_t, cpu);
    PRINT(task_struct, &v, uint32_t, state);
    PRINT(task_struct, &v, uint64_t, stack);
    PRINT(task_struct, &v, int32_t, prio);
    PRINT(task_struct, &v, int32_t, static_prio);
    PRINT(list_head, &list, uint64_t, next);
    PRINT(list_head, &list, uint64_t, prev);
    PRINT(task_struct, &v, uint8_t, sched_reset_on_fork);
    PRINT(task_struct, &v, uint8_t, sched_contributes_to_load);
    PRINT(task_struct, &v, uint8_t, in_iowait);
    PRINT(task_struct, &v, uint8_t, use_memdelay);
    PRINT(task_struct, &v, int32_t, pid);
    PRINT(task_struct, &v, int32_t, tgid);
    PRINT(task_struct, &v, uint64_t, stack_canary);
    PRINT(task_struct, &v, uint32_t, rcu_users);
    PRINT(task_struct, &v, uint64_t, rcu_next);
    PRINT(task_struct, &v, uint16_t, rcu_kind);
    PRINT(task_struct, &v, int16_t, nice);
    for (uint32_t i = 0; i < 2; i++) {
        strata_status status = STRATA_GET_AT(task_struct, &v, times, i, &time);
        print("times", status, time);
    }
    printf("comm: ");
    for (uint32_t i = 0; i < 16 && STRATA_GET_AT(task_struct, &v, comm, i, &letter) == STRATA_OK && letter; i++)
        putchar(letter);
    putchar('\n');
    return 0;
}
