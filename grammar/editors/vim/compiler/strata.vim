" `:compiler strata`, then `:make specs`: the findings of `strata check` become the list of errors. g:strata_program is
" the program, if it is not `strata`.

if exists('current_compiler')
    finish
endif
let current_compiler = 'strata'

if exists(':CompilerSet') != 2
    command -nargs=* CompilerSet setlocal <args>
endif

execute 'CompilerSet makeprg='
            \ .. escape(exists('g:strata_program') ? shellescape(g:strata_program) : 'strata', ' |"\') .. '\ check'

" A finding, its notes, and the help below them. Lines of the spec, the marks below these, and summaries are left out.
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m
CompilerSet errorformat+=%f:%l:%c:\ %tarning:\ %m
CompilerSet errorformat+=%f:%l:%c:\ %tote:\ %m
CompilerSet errorformat+=strata:\ %trror:\ %m
CompilerSet errorformat+=%-G%.%#
