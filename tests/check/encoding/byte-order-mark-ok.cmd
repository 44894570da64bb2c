printf '\357\273\277use "../base.strata";\r\n// caf\303\251 \360\237\230\200\r\nstruct S in 5.0.. { ULONG A at 0x00; }\r\n' > s.strata
"$STRATA" check -I .. s.strata
