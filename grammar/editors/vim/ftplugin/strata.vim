" Settings for Strata specs.

if exists('b:did_ftplugin')
    finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=s1:/*,mb:*,ex:*/,:///,://
setlocal formatoptions-=t formatoptions+=croql
setlocal expandtab shiftwidth=4 softtabstop=4 textwidth=120 autoindent smartindent
setlocal suffixesadd=.strata

" `gf`, `[i` and the completion of words follow `use "PATH";` and `use <PATH>;`.
setlocal include=^\\s*use\\s*[<\"]
setlocal define=^\\s*\\%(struct\\\|union\\\|enum\\\|flags\\\|type\\\|opaque\\\|const\\)

" `gq` formats the whole file, however many lines it is given: `strata fmt` takes no parts of declarations.
let &l:formatexpr = expand('<SID>') .. 'Format()'

let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< expandtab< shiftwidth< softtabstop<'
            \ .. ' textwidth< autoindent< smartindent< suffixesadd< include< define< formatexpr<'

if exists('*s:Format')
    finish
endif

" Replaces the buffer by the output of `strata fmt`. If the program reports an error, shows it and changes nothing.
function s:Format() abort
    if mode() =~# '[iR]'
        return 1 " a line that becomes too long while typing
    endif
    let lines = systemlist(shellescape(get(g:, 'strata_program', 'strata')) .. ' fmt -q -', getline(1, '$'))
    if v:shell_error
        echohl ErrorMsg | echomsg get(lines, 0, 'strata does not start') | echohl None
        return 0
    endif
    let view = winsaveview()
    if lines !=# getline(1, '$')
        call setline(1, lines)
        if len(lines) < line('$')
            execute 'silent keepjumps' (len(lines) + 1) .. ',$delete _'
        endif
    endif
    call winrestview(view)
    return 0
endfunction
