cat > s.strata <<'END'
axis { 1.0 { 1.0-rtm = 1.0.100; 1.0-RTM = 1.0.200; } }
arch x64 pointer 8 align 8;
arch X64 pointer 8 align 8;
END
"$STRATA" gen s.strata -o out
status=$?
ls out 2>/dev/null
exit $status
