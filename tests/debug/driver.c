/* A module: it holds a structure of its kernel, thing.c, and points to another one. */
struct list {
    struct list *next, *prev;
};
struct operations;
struct driver {
    struct list list;
    struct operations *operations;
    int own;
};
struct driver driver;
