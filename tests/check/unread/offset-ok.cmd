cat > page.tsv <<'END'
Offset (x86)	Offset (x64)	Definition	Versions
0x00	0x00	ULONG A;	5.0 and higher
0x04	0x04 (6.0); 0x08	ULONG B;	5.0 and higher
END
"$STRATA" import table --use ../base.strata --struct S page.tsv -o s.strata
