struct same {
    int a;
    struct inner {
        long b;
    } inner;
};
struct twin {
    int one, two;
};
typedef struct {
    short kind;
} plain;
struct holder {
    struct twin twin;
    plain plain;
    struct same *same;
};
struct same other_same;
struct holder holder;
