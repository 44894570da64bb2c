/* Offsets that packing explains, and one that it does not. */
struct PACKED {
    char Kind;                 /* 0x0000 */
    int Value;                 /* 0x0001 */
    unsigned short Rest;       /* 0x0005 */
    unsigned int Last;         /* 0x0007 */
};
struct HOLDER {
    char A;                    /* 0x0000 */
    struct PACKED P;           /* 0x0001 */
    int B;                     /* 0x000c */
};
struct MOVED {
    char Kind;                 /* 0x0000 */
    int Value;                 /* 0x0006 */
    unsigned short Rest;       /* 0x000a */
};
