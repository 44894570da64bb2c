# For both manual pages: escapes text for roff, so that it is printed unchanged.
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
