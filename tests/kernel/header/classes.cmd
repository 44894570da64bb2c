# C++: classes, namespaces and references; classes with bases are reported.
cat >classes.hpp <<'END'
class Plain { public: int a; private: char b; };
struct Virtual { virtual void call(); int a; };
struct Derived : public Plain { int c; };
class Shared : virtual public Plain { int d; };
namespace N {
struct Inside { bool truth; wchar_t letter; Plain &plain; Plain &&moved; static int counted; void call(); };
enum class Mode : unsigned short { Off, On };
}
extern "C" {
struct Linked { int a; N::Mode mode; };
}
struct Around { Derived derived; int e; };
END
"$STRATA" import c --version 10.0.19041.1 --target x64 classes.hpp -- -xc++
