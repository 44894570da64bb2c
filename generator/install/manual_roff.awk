# What both manual pages need: text as roff takes it, so that it comes out as it stands.
function roff(text)
{
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/'/, "\\(aq", text)
    gsub(/`/, "\\(ga", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/~/, "\\(ti", text)
    gsub(/…/, "...", text)
    return text ~ /^\./ ? "\\&" text : text
}
