# Strata. `make help` lists what can be asked for.

VERSION = 0.1.0

BUILD  ?= build
PREFIX ?= /usr/local
CC     ?= cc
CFLAGS ?= -O2 -g
FLEX   ?= flex
BISON  ?= bison
FUZZ_SECONDS ?= 300
WINDOWS_CC ?= x86_64-w64-mingw32-gcc
WINDOWS_CFLAGS ?= -O2 -s

# Debian and Ubuntu packages: those that build strata, which README.md names, and those of tests, benchmarks and
# fuzzers.
PACKAGES_BUILD = gcc make flex bison libc6-dev libxml2-dev libyajl-dev libyaml-dev liblzma-dev zlib1g-dev
PACKAGES_TEST  = g++ libcmocka-dev python3 pkg-config patch xz-utils
# Those of `make deps-all`: other compilers and machines, Windows, manual pages, importers of debug formats, readers.
PACKAGES_ALL   = clang libclang-rt-dev tcc qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-i686-linux-gnu \
                 g++-i686-linux-gnu gcc-mingw-w64-x86-64-win32 g++-mingw-w64-x86-64-win32 gcc-mingw-w64-i686-win32 \
                 g++-mingw-w64-i686-win32 wine wine64 lld llvm cmake man-db dwarves libcurl4-openssl-dev \
                 libmspack-dev libbpf-dev libdw-dev openssl wasi-libc libclang-rt-14-dev-wasm32 python3-venv rustc \
                 cargo zsh fish debhelper lintian
PACKAGES       = $(PACKAGES_BUILD) $(PACKAGES_TEST)
# Programs that show the site and use the language server in `make test-long`, each with its package.
CLIENTS        = chromium:chromium nvim:neovim emacs:emacs-nox vim:vim node:nodejs npm:npm

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
# The output of flex and bison gives some warnings.
GENERATED_WARNINGS = -Wall -Wno-unused-function -Wno-sign-compare -Wno-unused-but-set-variable

INCLUDES = -Igenerator -I$(BUILD) -Iruntime
# The importers' libraries: headers alone, since they are loaded when one is used. Nothing else needs more than libc.
LIBXML2 ?= /usr/include/libxml2
# The headers of yajl, libyaml, liblzma and zlib, for the compiler of another system.
LIBRARIES ?= /usr/include
COMPILE  = $(CC) -std=c11 $(HARDENING) $(CPPFLAGS) $(INCLUDES) $(CFLAGS) $(PROFILE) -MMD -MP

# `make V=1` shows whole commands.
Q = $(if $(V),,@)

# The compiler says which system it compiles for. Programs that run during the build are for this one.
HOST_CC ?= $(CC)
SYSTEM  := $(if $(findstring -w64-,$(shell $(CC) -dumpmachine)),windows,posix)
ifeq ($(SYSTEM),windows)
EXE      = .exe
# As much stack as elsewhere, printf of C11, and only the libraries of the system.
CPPFLAGS += -D__USE_MINGW_ANSI_STDIO=1
LDFLAGS  += -static -Wl,--stack,8388608
else
LDFLAGS  += -pthread
endif

# The program checks its stack and its copies, its addresses are random, and what the loader fills in is read-only
# before it starts. Flags that the compiler or its target does not take are left out. Sanitizers check more, and none of
# the flags goes with them. `make HARDENING= HARDENED_LINK=` leaves all out. Both are worked out at the first use.
ifeq ($(SYSTEM)$(findstring -fsanitize,$(CFLAGS)),posix)
IS_OPTIMISED  = $(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS))))
IS_FIXED      = $(filter -no-pie -static,$(CFLAGS) $(LDFLAGS))
COMPILE_FLAGS = $(if $(IS_OPTIMISED),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2) $(if $(IS_FIXED),,-fPIE) \
                -fstack-protector-strong -fstack-clash-protection
LINK_FLAGS    = -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack $(if $(IS_FIXED),,-pie)
HARDENING     = $(eval HARDENING := $(call taken,$(COMPILE_FLAGS)))$(HARDENING)
HARDENED_LINK = $(eval HARDENED_LINK := $(call taken,$(LINK_FLAGS)))$(HARDENED_LINK)
endif
taken = $(shell file=$$(mktemp) && for flag in $(1); do \
            echo 'int main(void) { return 0; }' | $(CC) -Werror $$flag -x c -o $$file - 2>/dev/null && echo $$flag; \
        done; rm -f $$file)

STRATA  = $(BUILD)/strata$(EXE)
LIBRARY = $(BUILD)/libstrata.a
EMBED   = $(BUILD)/embed

