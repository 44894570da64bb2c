/* Numbers in comments that may be offsets. A line of several members has a comment for each. */
// Decimal offsets.
struct DECIMAL {
    unsigned char A;  // 0
    unsigned char B;  // 8
    unsigned long C;  /* 12 */
    unsigned long D;  /* 0020 */
};
// Hexadecimal numbers without a prefix.
struct PADDED {
    unsigned long A;  /* 0000 */
    unsigned long B;  /* 0010 */
    struct { unsigned long C; /* 0018 */ unsigned long D; /* 001C */ };
    unsigned long E;  /* 0020 */
};
struct LETTERS {
    unsigned long A;  // 0
    unsigned long B;  // 8
    unsigned long C;  // C
    unsigned long D;  // 14h
};
struct WITH_TEXT {
    unsigned long A;  // 0x00 flags
    unsigned long B;  // 0x08 - a name
};
/* Numbers of no offsets. */
struct SIZES {
    unsigned long A;  // 4
    unsigned char B;  // 1
    unsigned short C; // 2
};
struct LISTED {
    unsigned long A;  // 1
    unsigned long B;  // 2
    unsigned long C;  // 3
};
struct PROSE {
    unsigned long A;  // 5 of them
    unsigned long B;
};
/* Doubtful. */
struct FEW {
    unsigned long A;
    unsigned long B;  // 8
    unsigned long C;
};
struct OPEN {
    unsigned char A;  // 00
    unsigned char B;  // 10
};
struct TYPING {
    unsigned long A;  // 0
    unsigned long B;  // 8
    unsigned long C;  // 4
};
struct ONE_LINE { unsigned char A; /* 0x0 */ unsigned char B; /* 0x8 */ unsigned char C; /* 0x9 */ };
struct BEFORE { /* 0x0 */ unsigned char A; /* 0x8 */ unsigned char B; /* 0x9 */ unsigned char C; };
struct LIST {
    unsigned char A, B;   // 0x0
    unsigned char C,      // 0x8
                  D;      // 0x9
    unsigned char E;      // 0xC
};
struct WIDTHS {
    void *A;              /* 000/000 */
    unsigned char B;      /* 004/008 */
};
