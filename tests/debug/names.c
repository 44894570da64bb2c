/* Integers that typedefs name. */
typedef unsigned int u32;
typedef unsigned char u8;
typedef int pid_t;
typedef unsigned long size_t; /* of several sizes */
typedef u32 gfp_t;
typedef u32 ULONG;       /* as specs call an integer of C */
typedef long LONG;       /* but this one has other bytes */
typedef short bytes;     /* a word of the language */
typedef short named;     /* a structure has that name */
typedef unsigned char bool;
typedef const u32 *words;

struct named
{
    named small;
};

struct process
{
    pid_t pid;
    u32 first : 3, second : 7;
    const volatile u32 *registers;
    size_t size;
    gfp_t (*allocate)(size_t, gfp_t, const u8 *);
    u8 address[2][6];
    ULONG count;
    LONG length;
    bytes few;
    bool is_set;
    words some;
    struct named inside;
    unsigned plain;
};

struct process one;
