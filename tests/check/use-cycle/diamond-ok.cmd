printf 'use "../base.strata";\nuse "b.strata";\nuse "c.strata";\n' > a.strata
printf 'use "../base.strata";\nuse "c.strata";\n' > b.strata
printf 'use "../base.strata";\nconst N = 1;\n' > c.strata
"$STRATA" check -I .. a.strata b.strata c.strata
