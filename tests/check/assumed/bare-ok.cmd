cat > page.tsv <<'END'
Offset	Definition	Versions
0x00	ULONG A;	5.0 and higher
0x04	ULONG B;	6.0 to 10.0
END
"$STRATA" import table --use ../base.strata --windows-10 all --struct S --arch x86 page.tsv -o s.strata
