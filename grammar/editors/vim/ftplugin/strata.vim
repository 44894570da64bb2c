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

" `gq` formats the whole buffer's lines that it is given; `gggqG` formats a file.
setlocal formatprg=strata\ fmt\ -

let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< expandtab< shiftwidth< softtabstop<'
            \ .. ' textwidth< autoindent< smartindent< suffixesadd< include< define< formatprg<'
