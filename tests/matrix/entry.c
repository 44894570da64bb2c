/* Entry point of programs that are linked without a library. It calls both units, so that both are linked. */
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
