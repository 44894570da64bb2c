/* Nothing tells the base. */
struct _OPEN
{
    unsigned short A;           // offset 0
    unsigned short B;           // offset 10
};
