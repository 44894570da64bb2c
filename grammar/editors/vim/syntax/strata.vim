" Syntax of Strata specs. `make editors` writes the lists of words.
" Every token has a group, also names and signs: tests/editors compares the groups with the tokens of the scanner.
" The items of the top level are for the beginning of a declaration or row; the rest of it is a region.

if exists('b:current_syntax')
    finish
endif
let s:cpo = &cpo
set cpo&vim

" Words have letters, digits and underscores, also where 'iskeyword' has other characters.
syn iskeyword @,48-57,_
syn case match

syn keyword strataClause contained align as at big bit by data default except extra group hook in
syn keyword strataClause contained indexed last little marker mask next of pack pointer previously
syn keyword strataClause contained size where
syn keyword strataDeclaration contained attest axis builds bytes columns digest global identity
syn keyword strataDeclaration contained module share slot source strata unaccounted use
syn keyword strataDefinition contained arch enum event flags header opaque struct type union
syn keyword strataException contained allow
syn keyword strataModifier contained const unknown volatile
syn keyword strataProvenance contained corrected inferred was
syn cluster strataWords contains=strataClause,strataDeclaration,strataDefinition,strataException,strataModifier,
            \strataProvenance

let s:reserved = 'align\|allow\|arch\|as\|at\|attest\|axis\|big\|bit\|builds\|by\|bytes\|columns\|const\|corrected\|data\|default\|digest\|enum\|event\|except\|extra\|flags\|global\|group\|header\|hook\|identity\|in\|indexed\|inferred\|last\|little\|marker\|mask\|module\|next\|of\|opaque\|pack\|pointer\|previously\|share\|size\|slot\|source\|strata\|struct\|type\|unaccounted\|union\|unknown\|use\|volatile\|was\|where'
let s:first = 'arch\|attest\|axis\|builds\|bytes\|columns\|const\|data\|default\|digest\|enum\|event\|extra\|flags\|global\|group\|header\|hook\|identity\|marker\|module\|opaque\|share\|size\|slot\|source\|strata\|struct\|type\|unaccounted\|union\|unknown\|use\|volatile'
let s:value = 'corrected\|inferred'
let s:definition = 'arch\|enum\|event\|flags\|header\|opaque\|struct\|type\|union'
let s:name = '\%(\<\%(' .. s:reserved .. '\)\>\)\@!\%(\<\h\w*\>\|`\h\w*`\)'
let s:version = '\d\+\%(\.\d\+\)*\%(\a[[:alnum:]]*\)\=\%(-[[:alnum:]]\+\)*'

let s:label = '\h\w*\%(-\w\+\|\.\d\w*\)*'

" ---- Signs and names. Of two matches that begin at one character, Vim takes the later one of this file.

