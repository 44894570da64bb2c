autocmd BufNewFile,BufRead *.strata setfiletype strata
