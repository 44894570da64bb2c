cat > page.tsv <<'END'
Offset	Definition	Versions
0x00	unsigned long A;	5.0 and higher
END
"$STRATA" import table --use ../base.strata --struct S --arch x86 page.tsv -o s.strata
code=$?
cat s.strata
exit $code
