#include "debug/libdw.h"

#include "base/file.h"

bool libdw_load(struct libdw *dw)
{
    static const char *const names[] = {"libdw.so.1", "libdw.so", NULL};
    const struct file_wanted wanted[] = {
        {"elf_version", &dw->version}, /* a function of libelf, which libdw depends on */
        {"elf_memory", &dw->open_elf},
        {"elf_end", &dw->close_elf},
        {"dwfl_begin", &dw->begin},
        {"dwfl_end", &dw->end},
        {"dwfl_report_offline_memory", &dw->report},
        {"dwfl_report_end", &dw->report_end},
        {"dwfl_module_getdwarf", &dw->get_dwarf},
        {"dwfl_offline_section_address", &dw->place_section},
        {"dwarf_get_units", &dw->next_unit},
        {"dwarf_child", &dw->child},
        {"dwarf_siblingof", &dw->sibling},
        {"dwarf_tag", &dw->tag},
        {"dwarf_attr", &dw->attribute},
        {"dwarf_formudata", &dw->number},
        {"dwarf_formsdata", &dw->signed_number},
        {"dwarf_formstring", &dw->text},
        {"dwarf_formflag", &dw->flag},
        {"dwarf_formblock", &dw->block},
        {"dwarf_formref_die", &dw->reference},
    };
    return file_find_functions(names, wanted, sizeof wanted / sizeof *wanted);
}