syn match strataInvalid contained /[^ \t\r\n;{}]/
syn match strataDelimiter contained /[][(),.]/
syn match strataDelimiter contained /\./ nextgroup=strataPathName,strataCommentPath skipwhite skipempty
syn match strataOperator contained /==\|!=\|<=\|>=\|&&\|||\|[|=*+<>?:-]/
syn match strataDelimiter contained /\.\.\./
syn match strataInvalid contained /`[^`]*`\=/
syn match strataName contained /\h\w*\|`\h\w*`/

" Words that are reserved nowhere, in the places that give them a meaning.
syn match strataContextual contained /\<kernel\>\ze\s\+\d/
syn match strataContextual contained /\<pdb\>\ze\s*"/
syn match strataContextual contained /\<image\>\ze\s\+\d/

" The type of a member is a name before another name, before stars, or before a pointer to a function.
execute 'syn match strataType contained /' .. s:name .. '\ze\%(\s*\*[ \t*]*[[:alpha:]_`]\|\s*(\s*\*\|\s\+volatile\>\|\s\+'
            \ .. s:name .. '\)/'
" Enumerators, constants and points of the axis have a value.
execute 'syn match strataConstant contained /' .. s:name .. '\ze\s*==\@!/'
" The name that a declaration gives.
execute 'syn match strataDefined contained /\%(\<\%(' .. s:definition .. '\)\s\+\)\@60<=' .. s:name .. '/'

" ---- Numbers and versions

execute 'syn match strataVersion contained /' .. s:version .. '/'
syn match strataInvalid contained /0[xX][0-9A-Za-z_]*/
syn match strataNumber contained /\d\+\%([A-Za-z0-9.-]\)\@!/
syn match strataNumber contained /0[xX]\x\+\%([A-Za-z0-9_-]\)\@!/
execute 'syn match strataVersion contained /0[xX][[:alnum:]]*\%(-[[:alnum:]]\+\)\+/'
execute 'syn match strataInvalid contained /\%(' .. s:version .. '\)\@>[.-]/'
execute 'syn match strataVersion contained /\.\.' .. s:version .. '/'
execute 'syn match strataVersion contained /' .. s:version .. '\.\.\%(' .. s:version .. '\)\=/'

" Versions that are words. Within the bounds of an array N-1 is a difference.
execute 'syn match strataVersion contained /\%(^\|[[:blank:]{;,|]\)\@1<=\h\w*\%(-\w\+\|\.\d\w*\)\+[.-]\@!/'
execute 'syn match strataVersion contained /\.\@1<!\.\.' .. s:label .. '/'
execute 'syn match strataVersion contained /\%(\<' .. s:label .. '\|' .. s:version .. '\)\.\.' .. s:label .. '/'
execute 'syn match strataVersion contained /\<' .. s:label .. '\.\.\%(' .. s:version .. '\)\=\.\@!/'

" ---- Codes after `allow`, paths after `use`, and names after a dot; comments may stand between

syn match strataPathName /\h\w*\|`\h\w*`/ contained
syn match strataCode /\a[A-Za-z0-9_-]*/ contained
syn match strataPath /<[^<>]*>/ contained
syn keyword strataException contained allow nextgroup=strataCode,strataCommentAllow skipwhite skipempty
syn keyword strataDeclaration contained use nextgroup=strataPath,strataCommentUse skipwhite skipempty
syn match strataCommentAllow #//.*# contained nextgroup=strataCode,strataCommentAllow skipwhite skipempty
syn region strataCommentAllow start=#/\*# end=#\*/# contained nextgroup=strataCode,strataCommentAllow skipwhite skipempty
syn match strataCommentUse #//.*# contained nextgroup=strataPath,strataCommentUse skipwhite skipempty
syn region strataCommentUse start=#/\*# end=#\*/# contained nextgroup=strataPath,strataCommentUse skipwhite skipempty
syn match strataCommentPath #//.*# contained nextgroup=strataPathName,strataCommentPath skipwhite skipempty
syn region strataCommentPath start=#/\*# end=#\*/# contained nextgroup=strataPathName,strataCommentPath skipwhite skipempty

" ---- Parts of rows

let s:any = '\%(\<\h\w*\>\|`\h\w*`\)'
let s:end = ' matchgroup=NONE end=/\ze[;{}]/ contains='
syn cluster strataComments contains=strataComment,strataDocumentation
syn cluster strataAll contains=@strataWords,@strataComments,@strataTokens
syn match strataRowEnd /[;{}]/
syn region strataRest start=/\ze[^ \t\r\n;{}]/ end=/\ze[;{}]/ contains=@strataAll
execute 'syn region strataRow matchgroup=strataType start=/' .. s:any .. '/' .. s:end
            \ .. '@strataComments,strataRest,strataMember,strataStars,strataVolatile'
execute 'syn region strataRow matchgroup=strataConstant start=/' .. s:any .. '\ze\s*==\@!/' .. s:end
            \ .. '@strataComments,strataRest,strataMember,strataStars,strataVolatile'
execute 'syn region strataRest start=/\ze\<\%(' .. s:first .. '\)\>/ end=/\ze[;{}]/ contains=@strataAll'
syn match strataVersion /\<\h\w*\%(-\w\+\|\.\d\w*\)\+[.-]\@!/
syn match strataContextual /\<partial\>\ze\s*;/
syn match strataQualifier /\<\%(const\|unknown\|volatile\)\>/

" After a type all words but `volatile` are names.
syn match strataStars /[*(]/ contained
execute 'syn region strataMember contained matchgroup=strataName start=/' .. s:any .. '/' .. s:end .. '@strataAll'
syn match strataVolatile /\<volatile\>/ contained

" Each row of an enumeration begins with the name of an enumerator, or with a value.
syn region strataEnumeration start=/\ze\<\%(enum\|flags\)\>/ end=/\ze[;}]/ contains=@strataAll,strataEnumerators
syn region strataEnumerators contained matchgroup=strataRowEnd start=/{/ matchgroup=NONE end=/\ze}/
            \ contains=@strataComments,strataRest,strataEnumerator,strataEnumeratorEnd
syn match strataEnumeratorEnd /[;{]/ contained
execute 'syn region strataEnumerator contained matchgroup=strataConstant start=/\%(\<\%(' .. s:value .. '\)\>\)\@!'
            \ .. s:any .. '/' .. s:end .. '@strataAll'

" ---- Texts and comments

syn match strataEscape /\\["\\n]/ contained
syn match strataText contained /"\%([^"\\]\|\\.\)*"/ contains=strataEscape
syn match strataInvalid contained /"\%([^"\\]\|\\.\)*\\\=$/
syn keyword strataTodo contained TODO FIXME XXX contained
syn match strataComment #//.*# contains=strataTodo,@Spell
syn match strataDocumentation #///\%(/\)\@!.*# contains=strataTodo,@Spell
syn region strataComment start=#/\*# end=#\*/# contains=strataTodo,@Spell

syn cluster strataTokens contains=strataInvalid,strataDelimiter,strataOperator,strataName,strataContextual,strataType,
            \strataConstant,strataDefined,strataVersion,strataNumber,strataText

syn sync fromstart

hi def link strataClause Statement
hi def link strataDeclaration Structure
hi def link strataDefinition Structure
hi def link strataException Exception
hi def link strataModifier StorageClass
hi def link strataProvenance PreProc
hi def link strataQualifier StorageClass
hi def link strataVolatile StorageClass
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
hi def link strataCommentPath Comment
hi def link strataDocumentation SpecialComment
hi def link strataInvalid Error

let b:current_syntax = 'strata'
let &cpo = s:cpo
unlet s:cpo s:reserved s:first s:value s:any s:end s:definition s:name s:version s:label
