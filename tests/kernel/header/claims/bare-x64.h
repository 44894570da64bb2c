/* Numbers that are no offsets: not each member has one, or they have words. */
struct _OPTIONS
{
    unsigned long Flags;    // 0x40000000
    unsigned long Mode;     // the default
    unsigned long Other;    // 0x10 is the largest
};

struct _PLAIN
{
    unsigned char A;        // offset: 0x0
    unsigned long B;        // offset 0x8 (8)
    unsigned long C;
    unsigned long D;        /* +0x14 */
};

struct _BOTH
{
    unsigned char A;        // 0 (0x0)
    unsigned short B;       // 8 (0x8)
    unsigned char C;        // 16 (0x10)
};

// Size and offsets by assertions.
typedef struct _ASSERTED
{
    unsigned char A;
    unsigned long B;
    union
    {
        unsigned long C;
        void *D;
    } u;
} ASSERTED;
#define C_ASSERT(e) typedef char assertion[(e) ? 1 : -1]
#define FIELD_OFFSET(type, field) ((long)(long long)&(((type *)0)->field))
C_ASSERT(sizeof(ASSERTED) == 0x28);
_Static_assert(__builtin_offsetof(struct _ASSERTED, B) == 16, "");
C_ASSERT(FIELD_OFFSET(ASSERTED, u) == 0x20);
