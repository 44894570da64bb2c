# Three lines that become 10^12 declarations: no output, no file, and one message.
# Under a sanitizer, memory that is refused must not end the process.
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:allocator_may_return_null=1
cat >bomb.h <<'END'
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(A(A(A(x))))))
struct S{ B(B(int :1;)) };
END
echo 'struct GOOD { int a; };' >good.h
"$STRATA" import c --version 10.0.19041.1 --target x64 good.h --version 10.0.19042.1 bomb.h --version 10.0.19043.1 good.h -o out
echo "exit status $?"
ls out 2>/dev/null
echo "--- a process that clang ends"
echo '#pragma clang __debug crash' | "$STRATA" import c --version 10.0.19041.1 --target x64 -
echo "exit status $?"
echo '#pragma clang __debug llvm_fatal_error' | "$STRATA" import c --version 10.0.19041.1 --target x64 -
