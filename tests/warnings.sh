# Warnings that generated headers and the runtime must not give, for runners to source.

warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-align -Wcast-qual -Werror'

# All warnings of clang, without those of style.
everything='-Weverything -Werror
    -Wno-unknown-warning-option'                # this list serves several versions of clang
everything+=' -Wno-padded'                      # reports every padding
everything+=' -Wno-declaration-after-statement' # for those who write C89
everything+=' -Wno-unsafe-buffer-usage'         # for C++ without pointers; the runtime is about nothing else
everything+=' -Wno-c++98-compat -Wno-c++98-compat-pedantic' # C++11 is the least that is asked for
everything+=' -Wno-old-style-cast'              # the headers are C as well, which has no others
