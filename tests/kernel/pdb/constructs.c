/* Every construct of C that has a layout. The test links it for x86, x64 and arm64, and compares the import of the PDB
 * with the compiler's own description of the layouts. */
typedef unsigned char UCHAR;
typedef unsigned short USHORT;
typedef unsigned long ULONG;
typedef unsigned long long ULONGLONG;
typedef int (*CALLBACK)(int, void *);

enum _KIND { KindNone, KindMinus = -5, KindLarge = 0x7FFFFFFF };

struct _GONE;

struct _LINK {
    struct _LINK *Next, *Last;
};

struct _SCALARS {
    char Char;
    signed char SignedChar;
    short Short;
    int Int;
    long Long;
    long long LongLong;
    float Float;
    double Double;
    _Bool Bool;
    __typeof__(L'a') Wide;
    enum _KIND Kind;
    const volatile ULONG Qualified;
};

struct _POINTERS {
    void *Void;
    const char *const *Text;
    struct _GONE *Gone;
    CALLBACK Callback;
    int (*ToArray)[4];
    void (*Table[3])(void);
    struct {
        int In;
    } *Unnamed;
};

struct _QUALIFIED {
    volatile ULONG Volatile;
    const ULONG Const;
    const UCHAR *ToConst;
    volatile UCHAR **ToVolatile;
    UCHAR *volatile Pointer;
    UCHAR *const ConstPointer;
    const UCHAR *volatile *const Mixed;
    volatile struct _LINK *volatile Links[2];
    const struct _LINK Held;
    volatile ULONG Bits : 3;
    const int *(*volatile Function)(void);
    union {
        volatile ULONG Low;
        const UCHAR *Other;
    };
};

struct _FUNCTIONS {
    void (*None)(void);
    int (*Unknown)();
    const char *(*Text)(const char *, volatile ULONG *, ...);
    struct _LINK *(*Table[2])(struct _LINK, enum _KIND, struct _GONE **);
    CALLBACK (*Returns)(CALLBACK, int (*)[4]);
    void (**Twice)(int);
};

struct _ARRAYS {
    int Matrix[2][3];
    struct _LINK Links[2];
    UCHAR Tail[];
};

struct _BITS {
    ULONG A : 1;
    ULONG B : 3;
    ULONG : 4;
    ULONG C : 24;
    UCHAR D : 2;
    UCHAR : 0;
    UCHAR E : 7;
    enum _KIND Kind : 4;
    ULONGLONG Wide : 40;
};

union _UNION {
    ULONG Whole;
    UCHAR Bytes[4];
    struct {
        USHORT Low, High;
    };
    struct {
        ULONG First : 1;
        ULONG Rest : 31;
    } Bits;
};

#pragma pack(push, 1)
struct _PACKED {
    UCHAR A;
    ULONG B;
    union {
        USHORT C;
        struct {
            UCHAR D;
            ULONGLONG E;
        };
    };
    UCHAR F;
};
#pragma pack(pop)

struct __declspec(align(32)) _ALIGNED {
    UCHAR A;
    ULONG B;
};

struct _HOLDS_ALIGNED {
    UCHAR A;
    struct _ALIGNED Aligned;
    UCHAR B;
};

/* Anonymous unions and structures in every place. */
struct _FIRST_UNION {
    union {
        ULONG A;
        USHORT B;
    };
    ULONG C;
};

struct _LAST_UNION {
    ULONG A;
    union {
        ULONG B;
        struct {
            USHORT C;
            USHORT D;
        };
        UCHAR E[4];
    };
};

struct _TWO_UNIONS {
    union {
        ULONG A;
        ULONG B;
    };
    union {
        ULONG C;
        ULONG D;
    };
};

struct _DEEP {
    ULONGLONG Before;
    union {
        struct {
            ULONG A;
            union {
                ULONG B;
                struct {
                    UCHAR C;
                    UCHAR D;
                    union {
                        USHORT E;
                        UCHAR F;
                    };
                };
            };
            ULONGLONG G;
        };
        ULONGLONG H[2];
        struct {
            void *I;
            ULONG J;
        };
    };
    ULONG After;
};

struct _PADDED_UNION {
    union {
        struct {
            ULONGLONG A;
            ULONG B;
        };
        struct {
            ULONGLONG C;
            ULONG D;
            ULONG E;
        };
    };
    UCHAR F;
};

struct _BIT_UNIONS {
    union {
        ULONG Flags;
        struct {
            ULONG A : 1;
            ULONG B : 2;
            ULONG C : 29;
        };
        struct {
            ULONG : 3;
            ULONG D : 5;
        };
        struct {
            USHORT Low;
            UCHAR E : 4;
            UCHAR F : 4;
            UCHAR G;
        };
    };
    union {
        UCHAR Byte;
        UCHAR H : 7;
    };
};

struct _HOLE_UNION {
    union {
        struct {
            UCHAR A;
            ULONG B;
        };
        UCHAR C[2];
    };
    USHORT D;
};

/* No order of members proves these. No variable has this type, so it is in the import of a header alone. */
struct _UNPROVED {
    struct {
        ULONG A;
    };
    union {
        struct {
            UCHAR B;
        };
    };
    union {
        UCHAR C;
        struct {
            UCHAR D;
            ULONG E;
        };
    };
};

struct _SCALARS scalars;
struct _POINTERS pointers;
struct _QUALIFIED qualified;
struct _FUNCTIONS functions;
struct _ARRAYS arrays;
struct _BITS bits;
union _UNION whole;
struct _PACKED packed;
struct _HOLDS_ALIGNED holds_aligned;
struct _FIRST_UNION first_union;
struct _LAST_UNION last_union;
struct _TWO_UNIONS two_unions;
struct _DEEP deep;
struct _PADDED_UNION padded_union;
struct _BIT_UNIONS bit_unions;
struct _HOLE_UNION hole_union;

int entry(void)
{
    return (int)sizeof scalars;
}
