// Classes: base classes, namespaces, templates, members that take no place, and a virtual base.
namespace space {
struct Base {
    virtual ~Base() {}
    enum class Kind : short { SMALL = -1, LARGE };
    static int count;
    int a;
    Kind kind;
};
template <class T> struct Box {
    T value;
    T *pointer;
};
class Derived : public Base {
public:
    struct Inner {
        char c;
    };
    Derived(int &to) : reference(to) {}
    Inner inner;
    Box<int> box;
    int Base::*member;
    void (Base::*method)(int);
    int &reference;
    unsigned bits : 3;

private:
    static const int hidden = 1;
    long last;
};
}
struct Plain {
    int p;
};
struct WithVirtual : virtual Plain {
    int q;
};
int number;
space::Derived derived(number);
WithVirtual with_virtual;
int function()
{
    struct Local {
        int l;
    } local = {derived.a};
    return local.l + with_virtual.q;
}
