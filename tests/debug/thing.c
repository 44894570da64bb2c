/* Every kind of member that C has, in five versions of a structure: VERSION is 1 to 5. */
#ifndef VERSION
#define VERSION 1
#endif

typedef struct {
    int counter;
} atomic_t;
typedef atomic_t counter_t;

typedef enum { STATE_NEW, STATE_RUNS, STATE_DEAD = -1 } state_t;
enum color { RED, GREEN = 5, BLUE };
#if VERSION > 3
enum mode { MODE_OLD, MODE_WIDE = 0x80000000u, MODE_NEW };
#else
enum mode { MODE_OLD, MODE_WIDE = 0x80000000u };
#endif

struct list {
    struct list *next, *prev;
};
struct only_declared;
typedef int (*callback)(struct list *list, const char *name, ...);
typedef unsigned long words[4];

struct bits {
    unsigned low : 3, high : 5;
    unsigned : 4;
    unsigned char byte : 7;
    unsigned long long wide : 40;
    _Bool on : 1, off : 1;
    enum color color : 4;
    int : 0;
    signed last : 31;
};

struct operations {
    int (*open)(struct list *, const volatile void *);
    struct list *(*find)(struct operations *self, int (*match)(int, struct list *));
    void (*table[3])(void);
    callback done;
};

struct __attribute__((packed)) packed {
    char kind;
    int value;
    unsigned short rest : 11;
};

struct thing {
    char name[16];
#if VERSION > 1
    const char *label;
#endif
    volatile unsigned long flags;
    const struct only_declared *const owner;
    struct list *volatile head;
    counter_t references;
    state_t state;
    enum color color;
#if VERSION > 2
    enum mode mode;
#endif
    struct bits bits;
    union {
        int number;
        short half;
        struct {
            unsigned char first, second;
            union {
                unsigned short third;
                unsigned char parts[2];
            };
        };
    };
    struct {
        long long place;
        void *pointer;
    } pair[2];
    union {
        struct list as_list;
        words as_words;
    } either;
#if VERSION < 4
    double old;
#endif
    int grid[2][3];
    const struct operations *operations;
    struct packed packed;
    struct {
        struct {
            char deep, deeper;
        };
        char last;
    };
#if VERSION > 4
    unsigned short added __attribute__((aligned(16)));
#endif
    struct list tail[];
};

struct thing *thing;
struct operations operations;
counter_t counter;
enum mode last_mode;
