mkdir -p specs/below
cp ../base.strata specs
echo 'use "../base.strata";' > specs/below/a.strata
"$STRATA" check -I .. specs specs/below/a.strata
