/* Where linkers for Windows begin a program. */
int main(void);
void mainCRTStartup(void);

void mainCRTStartup(void)
{
    (void)main();
}
