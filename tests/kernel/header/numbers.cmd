# Numbers in comments are offsets if they can be, in the base that fits. Where they are not taken, and differ from clang's
# layout, a warning says so. A comment on a line of several members is about one of them.
"$STRATA" import c --version 10.0.19041.1 --target x64 numbers.h
"$STRATA" import c --version 10.0.19041.1 --target x86 --struct WIDTHS numbers.h
