/* What a header has and a PDB has not: typedefs as the names of tags, declarations without a definition, types of
 * clang, and everything that places a bit-field. */
#pragma once
#include <stddef.h>
#include NAMES

/* Names: of a typedef, of a tag, of both, of neither. */
typedef struct {
    int A;
} NAMED, *NAMED_POINTER;
typedef struct _TAGGED {
    NAMED Named;
    NAMED_POINTER Pointer;
} TAGGED, *PTAGGED;
typedef union {
    long long Quad;
    struct {
        unsigned Low;
        long High;
    } u;
    struct {
        unsigned LowPart;
        long HighPart;
    };
} NUMBER;
struct HOLDER {
    struct INNER {
        int In;
    } First;
    struct INNER *Second;
    struct {
        char *Text;
    } *Third;
};

/* Enumerations. */
enum { ALONE = 7, ALONE_TOO };
typedef enum { RED, GREEN = 5, BLUE = -1 } COLOR;
typedef enum _LARGE { LARGE_ALL = 0xFFFFFFFF, LARGE_ONE = 1 } LARGE;
enum SMALL : unsigned char { SMALL_MOST = 255 };

struct ENUMS {
    COLOR Color;
    LARGE Large;
    enum SMALL Small;
    COLOR Bits : 3;
    enum { IN_A, IN_B } Inner;
};

/* Types that typedefs tell apart, and types of the compiler. */
typedef float VECTOR __attribute__((__vector_size__(16)));
typedef int SMALL_VECTOR __attribute__((__vector_size__(8)));
struct TYPES {
    wchar_t Wide[4][2];
    HRESULT Result;
    size_t Size;
    ptrdiff_t Difference;
    long double LongDouble;
    __int64 Quad;
    VECTOR Vector;
    SMALL_VECTOR SmallVector;
    _Atomic(int) Atomic;
    _Complex double Complex;
    void *__ptr32 Narrow;
    struct _LATER *Later;
    struct _NEVER *Never;
    union _NEVER_EITHER **NeverEither;
    int (*Function)(struct _NEVER *, int);
    int (*(*Functions[2])(void))[3];
    const char *const *volatile Texts;
    volatile long Volatile;
    const int Constants[2];
    const struct _NEVER *volatile Both;
    long (__stdcall *Print)(const char *format, struct TYPES *, enum SMALL, ...);
    int (*Old)();
    NAMED (*(*Nested)(int (*)(void)))(void);
    char Matrix[2][3][4];
    PTAGGED Table[2];
};
struct _LATER {
    struct _LATER *Next;
    struct TYPES Types[2];
    char Tail[];
};

/* Anonymous unions and structures. */
struct ANONYMOUS {
    int Before;
    union {
        short Short;
        struct {
            char Char;
            unsigned Three : 3, Seven : 7;
        };
    };
    struct {
        int Alone;
    };
    union {
        struct {
            char X;
        };
    };
    int After;
};

/* Packed and aligned. */
#pragma pack(push, 1)
struct PACKED {
    char Char;
    int Three : 3;
    int Thirty : 30;
    short Short;
    unsigned char P : 3;
    int Q : 4;
};
#pragma pack(pop)
struct __attribute__((packed)) TIGHT {
    char Char;
    long long Quad;
    unsigned Five : 5;
};
struct __declspec(align(16)) ALIGNED {
    int Int;
};
struct HOLDS_ALIGNED {
    char Char;
    struct ALIGNED Two[2];
};
#pragma pack(push, 2)
struct HALF {
    char Char;
    double Double;
    struct ALIGNED Aligned;
};
#pragma pack(pop)

/* Bit-fields. */
struct BITS {
    unsigned A : 1;
    unsigned : 4;
    unsigned B : 27;
    unsigned C : 2;
    unsigned short D : 3;
    unsigned short : 0;
    unsigned short E : 16;
    unsigned char F : 1;
    _Bool G : 1;
    long long H : 33;
    long long I : 32;
    int J;
    int K : 5;
};
union BIT_UNION {
    unsigned All;
    unsigned Low : 4;
    struct {
        unsigned First : 4, Second : 4;
    };
    unsigned char Byte : 2;
};
struct LAST_BITS {
    int Int;
    unsigned char Bits : 1;
};

/* Nothing, and nothing but a tail. */
struct EMPTY {};
struct HOLDS_EMPTY {
    struct EMPTY First;
    int None[0];
    struct EMPTY Last;
};
struct TAILS {
    int Count;
    union {
        int Flexible[0];
        struct EMPTY *Pointer;
    };
};

/* Types that have the size of an integer: one that is atomic, and others that are none. */
struct NUMBERS {
    _Atomic int Counter;
    _Complex float Waves;
    signed char Colours __attribute__((vector_size(4)));
};

#ifndef WITHOUT_NAMES
/* One name for several structures, and an anonymous structure with a tag, which Microsoft's compiler knows. Clang's
 * description tells neither. */
typedef struct {
    char A;
} TWICE;
struct TWICE {
    short B;
};
struct _TWICE {
    long long C;
};
struct TWICES {
    TWICE First;
    struct TWICE Second;
    struct _TWICE Third;
    union {
        struct INNER;
        short Short;
    };
};
#endif
