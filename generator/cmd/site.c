/*
 * strata site: writes static pages about structures, with pictures, tables and a search.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/diag.h"
#include "base/output.h"
#include "model/model.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "site/site.h"

struct site_options {
    const char *output, *title, *feed, *playground;
    bool check;
};

static const struct option options[] = {
    {"output", 'o', OPTION_OUTPUT_DIRECTORY(struct site_options, output), "DIRECTORY", "write the pages into it"},
    {"title", 0, OPTION_TEXT(struct site_options, title), "TEXT", "the name of the site; the default is Strata"},
    {"feed", 0, OPTION_TEXT(struct site_options, feed), "DATE",
     "write changes.atom, a feed of the last changes, as of this date"},
    {"playground", 0, OPTION_FILE(struct site_options, playground), "MODULE",
     "add the playground: the compiler in the browser; `make playground` makes the module"},
    {"check", 0, OPTION_CHECK(struct site_options, check), NULL,
     "write nothing; report each file that is not up to date, exit 1"},
    SEVERITY_OPTIONS,
    {0},
};

static enum status write_site(struct command_run *run, const struct model *model, const struct site_options *chosen)
{
    struct output *output = output_new(run->arena, run->program->diags, chosen->output,
                                       chosen->check ? OUTPUT_CHECK : OUTPUT_WRITE);
    const struct site_request request = {model, chosen->title, chosen->feed, chosen->playground};
    struct output_counts counts;
    size_t page_count;
    bool done = site_write(&request, output, &page_count) && !diags_error_count(run->program->diags);
    if (!done)
        output_abandon(output);
    if (!done || !output_commit(output, &counts))
        return command_fail(run);
    buffer_format(&run->notes, "%s: %zu structures and enumerations, %zu files, %zu %s\n", chosen->output, page_count,
                  counts.files, counts.changed, chosen->check ? "not up to date" : "written");
    return STATUS_CLEAN;
}

static bool is_date(const char *text)
{
    static const char form[] = "dddd-dd-dd";
    for (size_t i = 0; i < sizeof form; i++)
        if (form[i] == 'd' ? !ascii_is_digit(text[i]) : text[i] != form[i])
            return false;
    return true;
}

static enum status run_site(struct command_run *run)
{
    struct site_options chosen = {.title = "Strata"};
    struct operands specs;
    if (!options_parse(run, &chosen, &specs) || !options_take_severities(run, &specs))
        return run->status;
    if (!chosen.output || !*chosen.output || command_is_standard(chosen.output))
        return options_fail(run, "strata site needs -o DIRECTORY");
    if (chosen.feed && !is_date(chosen.feed))
        return options_fail(run, "--feed needs a date, such as 2026-11-28");
    const struct model *model = load_or_shipped(run, &specs, specs.count);
    return model ? write_site(run, model, &chosen) : run->status;
}

const struct command command_site = {
    .name = "site",
    .summary = "write a site of static pages to look at layouts",
    .help = "usage: strata site [OPTION...] -o DIRECTORY [SPECS...]\n"
            "\n"
            "Writes pages that any browser shows without a server and without a network; open\n"
            "DIRECTORY/index.html. The site has\n"
            "\n"
            "  - a page for each structure and enumeration: a slider over its layouts, the members with\n"
            "    offsets, sizes, types and provenance, a picture of its bytes, a comparison with another\n"
            "    version or architecture, its uses, its C and dt text, and the table of all versions\n"
            "  - an index with a search over structures and members, by use and by module. A file\n"
            "    headers.txt beside specs names the structures that people look for first, one a line\n"
            "  - all structures of a version, any two versions compared with the numbers of members that\n"
            "    differ, the changes from each version to the next, and the coverage\n"
            "  - the events, the identities of builds, and the sources. A file licences.txt beside specs\n"
            "    names the licences of their sources: `MIT | a project | what it says` on each line\n"
            "  - json/NAME.json, the data of each structure for programs; data.html describes them\n"
            "\n"
            "A search for `EPROCESS.Token 24H2` opens the member in this version. The address of a page names\n"
            "the view: EPROCESS.html#arch=x64&v=11-24H2&vs=1809&m=Token.\n"
            "\n"
            "Types that the structures of SPECS need have pages, too. Writes only files that have\n"
            "changed, and all of them or none. Files of an earlier site that are not written again stay.\n"
            "The same specs give the same bytes. Without JavaScript, the tables of all versions remain.\n"
            "\n"
            "SPECS are spec files, or directories that are searched for *.strata. The default is the shipped\n"
            "specs.\n"
            "\n"
            HELP_OPTIONS
            "\n"
            "Exit status: 0 clean, 1 findings or not up to date, 2 wrong usage or input/output.\n"
            "\n"
            "  strata site mine -o site\n",
    .run = run_site,
    .options = options,
    .operands = TAKES_SPECS,
};
