" Syntax of Strata specs. `make editors` writes the lists of reserved words.
" Every token has a group, also names and signs: tests/editors compares the groups with the tokens of the scanner.

if exists('b:current_syntax')
    finish
endif
let s:cpo = &cpo
set cpo&vim

" Words have letters, digits and underscores, also where 'iskeyword' has other characters.
syn iskeyword @,48-57,_
syn case match

syn keyword strataClause align as at bit data default except extra group hook in indexed last marker
syn keyword strataClause mask next pack pointer previously size where
syn keyword strataDeclaration attest axis bytes columns identity slot source unaccounted use
syn keyword strataDefinition arch enum event flags header opaque struct type union
syn keyword strataException allow
syn keyword strataModifier const unknown volatile
syn keyword strataProvenance corrected inferred was
syn cluster strataWords contains=strataClause,strataDeclaration,strataDefinition,strataException,strataModifier,
            \strataProvenance

let s:reserved = 'align\|allow\|arch\|as\|at\|attest\|axis\|bit\|bytes\|columns\|const\|corrected\|data\|default\|enum\|event\|except\|extra\|flags\|group\|header\|hook\|identity\|in\|indexed\|inferred\|last\|marker\|mask\|next\|opaque\|pack\|pointer\|previously\|size\|slot\|source\|struct\|type\|unaccounted\|union\|unknown\|use\|volatile\|was\|where'
let s:definition = 'arch\|enum\|event\|flags\|header\|opaque\|struct\|type\|union'
let s:name = '\%(\<\%(' .. s:reserved .. '\)\>\)\@!\%(\<\h\w*\>\|`\h\w*`\)'
let s:version = '\d\+\%(\.\d\+\)*\%(\a[[:alnum:]]*\)\=\%(-[[:alnum:]]\+\)*'

" ---- Signs and names. Of two matches that begin at one character, Vim takes the later one of this file.

syn match strataInvalid /[^ \t\r\n]/
syn match strataDelimiter /[][{}();,.]/
syn match strataOperator /==\|!=\|<=\|>=\|&&\|||\|[|=*+<>?:-]/
syn match strataDelimiter /\.\.\./
syn match strataInvalid /`[^`]*`\=/
syn match strataName /\h\w*\|`\h\w*`/

" Words that are reserved nowhere, in the places that give them a meaning.
syn match strataContextual /\<partial\>\ze\s*;/
syn match strataContextual /\<kernel\>\ze\s\+\d/
syn match strataContextual /\<pdb\>\ze\s*"/
syn match strataContextual /\<image\>\ze\s\+\d/

" The type of a member is a name before another name, before stars, or before a pointer to a function.
execute 'syn match strataType /' .. s:name .. '\ze\%(\s*\*[ \t*]*[[:alpha:]_`]\|\s*(\s*\*\|\s\+volatile\>\|\s\+'
            \ .. s:name .. '\)/'
" Enumerators, constants and points of the axis have a value.
execute 'syn match strataConstant /' .. s:name .. '\ze\s*==\@!/'
" The name that a declaration gives.
execute 'syn match strataDefined /\%(\<\%(' .. s:definition .. '\)\s\+\)\@60<=' .. s:name .. '/'

" ---- Numbers and versions

execute 'syn match strataVersion /' .. s:version .. '/'
syn match strataInvalid /0[xX][0-9A-Za-z_]*/
syn match strataNumber /\d\+\%([A-Za-z0-9.-]\)\@!/
syn match strataNumber /0[xX]\x\+\%([A-Za-z0-9_-]\)\@!/
execute 'syn match strataVersion /0[xX][[:alnum:]]*\%(-[[:alnum:]]\+\)\+/'
execute 'syn match strataInvalid /\%(' .. s:version .. '\)\@>[.-]/'
execute 'syn match strataVersion /\.\.' .. s:version .. '/'
execute 'syn match strataVersion /' .. s:version .. '\.\.\%(' .. s:version .. '\)\=/'

" ---- Codes after `allow` and paths after `use`; comments may stand between

syn match strataCode /\a[A-Za-z0-9_-]*/ contained
syn match strataPath /<[^<>]*>/ contained
syn keyword strataException allow nextgroup=strataCode,strataCommentAllow skipwhite skipempty
syn keyword strataDeclaration use nextgroup=strataPath,strataCommentUse skipwhite skipempty
syn match strataCommentAllow #//.*# contained nextgroup=strataCode,strataCommentAllow skipwhite skipempty
syn region strataCommentAllow start=#/\*# end=#\*/# contained nextgroup=strataCode,strataCommentAllow skipwhite skipempty
syn match strataCommentUse #//.*# contained nextgroup=strataPath,strataCommentUse skipwhite skipempty
syn region strataCommentUse start=#/\*# end=#\*/# contained nextgroup=strataPath,strataCommentUse skipwhite skipempty

" ---- Texts and comments

syn match strataEscape /\\["\\n]/ contained
syn match strataText /"\%([^"\\]\|\\.\)*"/ contains=strataEscape
syn match strataInvalid /"\%([^"\\]\|\\.\)*\\\=$/
syn keyword strataTodo TODO FIXME XXX contained
syn match strataComment #//.*# contains=strataTodo,@Spell
syn match strataDocumentation #///\%(/\)\@!.*# contains=strataTodo,@Spell
syn region strataComment start=#/\*# end=#\*/# contains=strataTodo,@Spell

syn sync fromstart

hi def link strataClause Statement
hi def link strataDeclaration Structure
hi def link strataDefinition Structure
hi def link strataException Exception
hi def link strataModifier StorageClass
hi def link strataProvenance PreProc
hi def link strataOperator Operator
hi def link strataContextual Special
hi def link strataType Type
hi def link strataDefined Function
hi def link strataConstant Constant
hi def link strataNumber Number
hi def link strataVersion Constant
hi def link strataCode Special
hi def link strataPath String
hi def link strataText String
hi def link strataEscape SpecialChar
hi def link strataTodo Todo
hi def link strataComment Comment
hi def link strataCommentAllow Comment
hi def link strataCommentUse Comment
hi def link strataDocumentation SpecialComment
hi def link strataInvalid Error

let b:current_syntax = 'strata'
let &cpo = s:cpo
unlet s:cpo s:reserved s:definition s:name s:version
