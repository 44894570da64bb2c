/* Offsets without 0x behind a sign or a word: the base follows from the numbers, if need be from those of others. */
struct _HEXADECIMAL
{
    unsigned char A;            //+0
    unsigned long long B;       //+10
    unsigned long C;            //+18
    unsigned short D;           //+1c
};

struct _OPEN
{
    unsigned short A;           //+0
    unsigned short B;           //+10
    unsigned short C;           //+16
};

struct _MARKED
{
    unsigned char A;            ///< +0x0
    unsigned char B;            //!< offset 0x2
    unsigned char C;            // @ 0x4
    unsigned char D;            /* [+0x006] */
    unsigned char E;            /* at 0x8 */
    unsigned char F;            /* <0xa> */
};

struct _ABOVE
{
    // 0x0
    unsigned char A;
    /* +0x8 */
    unsigned char B;
    // what nobody knows
    unsigned char C;            // 0x10
};

struct _SIZED
{
    unsigned char A;            // size 0x1, offset 0x0
    unsigned char B;            // size: 0x1, offset: 0x4
};

typedef struct _UNDECLARED
{
    unsigned char A;
    unsigned char B;
} UNDECLARED;
C_ASSERT(FIELD_OFFSET(UNDECLARED, B) == 0x10);
C_ASSERT(0x18 == sizeof(UNDECLARED));

struct _BROKEN
{
    unsigned char
        A; // offset:
           // 0x0 (0)
    unsigned char B; // offset:
                     // 0x8 (8)
};

struct _FLAGS
{
    // 0x1
    unsigned long A;
    // 0x2
    unsigned long B;
};

struct _EACH
{
    unsigned char A;    // 0x000 / 0x000
    unsigned char B;    // +0x004 / +0x008
    unsigned char C;    // 0x6/0xc
};

struct _BEHIND
{
    unsigned char A;    // owner @ 0x0
    unsigned char B;    // count of (+0x2) entries, at offset 0x8
    unsigned char C;    /* flags (+0x10) */
};

struct _LABELS
{
    unsigned char A;    // x86: 0x0, x64: 0x0
    unsigned char B;    // 64-bit: 0x8; 32-bit: 0x4
    unsigned char C;    /* x64 offset 0x10, x86 offset 0x8 */
    unsigned char D;    // 0x18 on x86 and x64
};

struct _PROSE
{
    unsigned long A;    // as at offset 0x40 of the header
    unsigned long B;    // for x86 and x64
    unsigned long C;
};
