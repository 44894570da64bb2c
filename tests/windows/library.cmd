# Without the library that reads HTML there is one diagnostic; text needs none.
"$STRATA" import table tests/page/spec/classic.html
