" Runs `strata check` on the file $SPEC by `:make`, formats it, and opens a file that it uses. Writes the settings, the
" list of errors and the results to the file in $MAP. $STRATA is the program.

execute 'silent edit' fnameescape($SPEC)
set hidden
let g:strata_program = $STRATA
compiler strata
let s:lines = ['filetype ' .. &filetype .. ', compiler ' .. b:current_compiler,
            \ 'comment ' .. printf(&commentstring, 'x')]
silent make! $SPEC
for s:entry in getqflist()
    call add(s:lines, printf('%s:%d:%d: %s: %s', bufname(s:entry.bufnr), s:entry.lnum, s:entry.col, s:entry.type,
                \ s:entry.text))
endfor
" `gq` formats the file, and keeps a file with an error as it is.
let s:before = getline(1, '$')
silent %substitute/    MY_ULONG/  MY_ULONG   /
call add(s:lines, 'changed ' .. (getline(1, '$') !=# s:before))
silent normal! 3GgqG
call add(s:lines, 'formatted, line ' .. line('.') .. ':')
call extend(s:lines, getline(1, '$'))
let s:before = getline(1, '$')
call setline(4, 'strct 1 {')
silent! normal! gggqG
call add(s:lines, 'with an error ' .. (getline(1, '$') ==# s:before[:2] + ['strct 1 {'] + s:before[4:]))
" A rule of 'include' and 'suffixesadd' finds a used file.
let &l:path = expand('%:p:h')
call search('^use')
normal! f"l
silent normal! gf
call add(s:lines, 'gf ' .. expand('%'))
silent! bdelete!
call writefile(s:lines, $MAP)
qall!
