-- A session with `strata lsp` by the client of Neovim: $STRATA serves $DIRECTORY; the results go to $RESULTS.
local results, passed, failed = io.open(vim.env.RESULTS, 'w'), 0, 0
local directory = vim.env.DIRECTORY

local function check(name, holds, seen)
    if holds then
        passed = passed + 1
    else
        failed = failed + 1
        results:write('FAIL lsp/clients: ', name, ': ', vim.inspect(seen), '\n')
    end
end

local function wait(condition)
    return vim.wait(20000, condition, 5)
end

local function session()
    vim.cmd('edit ' .. directory .. '/session.strata')
    local client = vim.lsp.start_client({ cmd = { vim.env.STRATA, 'lsp' }, cmd_env = { LD_PRELOAD = vim.env.TRAP },
        root_dir = directory })
    vim.lsp.buf_attach_client(0, client)
    check('the client starts', wait(function() return vim.lsp.buf_get_clients(0)[client] end), client)
    local encoding = vim.lsp.get_client_by_id(client).offset_encoding

    local function ask(method, params)
        local answers = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
        return answers[client] and answers[client].result or nil
    end
    local function params_at(word)
        vim.fn.cursor(1, 1)
        vim.fn.search(word)
        return vim.lsp.util.make_position_params(0, encoding)
    end
    local function findings(count)
        return wait(function() return #vim.diagnostic.get(0) == count end)
    end

    check('a clean text', findings(0), vim.diagnostic.get(0))
    vim.fn.append(0, 'use ".traps/crash.strata";')
    check('a crash', findings(1) and vim.diagnostic.get(0)[1].message:find('strata failed', 1, true),
        vim.diagnostic.get(0))
    vim.cmd('1delete')
    check('a mended text', findings(0), vim.diagnostic.get(0))
    vim.cmd([[%s/previously -/previously 0x04/]])
    check('diagnostics appear', findings(1), vim.diagnostic.get(0))
    local finding = vim.diagnostic.get(0)[1]
    check('the code of a finding', finding.code == 'remark' and finding.source == 'strata', finding)
    vim.cmd([[%s/previously 0x04/previously -/]])
    check('diagnostics vanish', findings(0), vim.diagnostic.get(0))

    -- The fix of a finding is applied.
    vim.cmd([[%s/ULONG  Depth/ULONG  Level/]])
    vim.cmd([[%s/previously -/previously 0x04/]])
    vim.cmd([[%s/next in Depth//]])
    check('a finding with a fix', findings(1), vim.diagnostic.get(0))
    local range = vim.lsp.util.make_given_range_params({ 10, 0 }, { 10, 80 }, 0, encoding)
    range.context = { diagnostics = {} }
    local actions = ask('textDocument/codeAction', range) or {}
    check('a quick fix', #actions > 0 and actions[1].kind == 'quickfix', actions)
    vim.lsp.util.apply_workspace_edit(actions[1].edit, encoding)
    check('the fix mends the text', findings(0), vim.diagnostic.get(0))

    vim.cmd([[%s/^    PVOID  Owners/ PVOID   Owners/]])
    vim.lsp.buf.formatting_sync(nil, 20000)
    check('formatting', vim.fn.search([[^    PVOID Owners\[MOST]  *at]]) > 0, vim.fn.getline(1, '$'))
    local hover = ask('textDocument/hover', params_at('Owners'))
    check('hover', hover and hover.contents.value:find('SESSION.Owners', 1, true), hover)
    local references = ask('textDocument/references',
        vim.tbl_extend('force', params_at('LINK'), { context = { includeDeclaration = true } }))
    check('references', references and #references == 4, references)
    local symbols = ask('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params() })
    check('symbols', symbols and symbols[1].name == 'SESSION', symbols)
    local items = ask('textDocument/completion', params_at([[x86 | x64;]]))
    check('completion', items and #items.items == 2, items)

    params_at('marker Flags')
    vim.cmd('normal! w')
    vim.lsp.buf.rename('Bits')
    check('rename', wait(function() return vim.fn.search('ULONG *Bits', 'nw') > 0 end), vim.fn.getline(1, '$'))
    check('a renamed text', vim.fn.search('marker Bits', 'nw') > 0 and findings(0), vim.diagnostic.get(0))
    params_at('LINK')
    vim.lsp.buf.definition()
    check('definition', wait(function() return vim.fn.expand('%:t') == 'types.strata' end), vim.fn.expand('%'))
    vim.lsp.stop_client(client)
    check('the client ends', wait(function() return #vim.lsp.get_active_clients() == 0 end), client)
end

vim.o.hidden = true
local done, problem = pcall(session)
check('the session', done, problem)
results:write(passed, ' passed, ', failed, ' failed\n')
results:close()
vim.cmd('qall!')
