printf 'Offset\tDefinition\n0x00\tULONG A;\n' | "$STRATA" import table --struct S --arch x86 -
