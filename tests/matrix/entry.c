/* Where programs of the matrix begin that are linked without a library: the two units must be in one program. */
void matrix_first(void);
void matrix_second(void);

#ifdef __cplusplus
extern "C" {
#endif

void _start(void);
void mainCRTStartup(void);

void _start(void)
{
    matrix_first();
    matrix_second();
}

/* As linkers for Windows name it. */
void mainCRTStartup(void)
{
    _start();
}

#ifdef __cplusplus
}
#endif
