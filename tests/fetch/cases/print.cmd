fetch ntoskrnl.exe
