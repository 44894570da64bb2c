/* Structures that two units define, the same and in another way; linked with another.c. */
struct same {
    int a;
    struct inner {
        long b;
    } inner;
};
struct twin {
    int one;
};
typedef struct {
    char kind;
} plain;
struct same same;
struct twin twin;
plain first;
