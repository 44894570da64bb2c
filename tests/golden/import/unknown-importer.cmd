"$STRATA" import tabel page.html
