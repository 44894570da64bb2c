" Writes the tokens of the files in the list of arguments by Vim's syntax, as tokens.c does, to the file in $MAP.

let s:kinds = {
            \ 'strataComment': 'c', 'strataCommentAllow': 'c', 'strataCommentUse': 'c', 'strataCommentPath': 'c',
            \ 'strataDocumentation': 'c',
            \ 'strataTodo': 'c', 'strataText': 't', 'strataEscape': 't', 'strataPath': 't',
            \ 'strataNumber': 'd', 'strataVersion': 'v', 'strataCode': 'k',
            \ 'strataClause': 'w', 'strataDeclaration': 'w', 'strataDefinition': 'w', 'strataException': 'w',
            \ 'strataModifier': 'w', 'strataProvenance': 'w', 'strataQualifier': 'w', 'strataVolatile': 'w',
            \ 'strataOperator': 's', 'strataDelimiter': 's', 'strataRowEnd': 's', 'strataEnumeratorEnd': 's',
            \ 'strataStars': 's', 'strataRest': ' ', 'strataRow': ' ', 'strataMember': ' ', 'strataEnumeration': ' ',
            \ 'strataEnumerators': ' ', 'strataEnumerator': ' ', 'strataPathName': 'n',
            \ 'strataName': 'n', 'strataType': 'n', 'strataDefined': 'n', 'strataConstant': 'n',
            \ 'strataContextual': 'n', '': ' ' }

function s:LineMap(number)
    let map = ''
    let column = 1
    for character in split(getline(a:number), '\zs')
        let map ..= get(s:kinds, synIDattr(synID(a:number, column, 0), 'name'), '!')
        let column += len(character)
    endfor
    return map
endfunction

let s:lines = []
for s:file in argv()
    execute 'silent edit' fnameescape(s:file)
    call add(s:lines, '== ' .. s:file)
    call extend(s:lines, map(range(1, line('$')), 's:LineMap(v:val)'))
endfor
call writefile(s:lines, $MAP)
qall!
