-- Prints the findings that Neovim gets from the server for the file in the window, and the file as the server formats it,
-- to the file in $MAP.
local function wait_for(condition)
    assert(vim.wait(200000, condition, 10), 'the server does not answer')
end

wait_for(function() return #vim.diagnostic.get(0) > 0 end)
local lines = {}
for _, finding in ipairs(vim.diagnostic.get(0)) do
    table.insert(lines, string.format('%d: %s', finding.lnum + 1, vim.split(finding.message, '\n')[1]))
end
if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 200000 })
else -- Neovim 0.7
    vim.lsp.buf.formatting_sync(nil, 200000)
end
vim.list_extend(lines, vim.api.nvim_buf_get_lines(0, 0, -1, true))
vim.fn.writefile(lines, vim.env.MAP)
