/* Numbers that are no integers of C. */
struct decimals
{
    _Decimal32 small;
    _Decimal64 large;
    short _Fract_like;
};

struct decimals one;
