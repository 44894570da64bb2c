/* Members of types that are no integers and no floating-point numbers of C. */
struct target
{
    int member;
    int function(int);
};

struct odd
{
    __complex__ float complex_float;
    __complex__ double complex_double;
    int target::*pointer;
    int (target::*function)(int);
    decltype(nullptr) null;
    char end;
};

odd one;
