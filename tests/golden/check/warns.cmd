# Who looks at a layout hears nothing of what checks would only warn of, unless he asks.
cd "$SCRATCH" || exit 2
printf 'axis { 1.0 { } }\narch x64 pointer 8 align 16 in 1.0..;\ncolumns x64;\n' >s.strata
printf 'opaque O size 4 allow overlap "none";\nstruct S in 1.0.. { O A at 0; }\n' >>s.strata
"$STRATA" show s.strata --struct S
echo "exit status $?"
"$STRATA" dump -W unused-allow s.strata >dumped
echo "exit status $?"
"$STRATA" gen s.strata -o out
