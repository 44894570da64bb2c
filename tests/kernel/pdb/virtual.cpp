/* Classes with virtual bases, whose members no fixed offset has. */
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

struct Holds {
    int before;
    Diamond diamond;
};

extern "C" int entry(Holds *holds, Two *two)
{
    return holds->before + two->two;
}
