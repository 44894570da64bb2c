cat > page.tsv <<'END'
Offset	Definition	Versions
0x00	ULONG A;	5.0 and higher
0x04	ULONG B;	late 6.0
END
"$STRATA" import table --use ../base.strata --struct S --arch x86 page.tsv -o s.strata
