/* Writes a structure as a kernel of Linux has it, with pointers, bit-fields, unnamed unions and structures by value, as
 * this machine lays it out. task_read.c reads it by generated headers. */
#include <stdio.h>
#include <string.h>

struct list_head {
    struct list_head *next, *prev;
};

struct thread_info {
    unsigned long flags;
    unsigned int cpu;
};

struct task_struct {
    struct thread_info thread_info;
    unsigned int __state;
    void *stack;
    int prio, static_prio;
    struct list_head tasks;
    unsigned sched_reset_on_fork : 1;
    unsigned sched_contributes_to_load : 1;
    unsigned sched_migrated : 1;
    unsigned : 0;
    unsigned in_execve : 1;
    unsigned in_iowait : 1;
    unsigned use_memdelay : 3;
    int pid, tgid;
    unsigned long stack_canary;
    union {
        unsigned int rcu_users;
        struct {
            void *rcu_next;
            unsigned short rcu_kind;
        };
    };
    char comm[16];
    unsigned long long times[2];
    short nice;
};

int main(void)
{
    struct task_struct task;
    memset(&task, 0, sizeof task);
    task.thread_info.flags = 0x8000000000000102;
    task.thread_info.cpu = 3;
    task.__state = 0x402;
    task.stack = (void *)0x3E000123000;
    task.prio = 120;
    task.static_prio = -20;
    task.tasks.next = (void *)0x3E000456789;
    task.sched_contributes_to_load = 1;
    task.in_iowait = 1;
    task.use_memdelay = 6;
    task.pid = 4711;
    task.tgid = 4700;
    task.stack_canary = 0x1122334455667788;
    task.rcu_next = (void *)0x1234567800000000;
    task.rcu_kind = 0xBEEF;
    strcpy(task.comm, "kworker/0:1");
    task.times[0] = 0x0102030405060708;
    task.times[1] = 42;
    task.nice = -5;
    return fwrite(&task, sizeof task, 1, stdout) != 1;
}
