/* Entry point of programs for Windows. */
int main(void);
void mainCRTStartup(void);

void mainCRTStartup(void)
{
    (void)main();
}
