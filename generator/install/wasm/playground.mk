# The compiler in WebAssembly, for the playground of sites: $(MODULE) holds it and the specs that texts may use. It is a
# program of one process and one thread without libraries, so it has the files of the system that has least, except for
# those of files. wasi-libc, lld and libclang-rt-14-dev-wasm32 are Debian's.

WASM_CC     = clang
WASM        = $(BUILD)/wasm
MODULE      = $(WASM)/strata_module.js
WASM_EMULATED = signal mman process-clocks getpid
WASM_FLAGS  = --target=wasm32-wasi -std=c11 -Os -D_GNU_SOURCE= -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN \
              -D_WASI_EMULATED_PROCESS_CLOCKS -D_WASI_EMULATED_GETPID -Igenerator/install/wasm \
              -include generator/install/wasm/posix.h $(INCLUDES) -MMD -MP
# Headers of libraries that are never loaded.
WASM_LIBRARIES = -I$(LIBXML2) -idirafter $(LIBRARIES)
WASM_FILES  = $(filter-out generator/templates/% %_windows.c %_posix.c, $(wildcard generator/*/*.c)) \
              $(filter-out %/file_windows.c, $(wildcard generator/*/*_windows.c)) generator/base/file_posix.c
WASM_OBJECTS = $(WASM_FILES:generator/%.c=$(WASM)/%.o) $(PARSER:$(BUILD)/%.c=$(WASM)/%.o) $(WASM)/templates.o \
              $(WASM)/runtime.o $(WASM)/strata_print.o $(WASM)/posix.o
WASM_SPECS  = specs/nt specs/etw specs/std.strata

.PHONY: playground

# A site of all shipped specs with the playground; with FEED=DATE also the feed.
playground: $(STRATA) $(MODULE)
	$(STRATA) site --playground $(MODULE) $(if $(FEED),--feed $(FEED)) -o $(BUILD)/site

$(WASM)/%.o: generator/%.c | $(BUILD)/strata.tab.h $(KINDS)
	@mkdir -p $(@D)
	@echo '  WASM   $<'
	$(Q)$(WASM_CC) $(WASM_FLAGS) $(WARNINGS) $(WASM_LIBRARIES) -DSTRATA_VERSION_TEXT='"$(VERSION)"' -c -o $@ $<

$(WASM)/posix.o: generator/install/wasm/posix.c
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) $(WASM_FLAGS) $(WARNINGS) -c -o $@ $<

$(WASM)/strata_print.o: runtime/strata_print.c
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) $(WASM_FLAGS) $(WARNINGS) -c -o $@ $<

$(WASM)/%.o: $(BUILD)/%.c $(BUILD)/strata.tab.h | $(KINDS)
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) $(WASM_FLAGS) $(GENERATED_WARNINGS) -c -o $@ $<

$(WASM)/strata.wasm: $(WASM_OBJECTS)
	@echo '  LINK   $@'
	$(Q)$(WASM_CC) --target=wasm32-wasi -Os -Wl,--strip-all -Wl,--gc-sections -Wl,-z,stack-size=4194304 -o $@ \
	    $(WASM_OBJECTS) $(WASM_EMULATED:%=-lwasi-emulated-%)

# The same specs give the same bytes.
$(MODULE): $(WASM)/strata.wasm $(wildcard specs/nt/*.strata specs/etw/*.strata) specs/std.strata
	@echo '  PACK   $@'
	$(Q){ printf 'STRATA.module = "'; gzip -9n < $< | base64 -w 0; printf '";\nSTRATA.specs = "'; \
	    tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=u=rw,go=r --mtime=@0 -cf - \
	    --no-recursion $$(find $(WASM_SPECS) -name '*.strata' | LC_ALL=C sort) | gzip -9n | base64 -w 0; \
	    printf '";\n'; } > $@

-include $(WASM_OBJECTS:.o=.d)
