typedef struct _SAME {
    struct _SAME *Flink, *Blink;
} SAME;
typedef struct _MOVED {
    unsigned long First;
    unsigned long Third;
    void *Second;
} MOVED;
typedef struct _SHORTER {
    unsigned long long Size;
} SHORTER;
typedef enum _KIND { KindA, KindB = 2 } KIND;
typedef struct _OURS {
    SAME Same;
    int More;
} OURS;
