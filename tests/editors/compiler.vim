" Runs `strata check` on the file $SPEC by `:make`, and writes the list of errors, the settings of the buffer and the
" declarations that are found to the file in $MAP. $STRATA is the program.

execute 'silent edit' fnameescape($SPEC)
compiler strata
let s:lines = ['filetype ' .. &filetype .. ', compiler ' .. b:current_compiler .. ', makeprg ' .. &makeprg,
            \ 'comment ' .. printf(&commentstring, 'x')]
let &l:makeprg = substitute(&makeprg, '^strata', escape($STRATA, '\&'), '')
silent make! $SPEC
for s:entry in getqflist()
    call add(s:lines, printf('%s:%d:%d: %s: %s', bufname(s:entry.bufnr), s:entry.lnum, s:entry.col, s:entry.type,
                \ s:entry.text))
endfor
" A rule of 'include' and 'suffixesadd' finds a used file.
let &l:path = expand('%:p:h')
call search('^use')
normal! f"l
silent normal! gf
call add(s:lines, 'gf ' .. expand('%'))
silent! bdelete!
call writefile(s:lines, $MAP)
qall!
