/* Classes with bases, virtual functions and virtual bases, and templates: as constructs.c. */
struct Plain {
    int same;
    char own;
};

struct Left : Plain {
    virtual void function();
    virtual ~Left();
    short after;
    static int shared;
};

struct Right {
    virtual int other();
    int same;
};

class Both : public Left, private Right {
public:
    void function() override;
    int last;
    int same;
};

struct Empty {
};

struct OfEmpty : Empty {
    long value;
};

struct Virtual {
    int base;
};

struct One : virtual Virtual {
    int one;
};

struct Two : virtual Virtual {
    int two;
};

struct Diamond : One, Two {
    int three;
};

struct Members {
    enum class Color : unsigned char { Red, Green = 200 };
    enum { First, Second } unnamed;
    int Plain::*data;
    int (Plain::*method)();
    int &reference;
    Color color;
    struct {
        int inside;
    } named;
    union {
        int number;
        float real;
    };
    bool flag;
    wchar_t wide;
    Plain plain[2];
};

namespace scope {
template <typename T> struct Box {
    T value;
    struct Inner {
        T *pointer;
    } inner;
};
}

Both *both;
OfEmpty of_empty;
Diamond *diamond;
Members *members;
scope::Box<int> ints;
scope::Box<Plain> plains;

extern "C" int entry()
{
    return (int)(sizeof *both + sizeof *diamond + sizeof *members);
}
