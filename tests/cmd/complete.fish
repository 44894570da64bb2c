# Completes command lines from standard input by the script $argv[1], as fish does, and prints what it offers, sorted.
# fish repeats the option of --name=value.
source $argv[1]; or exit
while read -l line
    echo "\$ $line"
    complete -C "$line" | string replace -r '\t.*' '' | string replace -r '^--[a-z]+=' '' | sort
end
