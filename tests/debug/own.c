/* Names that the specs and symbol files of other systems keep: underscores before tags, and integers by `typedef`. */
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long __u64;
typedef int pid_t;

struct list_head {
    struct list_head *next, *prev;
};

struct __kernel_timespec {
    long long tv_sec;
    long tv_nsec;
};

enum __state { __RUNNING, __STOPPED = 4 };

union _word {
    u32 all;
    u8 bytes[4];
};

struct task_struct {
    struct list_head tasks;
    struct __kernel_timespec start;
    enum __state state;
    union _word word;
    u32 flags : 3, policy : 5;
    pid_t pid;
    __u64 nanoseconds;
    unsigned long stack;
    _Bool is_idle;
    short nice;
    float load;
    double average;
    char comm[16];
    void (*done)(struct task_struct *, u32);
};

/* Structures of one name without underscores are several. */
struct call_data {
    struct _call_data *inner;
    u32 flags;
};

struct _call_data {
    struct call_data *outer;
};

struct task_struct task;
struct call_data data;
struct _call_data inner;
