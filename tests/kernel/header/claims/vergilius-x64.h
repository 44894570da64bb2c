// As the pages of the Vergilius Project have them: sizes above, offsets behind, from the structure around.
typedef unsigned char UCHAR;
typedef unsigned short USHORT;
typedef unsigned long ULONG;
typedef unsigned long long ULONGLONG;
typedef void VOID;
typedef long LONG;
typedef long long LONGLONG;

//0x10 bytes (sizeof)
struct _LIST_ENTRY
{
    struct _LIST_ENTRY* Flink;                                              //0x0
    struct _LIST_ENTRY* Blink;                                              //0x8
};

//0x8 bytes (sizeof)
union _LARGE_INTEGER
{
    struct
    {
        ULONG LowPart;                                                      //0x0
        LONG HighPart;                                                      //0x4
    };
    struct
    {
        ULONG LowPart;                                                      //0x0
        LONG HighPart;                                                      //0x4
    } u;                                                                    //0x0
    LONGLONG QuadPart;                                                      //0x0
};

//0x80 bytes (sizeof)
struct _LOCKED
{
    volatile ULONG Count;                                                   //0x0
    struct _LIST_ENTRY List;                                                //0x40
    union
    {
        struct
        {
            ULONG Busy:1;                                                   //0x50
            ULONG Reserved:31;                                              //0x50
        };
        ULONG Flags;                                                        //0x50
    };
    union
    {
        UCHAR* Pointer;                                                     //0x58
        struct
        {
            USHORT Low;                                                     //0x58
            USHORT High;                                                    //0x5a
        } Parts;                                                            //0x58
    } u1;                                                                   //0x58
    VOID (*Routine)(struct _LOCKED* arg1, ULONG arg2);                      //0x60
    UCHAR Name[15];                                                         //0x68
};

//0x88 bytes (sizeof)
struct _HOLDER
{
    struct _LOCKED Lock;                                                    //0x0
    ULONGLONG After;                                                        //0x80
};