# All sources except for main, the embed tool, which runs at build time, and the files of other systems.
SOURCES   = $(filter-out generator/templates/% generator/cmd/main.c $(OTHERS), $(sort $(wildcard generator/*/*.c)))
OTHERS    = $(filter-out %_$(SYSTEM).c, $(wildcard generator/*/*_posix.c generator/*/*_windows.c))
TEMPLATES = $(sort $(wildcard $(addprefix generator/templates/*.,mustache css js svg)))
RUNTIME   = $(sort $(wildcard runtime/*.[ch]))
KINDS     = $(BUILD)/diag_codes.h $(BUILD)/clause_kinds.h
PARSER    = $(BUILD)/strata_lex.c $(BUILD)/strata.tab.c
OBJECTS   = $(SOURCES:generator/%.c=$(BUILD)/obj/%.o) $(PARSER:$(BUILD)/%.c=$(BUILD)/obj/%.o) \
            $(BUILD)/obj/templates.o $(BUILD)/obj/runtime.o $(BUILD)/obj/strata_print.o
MAIN      = $(BUILD)/obj/cmd/main.o
UNITS     = $(patsubst tests/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/unit/*.c)))
FUZZERS   = $(patsubst tests/fuzz/%.c,$(BUILD)/%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
EVENTS    = tests/golden/decode/events-x64.txt

.PHONY: all help release run backtest windows test test-long test-all units generate editors pictures kernels modules \
    globals \
        bench growth matrix property sanitize sanitize-clang fuzz fuzzers deps deps-all deps-clients packages \
        dist deb vscode tarball python crate pack \
        install uninstall clean format-check
.DELETE_ON_ERROR:

all: $(STRATA)

help:
	@echo 'make               build $(STRATA)'
	@echo 'make run           build, regenerate generated/, decode five events'
	@echo 'make windows       cross-build $(BUILD)/windows/strata.exe with WINDOWS_CC=$(WINDOWS_CC)'
	@echo 'make test          the tests that a change needs, in about two minutes'
	@echo 'make test-long     all other tests'
	@echo 'make test-all      both'
	@echo 'make generate      regenerate generated/ from specs/'
	@echo 'make playground    write build/site of all specs, with the compiler in WebAssembly (clang, lld, wasi-libc)'
	@echo 'make editors       write the words of the language into the files of grammar/editors'
	@echo 'make pictures      draw the pictures of README.md'
	@echo 'make kernels       make specs/ntoskrnl of the files in KERNELS=, SHEETS= and TABLES=DIRECTORY...'
	@echo 'make globals       make globals.strata and others of the files in GLOBALS=DIRECTORY...'
	@echo 'make modules       make specs/ntdll and others of the files in MODULES=DIRECTORY...'
	@echo 'make bench         measure; prints figures, ratios and limits; BASE=FILE compares with an earlier run'
	@echo 'make growth        what inputs cost that grow; prints a table, with instructions if perf or valgrind is there'
	@echo 'make matrix        every generated header by every compiler; prints a table'
	@echo 'make property      10,000 random specs on all compilers; compares each output with the others'
	@echo 'make backtest      leave some of KERNELS=... out; prints how often each grade is wrong'
	@echo 'make sanitize      every test under ASan and UBSan; TESTS=test-long: those alone'
	@echo 'make sanitize-clang  the tests that a change needs, under those of clang; TESTS=test-long: the others'
	@echo 'make fuzz          random specs for FUZZ_SECONDS=$(FUZZ_SECONDS), then the fuzzers for as long (clang)'
	@echo 'make deps          install what make test needs (Debian, Ubuntu); make deps test, too'
	@echo 'make deps-all      install what all tests, benchmarks and fuzzers need'
	@echo 'make deps-clients  install the browser and the editors that make test-long drives'
	@echo 'make release       a faster program, $(RELEASE)/strata, in minutes (gcc)'
	@echo 'make dist          write all of a release: $(DIST), which builds without git,'
	@echo '                   flex and bison; $(PACK), a pack of specs/; packages for VS Code,'
	@echo '                   Python, Rust and Debian; PARTS="$(PARTS)"'
	@echo 'make install       to DESTDIR, PREFIX=$(PREFIX); make uninstall takes it away'
	@echo 'make format-check  says where clang-format would write it otherwise'
	@echo 'make clean         remove $(BUILD)/'

# ---- The compiler

$(STRATA): $(MAIN) $(LIBRARY)
	@echo '  LINK   $@'
	$(Q)$(CC) $(CFLAGS) $(PROFILE) $(HARDENED_LINK) $(LDFLAGS) -o $@ $(MAIN) $(LIBRARY)

$(LIBRARY): $(OBJECTS)
	@rm -f $@
	@echo '  AR     $@'
	$(Q)$(AR) qc $@ $(OBJECTS)

$(BUILD)/obj/%.o: generator/%.c | $(BUILD)/strata.tab.h $(KINDS)
	@mkdir -p $(@D)
	@echo '  CC     $<'
	$(Q)$(COMPILE) $(if $(filter $(*D),$(UNOPTIMISED)),-O0) $(WARNINGS) -DSTRATA_VERSION_TEXT='"$(VERSION)"' -c -o $@ $<

$(BUILD)/obj/page/html.o $(BUILD)/obj/sparse/kphdyn.o: INCLUDES += -I$(LIBXML2)

# Some headers of libxml2 include those of two more libraries, for types that nobody uses.
ifeq ($(SYSTEM),windows)
$(BUILD)/obj/page/html.o $(BUILD)/obj/sparse/kphdyn.o: INCLUDES := -I$(BUILD)/include $(INCLUDES)
$(BUILD)/obj/page/html.o $(BUILD)/obj/sparse/kphdyn.o: | $(BUILD)/include/libxml/xmlversion.h
$(BUILD)/include/libxml/xmlversion.h: $(LIBXML2)/libxml/xmlversion.h
	@mkdir -p $(@D)
	$(Q)sed -E '/define LIBXML_(ICONV|ICU)_ENABLED/d' $< > $@

# After the directories of the compiler.
INCLUDES += -idirafter $(LIBRARIES)
endif

$(BUILD)/obj/strata_print.o: runtime/strata_print.c
	@mkdir -p $(@D)
	@echo '  CC     $<'
	$(Q)$(COMPILE) $(WARNINGS) -c -o $@ $<

$(BUILD)/obj/templates.o $(BUILD)/obj/runtime.o: $(BUILD)/obj/%.o: $(BUILD)/%.c
	@mkdir -p $(@D)
	@echo '  CC     $<'
	$(Q)$(COMPILE) $(WARNINGS) -c -o $@ $<

$(BUILD)/obj/strata_lex.o $(BUILD)/obj/strata.tab.o: $(BUILD)/obj/%.o: $(BUILD)/%.c $(BUILD)/strata.tab.h \
    | $(KINDS)
	@mkdir -p $(@D)
	@echo '  CC     $<'
	$(Q)$(COMPILE) $(GENERATED_WARNINGS) -c -o $@ $<

# The enumerators of registries. A file stays as it is, and all objects with it, if only texts have changed.
$(BUILD)/diag_codes.h: generator/base/diag.def
$(BUILD)/clause_kinds.h: generator/front/clauses.def
$(BUILD)/diag_codes.h: private PREFIX_OF_ROWS = DIAG
$(BUILD)/clause_kinds.h: private PREFIX_OF_ROWS = AST
$(KINDS):
	@mkdir -p $(@D)
	$(Q)sed -nE 's/^(DIAG|CHECK|CLAUSE)\(([A-Z_]+),.*/    $(PREFIX_OF_ROWS)_\2,/p' $< > $@.new
	$(Q)if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# A release has the output of flex and bison beside their sources. It is taken if its source is not newer, or if the
# program is missing.
is_shipped = [ -e $(1) ] && { [ ! $(2) -nt $(1) ] || ! command -v $(3) >/dev/null; }
copy = echo '  COPY   $(1)'; cp $(1) $(BUILD)/$(notdir $(1)); \
       [ ! $(2) -nt $(1) ] || echo "warning: $(2) is newer than $(1), and there is no $(3)" >&2

$(BUILD)/strata_lex.c: grammar/strata.l
	@mkdir -p $(@D)
	$(Q)if $(call is_shipped,grammar/strata_lex.c,$<,$(FLEX)); then $(call copy,grammar/strata_lex.c,$<,$(FLEX)); \
	else echo '  FLEX   $<'; $(FLEX) -o $@ $<; fi

$(BUILD)/strata.tab.c $(BUILD)/strata.tab.h &: grammar/strata.y
	@mkdir -p $(@D)
	$(Q)if $(call is_shipped,grammar/strata.tab.c,$<,$(BISON)); then \
	    $(call copy,grammar/strata.tab.c,$<,$(BISON)); cp grammar/strata.tab.h $(BUILD)/strata.tab.h; \
	else echo '  BISON  $<'; \
	    $(BISON) -Wall -Werror --header=$(BUILD)/strata.tab.h -o $(BUILD)/strata.tab.c $<; fi

$(EMBED): generator/templates/embed.c
	@mkdir -p $(@D)
	@echo '  CC     $<'
	$(Q)$(HOST_CC) -std=c11 -O1 $(WARNINGS) -o $@ $<

$(BUILD)/templates.c: $(EMBED) $(TEMPLATES)
	@echo '  EMBED  $@'
	$(Q)$(EMBED) template_files $(TEMPLATES) > $@

$(BUILD)/runtime.c: $(EMBED) $(RUNTIME)
	@echo '  EMBED  $@'
	$(Q)$(EMBED) runtime_files $(RUNTIME) > $@

windows:
	$(MAKE) BUILD=$(BUILD)/windows HOST_CC='$(CC)' CC='$(WINDOWS_CC)' CFLAGS='$(WINDOWS_CFLAGS)' all

-include $(OBJECTS:.o=.d) $(MAIN:.o=.d) $(UNITS:=.d) $(FUZZERS:=.d)

# `make playground`
include generator/install/wasm/playground.mk

# ---- Use

# Structures of the kernel have headers if HEADERS lists them; `strata gen --struct NAME -o DIRECTORY` writes others.
# `make generate CHECK=--check` only reports what is not up to date.
HEADERS = specs/ntoskrnl/headers.txt
NAMES   = $$(sed '/^\#/d' $(HEADERS) | paste -sd, -)
CHECK   =

generate: $(STRATA)
	$(STRATA) gen specs/etw specs/nt specs/std.strata -o generated $(CHECK)
	$(STRATA) gen specs/ntoskrnl --struct "$(NAMES)" -o generated $(CHECK)
	$(STRATA) gen $(addprefix specs/,$(addsuffix /globals.strata,ntoskrnl fltmgr wdigest)) -o generated $(CHECK)

# Writes the lists of words into the files of grammar/editors; with CHECK=--check only reports.
editors:
	python3 -B grammar/editors/words.py $(CHECK)

# Draws the pictures of README.md; that of the site if chromium is there.
pictures: $(STRATA)
	python3 -B tests/readme/pictures.py $(STRATA) tests/readme/pictures
	! command -v chromium >/dev/null || \
	    python3 -B tests/readme/screenshot.py $(STRATA) tests/readme/pictures/site.png

# Makes the specs of other modules, such as specs/ntdll, of the files in the directories MODULES. Each has a list of its
# files, sources.txt: a version and a name on each line. They share what is equal in specs/ntoskrnl, so a change there
# is a reason to make them again.
modules: $(STRATA)
	@[ -n '$(MODULES)' ] || { echo 'make modules needs MODULES=DIRECTORY...' >&2; exit 2; }
	rm -rf $(BUILD)/modules && cp -r specs $(BUILD)/modules
	for list in specs/*/sources.txt; do \
	    name=$$(basename $$(dirname $$list)) && rm -f $(BUILD)/modules/$$name/*.strata && set -- --module $$name && \
	    while read -r version file; do \
	        case $$version in \
	        '#'* | '') continue ;; \
	        without) set -- "$$@" --without "$$file"; continue ;; \
	        esac; \
	        path=$$(find -L $(MODULES) -name "$$file" | sort | head -n 1); \
	        [ -n "$$path" ] || { echo "there is no $$file in $(MODULES)" >&2; exit 1; }; \
	        set -- "$$@" --version $$version "$$path"; \
	    done <$$list && STRATA_SPECS=$(BUILD)/modules $(STRATA) import pdb "$$@" --into $(BUILD)/modules -q || \
	        [ $$? = 1 ] || exit; \
	done
	$(STRATA) check -q $(BUILD)/modules
	for list in specs/*/sources.txt; do \
	    name=$$(basename $$(dirname $$list)) && rm -f specs/$$name/*.strata && \
	    cp $(BUILD)/modules/$$name/*.strata specs/$$name || exit; \
	done

# Makes specs/fltmgr, specs/wdigest and specs/ntoskrnl/globals.strata of the tables and symbol files in the directories
# GLOBALS. tables.txt has the tables of a module, a mapping and a spec for each; globals.txt the symbols of the kernel.
globals: $(STRATA)
	@[ -n '$(GLOBALS)' ] || { echo 'make globals needs GLOBALS=DIRECTORY...' >&2; exit 2; }
	for list in specs/*/tables.txt; do \
	    name=$$(basename $$(dirname $$list)) && rm -f specs/$$name/*.strata && \
	    while read -r map table spec; do \
	        case $$map in '#'* | '') continue ;; esac; \
	        path=$$(find -L $(GLOBALS) -name "$$table" | sort | head -n 1); \
	        [ -n "$$path" ] || { echo "there is no $$table in $(GLOBALS)" >&2; exit 1; }; \
	        $(STRATA) import sparse -q --module $$name --name $$name --arch x64 --hex --unknown 0 --use nt/nt.strata \
	            --map specs/$$name/$$map -o specs/$$name/$$spec "$$path" || exit; \
	    done <$$list || exit; \
	done
	rm -f specs/ntoskrnl/globals.strata
	find -L $(GLOBALS) -type f -name 'ntkrnlmp-*.json.xz' -print0 | sort -z | \
	    xargs -0 $(STRATA) import isf -q --globals specs/ntoskrnl/globals.txt --into specs
	$(STRATA) check -q specs

# Makes specs/ntoskrnl of the kernels in the directories KERNELS: symbol files, PDBs and files of the Vergilius Project,
# also packed; specs/ntoskrnl/versions.txt has the versions of files that do not name theirs. SHEETS and TABLES are
# directories with more evidence: see generator/install/kernels.sh. The order of the files makes no difference.
# KERNEL_OPTIONS are more options of `strata import pdb`, such as --versions TABLE.
kernels: $(STRATA)
	@[ -n '$(KERNELS)' ] || { echo 'make kernels needs KERNELS=DIRECTORY...' >&2; exit 2; }
	rm -rf $(BUILD)/kernels && cp -r specs $(BUILD)/kernels
	KERNELS='$(KERNELS)' SHEETS='$(SHEETS)' TABLES='$(TABLES)' KERNEL_OPTIONS='$(KERNEL_OPTIONS)' \
	    generator/install/kernels.sh $(STRATA) $(BUILD)/kernels
	$(STRATA) check -q $(BUILD)/kernels/ntoskrnl
	rm -f specs/ntoskrnl/*.strata && cp $(BUILD)/kernels/ntoskrnl/*.strata specs/ntoskrnl

run: generate
	$(STRATA) decode specs --event $(EVENTS)

# ---- Tests

# TEST_CFLAGS are for the programs that tests compile.
RUN_TESTS = BUILD=$(BUILD) CC='$(CC)' CFLAGS='$(CFLAGS) $(TEST_CFLAGS)' tests/run

test: $(STRATA) units
	@$(RUN_TESTS) --quick

test-long: $(STRATA) units
	@$(RUN_TESTS) --long

test-all: $(STRATA) units
	@$(RUN_TESTS)

units: $(UNITS)

$(BUILD)/tests/%: tests/%.c $(LIBRARY)
	@mkdir -p $(@D)
	@echo '  CC     $<'
	$(Q)$(COMPILE) -MF $@.d $(filter-out -Wmissing-prototypes,$(WARNINGS)) -o $@ $< $(LIBRARY) $(LDFLAGS) -lcmocka

# Prints the table of tests/growth/, which is a part of `test-long`. Counting instructions takes another run under perf,
# or under valgrind, which takes minutes. INPUTS names some of the inputs.
growth: $(STRATA)
	@BUILD=$(abspath $(BUILD)) STRATA=$(abspath $(STRATA)) CFLAGS='$(CFLAGS)' tests/growth/run.sh --count $(INPUTS)

# Leaves kernels out in every way that tests/backtest/backtest.py knows, and measures how often each grade is wrong.
# Takes two minutes of a processor. KERNELS names other symbol files than those of the reference data.
backtest: $(STRATA)
	@BUILD=$(abspath $(BUILD)) STRATA=$(abspath $(STRATA)) CC='$(CC)' CFLAGS='$(CFLAGS)' \
	    tests/backtest/run.sh --all $(KERNELS)

# 10,000 random specs through all commands, on all compilers, and each output compared with the others. Takes hours of a
# processor; BATCHES of ten specs are fewer.
BATCHES = 1000
property: $(STRATA)
	@BUILD=$(abspath $(BUILD)) STRATA=$(abspath $(STRATA)) CC='$(CC)' CFLAGS='$(CFLAGS)' PROPERTY_BATCHES=$(BATCHES) \
	    tests/property/run.sh

# Takes a minute, and its result changes with the headers only: no part of `test-all`.
matrix: $(STRATA)
	@BUILD=$(BUILD) tests/matrix/run

# Linked statically, by gcc's options, a program starts in half the time; thousands are started. Reports need the lines
# of functions alone (-g1).
SANITIZED = -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all \
            -static-libasan -static-libubsan -no-pie

# To optimise what tests compile, or to make functions of headers a part of each caller, takes longer than to run it.
CALLED = -O0 -Dalways_inline=unused

sanitize:
	$(MAKE) BUILD=$(BUILD)/sanitize CC=gcc CFLAGS='$(SANITIZED)' TEST_CFLAGS='$(CALLED)' $(or $(TESTS),test-all)

# Folders that sanitized tests spend little time in. Without optimisation, clang takes a fifth of the time for their
# objects.
UNOPTIMISED_BY_CLANG = book bytes clang cmd debug export fetch guard intake lsp memory merge pack render run site \
                       sparse vergilius view

# clang also reports an offset from a null pointer, be it 0. To clang -no-pie is a word for the linker.
SANITIZED_BY_CLANG = $(filter-out -static-%,$(SANITIZED)) -Wno-unused-command-line-argument

sanitize-clang:
	$(MAKE) BUILD=$(BUILD)/sanitize-clang CC=clang CFLAGS='$(SANITIZED_BY_CLANG)' TEST_CFLAGS='$(CALLED)' \
	    UNOPTIMISED='$(UNOPTIMISED_BY_CLANG)' $(or $(TESTS),test)

# ---- Fuzzing: each target starts from tests/fuzz/corpus; what it finds stays in the build directory.

# Random specs come first, for as long again. Without optimisation the fuzzers are built in a third of the time, and try
# fewer inputs a second: .ci/run does so, for a few seconds.
FUZZ_LEVEL ?= -O1
fuzz: $(STRATA)
	@BUILD=$(abspath $(BUILD)) STRATA=$(abspath $(STRATA)) CFLAGS= PROPERTY_SECONDS=$(FUZZ_SECONDS) \
	    PROPERTY_SEED=$${PROPERTY_SEED:-$$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')} tests/property/run.sh
	$(MAKE) BUILD=$(BUILD)/fuzz CC=clang \
	    CFLAGS='$(FUZZ_LEVEL) -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all' fuzzers
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tests/fuzz/run $(BUILD)/fuzz

fuzzers: $(FUZZERS)

$(BUILD)/fuzz_etl: INCLUDES += -Igenerated

# The fuzzers of the runtime use tables of all macros of headers that are generated for them.
RUNTIME_FUZZERS = $(filter $(BUILD)/fuzz_runtime%,$(FUZZERS))
# Optimising all the calls takes longer than making them; to write down their lines takes a quarter of the time.
$(RUNTIME_FUZZERS): private override CFLAGS += $(CALLED) -g0
# Each uses some of the functions of roundtrip.h.
$(RUNTIME_FUZZERS): private WARNINGS += -Wno-unused-function
$(RUNTIME_FUZZERS): private INCLUDES = -I$(BUILD)/macros/$(@:$(BUILD)/fuzz_%=%) -Iruntime -Itests/runtime
$(RUNTIME_FUZZERS): $(BUILD)/fuzz_%: $(BUILD)/macros/%/tables.h

$(BUILD)/macros/runtime/tables.h: $(sort $(wildcard specs/etw/*.strata specs/nt/*.strata))
$(BUILD)/macros/runtime_kitchen/tables.h: tests/runtime/kitchen.strata tests/runtime/reader.strata
$(BUILD)/macros/%/tables.h: $(STRATA) tests/fuzz/runtime_tables.py tests/runtime/make_roundtrip.py \
                               tests/runtime/print.py
	@echo '  TABLES $@'
	$(Q)tests/fuzz/runtime_tables.py $(STRATA) $(@D) $(filter %.strata,$^)

$(BUILD)/fuzz_%: tests/fuzz/fuzz_%.c $(LIBRARY)
	@echo '  CC     $<'
	$(Q)$(COMPILE) $(WARNINGS) -MF $@.d -fsanitize=fuzzer -o $@ $< $(LIBRARY)

# ---- Benchmarks

# BASE is the output of an earlier run to compare with. ROWS has the beginnings of the names of measurements.
bench: $(STRATA)
	@BUILD=$(BUILD) BASE='$(BASE)' tests/bench/run $(ROWS)

# ---- A fast program, which gcc optimises as a whole and for the commands of training.sh. The same tree gives the same
# bytes, in any directory. So values are not profiled, since some are addresses, and neither are the files with loops
# that depend on addresses or paths. The profiles of two runs must be equal.

RELEASE        = $(BUILD)/release
RELEASE_MAKE   = +$(Q)$(MAKE) BUILD=$(RELEASE) AR=gcc-ar
RELEASE_CFLAGS = -O2 -fno-profile-values
RELEASE_LTO    = -flto=auto -frandom-seed=$$(@:$$(BUILD)/%=%) -Wno-stringop-overflow
UNPROFILED     = base/arena base/intern base/memory_posix base/path kernel/isf_events kernel/store
TRAIN          = generator/install/training.sh $(RELEASE)/strata

$(UNPROFILED:%=$(BUILD)/obj/%.o): private override PROFILE =

release:
	@$(CC) --version | grep -q 'Free Software Foundation' || { echo 'make release: $(CC) is not gcc' >&2; exit 1; }
	@rm -rf $(RELEASE)
	$(RELEASE_MAKE) CFLAGS='$(RELEASE_CFLAGS)' PROFILE=-fprofile-generate all
	@echo '  TRAIN  $(RELEASE)'
	$(Q)$(TRAIN) && cp -r $(RELEASE)/obj $(RELEASE)/first && find $(RELEASE)/obj -name '*.gcda' -delete && $(TRAIN)
	$(Q)diff -rq $(RELEASE)/obj $(RELEASE)/first || { echo 'make release: these belong to UNPROFILED' >&2; exit 1; }
	$(Q)find $(RELEASE)/obj -name '*.o' -delete && rm -r $(RELEASE)/first $(RELEASE)/libstrata.a $(RELEASE)/strata
	$(RELEASE_MAKE) CFLAGS='$(RELEASE_CFLAGS) $(RELEASE_LTO)' \
	    PROFILE='-fprofile-use -fprofile-partial-training -Wno-missing-profile' all

# ---- The rest

# Those that building needs.
packages:
	@echo $(PACKAGES_BUILD)

# `make deps test` installs before it builds, also with -j.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
$(PARSER) $(EMBED) $(OBJECTS) $(MAIN) $(UNITS): | deps
endif

deps:
	@missing=; for package in $(PACKAGES); do \
	    dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; $(call install_missing,)

deps-all:
	$(MAKE) deps PACKAGES='$(PACKAGES) $(PACKAGES_ALL)'

deps-clients:
	@missing=; for client in $(CLIENTS); do \
	    command -v $${client%:*} >/dev/null || missing="$$missing $${client#*:}"; \
	done; \
	emacs -q --batch --eval "(progn (package-initialize) (require 'eglot))" >/dev/null 2>&1 || \
	    ! apt-cache show elpa-eglot >/dev/null 2>&1 || missing="$$missing elpa-eglot"; \
	$(call install_missing,--no-install-recommends)

# Installs the packages that $missing of the shell names, with more options of apt-get.
install_missing = [ -z "$$missing" ] || { as=; [ "$$(id -u)" = 0 ] || as=sudo; \
	    $$as apt-get update -q && DEBIAN_FRONTEND=noninteractive $$as apt-get install -q -y $1 $$missing; }

# ---- A release: the files of the repository, or else of the directory, and the output of flex and bison. The same
# files give the same bytes: SOURCE_DATE_EPOCH is their time, or else that of the last commit, or else of the Makefile.
# Beside it is a pack of all shipped specs.

DIST = $(BUILD)/strata-$(VERSION).tar.gz
STAGE = $(BUILD)/dist/strata-$(VERSION)
PACK  = $(BUILD)/strata.strpack

# A Debian package of the release, in $(BUILD)/deb. dpkg-buildpackage wants its files in debian/.
deb: tarball
	rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb
	cp $(DIST) $(BUILD)/deb/strata_$(VERSION).orig.tar.gz
	tar -C $(BUILD)/deb -xzf $(DIST) && cp -r generator/install/debian $(BUILD)/deb/strata-$(VERSION)
	cd $(BUILD)/deb/strata-$(VERSION) && dpkg-buildpackage -us -uc -b
	! command -v lintian >/dev/null || lintian --fail-on error $(BUILD)/deb/*.changes

# The extension for VS Code, a zip file with the form of its packages.
vscode:
	@mkdir -p $(BUILD)
	python3 -B generator/install/vsix.py grammar/editors/vscode $(VERSION) $(BUILD)/strata.vsix

# The reader of packs for Python: a wheel and a source package.
python:
	@mkdir -p $(BUILD)
	cd runtime/python && python3 -B -c 'import backend, sys; print(*[make(sys.argv[1]) for make in \
	    (backend.build_wheel, backend.build_sdist)])' $(abspath $(BUILD))

# The reader of packs for Rust. The package is made outside of the tree, where cargo asks no git which files it has.
crate:
	@mkdir -p $(BUILD)
	@copy=$$(mktemp -d) && cp -r runtime/rust $$copy && cd $$copy/rust && \
	    CARGO_TARGET_DIR=$$copy cargo package --offline --no-verify -q && \
	    cp $$copy/package/strata-pack-$(VERSION).crate $(abspath $(BUILD)) && rm -r $$copy
	@echo '$(BUILD)/strata-pack-$(VERSION).crate: written'

# All of a release. What needs programs that are not there is left out, and said so. PARTS names some of it.
PARTS = tarball pack vscode python crate deb
NEEDS_crate = cargo
NEEDS_deb = dh dpkg-buildpackage

dist:
	@for part in $(PARTS); do \
	    missing=; for program in $(NEEDS_crate:%=crate:%) $(NEEDS_deb:%=deb:%); do \
	        [ "$${program%:*}" != $$part ] || command -v "$${program#*:}" >/dev/null || missing="$${program#*:}"; \
	    done; \
	    if [ -n "$$missing" ]; then echo "make dist: no $$part, since there is no $$missing"; \
	    else $(MAKE) --no-print-directory $$part || exit; fi; \
	done

pack: $(STRATA)
	$(STRATA) pack specs -o $(PACK)

tarball:
	rm -rf $(STAGE) && mkdir -p $(STAGE)
	if [ -e .git ]; then git ls-files -z; else \
	    find . -type d \( -name __pycache__ -o -path ./build -o -samefile $(BUILD) \) -prune -o \
	        -type f -printf '%P\0'; fi | \
	    xargs -0 cp -p --parents -t $(STAGE)
	cd $(STAGE) && { $(call is_shipped,grammar/strata_lex.c,grammar/strata.l,$(FLEX)) || \
	    $(FLEX) -o grammar/strata_lex.c grammar/strata.l; }
	cd $(STAGE) && { $(call is_shipped,grammar/strata.tab.c,grammar/strata.y,$(BISON)) || \
	    $(BISON) --header=grammar/strata.tab.h -o grammar/strata.tab.c grammar/strata.y; }
	time=$${SOURCE_DATE_EPOCH:-$$([ -e .git ] && git log -1 --format=%ct || stat -c %Y Makefile)}; \
	    tar -C $(BUILD)/dist --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
	    --mtime="@$$time" -cf - strata-$(VERSION) | gzip -9n > $(DIST)
	@echo '$(DIST): written'

# ---- Installation. The recipes take the directories from the environment, where any character is itself.

define PC_TEXT
prefix=$${pcfiledir}/../..
includedir=$${prefix}/include/strata
datadir=$${prefix}/share/strata
specs=$${datadir}/specs
printer=$${datadir}/strata_print.c

Name: strata
Description: Headers that read structures whose layout changes with version and architecture
Version: $(VERSION)
Cflags: -I$${includedir} -I$${prefix}/include
endef

# Vim's files go to VIMDIR. Debian's Vim looks in /usr/share/vim/vimfiles, and not below /usr/local. Neovim and Emacs
# look in the directories below PREFIX if that is /usr or /usr/local.
VIMDIR ?= $(PREFIX)/share/vim/vimfiles

# The pages that README.md leads to, and the readers of packs for other languages.
PAGES = README.md CHANGELOG.md CONTRIBUTING.md LICENSE specs/README.md specs/ntoskrnl/README.md runtime/README.md \
        runtime/pack.md runtime/python/README.md runtime/rust/README.md grammar/README.md grammar/editors/README.md \
        generator/README.md generator/templates/shipped/README.md
CLIENT_READERS = $(wildcard runtime/python/*.* runtime/python/*/*.py runtime/python/strata/py.typed \
                 runtime/rust/*.* runtime/rust/*/*.rs runtime/rust/examples/sensor.members)

install: export PC_TEXT := $(PC_TEXT)
install uninstall: export ROOT := $(DESTDIR)$(PREFIX)
install uninstall: export VIM_ROOT := $(DESTDIR)$(VIMDIR)
install uninstall: export ELPA_ROOT := $(DESTDIR)$(PREFIX)/share/emacs/site-lisp/elpa/strata-mode

install: $(STRATA)
	install -d "$$ROOT/bin" "$$ROOT/include/strata" "$$ROOT/lib/cmake/strata" "$$ROOT/share/pkgconfig" \
	    "$$ROOT/share/man/man1" "$$ROOT/share/man/man3" "$$ROOT/share/man/man5" "$$ROOT/share/strata/templates" \
	    "$$ROOT/share/bash-completion/completions" "$$ROOT/share/zsh/site-functions" \
	    "$$ROOT/share/fish/vendor_completions.d"
	install -m 755 $(STRATA) "$$ROOT/bin/strata"
	install -m 644 runtime/*.h runtime/*.md "$$ROOT/include/strata"
	for page in $(PAGES); do install -D -m 644 "$$page" "$$ROOT/share/doc/strata/$$page" || exit; done
	for file in $(CLIENT_READERS); do install -D -m 644 "$$file" "$$ROOT/share/strata/$${file#runtime/}" || exit; done
	install -m 644 runtime/strata_print.c "$$ROOT/share/strata"
	for directory in generated generated/*/; do \
	    install -d "$$ROOT/include/strata/$${directory#generated}" && \
	    install -m 644 "$$directory"/*.h "$$ROOT/include/strata/$${directory#generated}" || exit; done
	for directory in specs specs/*/; do \
	    install -d "$$ROOT/share/strata/$$directory" && \
	    install -m 644 "$$directory"/*.strata "$$ROOT/share/strata/$$directory" || exit; done
	for file in specs/ntoskrnl/headers.txt specs/*/licences.txt; do \
	    install -m 644 "$$file" "$$ROOT/share/strata/$${file%/*}" || exit; done
	install -m 644 generator/templates/shipped/* "$$ROOT/share/strata/templates"
	install -m 644 generator/install/strata.schema.json "$$ROOT/share/strata"
	install -m 644 generator/install/strata-config.cmake generator/install/strata-generate.cmake \
	    "$$ROOT/lib/cmake/strata"
	sed 's/@VERSION@/$(VERSION)/' generator/install/strata-config-version.cmake.in \
	    > "$$ROOT/lib/cmake/strata/strata-config-version.cmake"
	printf '%s\n' "$$PC_TEXT" > "$$ROOT/share/pkgconfig/strata.pc"
	STRATA='$(STRATA)' awk -v version=$(VERSION) -f generator/install/manual_roff.awk \
	    -f generator/install/manual_commands.awk generator/install/strata.1.in > "$$ROOT/share/man/man1/strata.1"
	awk -v name=strata-spec -v section=5 -v version=$(VERSION) \
	    -v about='the language in which Strata describes layouts of structures' -f generator/install/manual_roff.awk \
	    -f generator/install/manual_page.awk grammar/README.md > "$$ROOT/share/man/man5/strata-spec.5"
	awk -v name=strata -v section=3 -v version=$(VERSION) \
	    -v about='the runtime of headers that Strata generates' -f generator/install/manual_roff.awk \
	    -f generator/install/manual_page.awk runtime/README.md > "$$ROOT/share/man/man3/strata.3"
	$(STRATA) completion bash > "$$ROOT/share/bash-completion/completions/strata"
	$(STRATA) completion zsh > "$$ROOT/share/zsh/site-functions/_strata"
	$(STRATA) completion fish > "$$ROOT/share/fish/vendor_completions.d/strata.fish"
	for directory in syntax ftdetect ftplugin compiler; do for root in "$$VIM_ROOT" "$$ROOT/share/nvim/site"; do \
	    install -d "$$root/$$directory" && \
	    install -m 644 grammar/editors/vim/$$directory/strata.vim "$$root/$$directory" || exit; done; done
	install -d "$$ELPA_ROOT"
	install -m 644 grammar/editors/emacs/*.el "$$ELPA_ROOT"
	cd "$$ROOT" && chmod 644 lib/cmake/strata/strata-config-version.cmake share/pkgconfig/strata.pc \
	    share/man/man1/strata.1 share/man/man3/strata.3 \
	    share/man/man5/strata-spec.5 share/bash-completion/completions/strata \
	    share/zsh/site-functions/_strata share/fish/vendor_completions.d/strata.fish

uninstall:
	rm -rf "$$ROOT/include/strata" "$$ROOT/lib/cmake/strata" "$$ROOT/share/strata" "$$ROOT/share/doc/strata"
	rm -f "$$ROOT/bin/strata" "$$ROOT/share/pkgconfig/strata.pc" \
	    "$$ROOT/share/man/man1/strata.1" "$$ROOT/share/man/man3/strata.3" \
	    "$$ROOT/share/man/man5/strata-spec.5" \
	    "$$ROOT/share/bash-completion/completions/strata" "$$ROOT/share/zsh/site-functions/_strata" \
	    "$$ROOT/share/fish/vendor_completions.d/strata.fish"
	rm -rf "$$ELPA_ROOT"
	for directory in syntax ftdetect ftplugin compiler; do \
	    rm -f "$$VIM_ROOT/$$directory/strata.vim" "$$ROOT/share/nvim/site/$$directory/strata.vim"; done

format-check:
	clang-format --dry-run --Werror $(sort $(wildcard generator/*/*.[ch] runtime/*.[ch] tests/*/*.[ch]))

clean:
	rm -rf $(BUILD)
