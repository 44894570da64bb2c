/*
 * strata import pdb, isf and vergilius: what users read about these kinds of files. import_isf.c runs the commands.
 */
#include "cmd/import.h"

const struct command import_isf = {
    .name = "import isf",
    .summary = "symbol files of kernels",
    .help =
        "\n"
        "isf reads symbol files of Volatility 3, which have no order; members of unions `allow overlap`.\n"
        "pdb and isf read both; PDBs give symbol files beside them their unions. A FILE may be .xz or\n"
        ".gz; '-' is standard input. The architecture comes from the FILE's machine type, its _MMPTE\n"
        "and its name. Each FILE stands for the versions from its build up to that of the next one.\n"
        "\n"
        "  -o, --output DIR     write one spec for each structure into the directory, if it has changed;\n"
        "                       the default is one spec with all of them to standard output\n"
        "  --into SPEC          merge the kernels into an existing spec, or all specs below a directory;\n"
        "                       changes only rows that must change, and no attested row; if a run is\n"
        "                       killed, the same command completes it\n"
        "  --use SPEC           the spec with axis and arches (default: nt/axis.strata); may be repeated;\n"
        "                       structures that SPEC declares with the same size are not declared again\n"
        "  -s, --struct NAME,...\n"
        "                       only these structures or members S.M (see strata show --help), and\n"
        "                       structures that they hold by value\n"
        "  --version V          version of the FILE after it, such as 10.0.22000.318 or 22000.318\n"
        "  --versions TABLE     lines of a GUID-age and a version; the default is the version in the\n"
        "                       FILE's name, or that of the program beside it, such as ntoskrnl.exe\n"
        "  --identity FILE      ntoskrnl.exe, or a table of GUID-age, TimeDateStamp, SizeOfImage\n",
    .run = import_run_kernels,
    .options = import_kernel_options,
    .operands = TAKES_FILE,
};

const struct command import_pdb = {
    .name = "import pdb",
    .summary = "PDBs of kernels and other programs",
    .help =
        "\n"
        "pdb reads the types of PDBs of kernels and other programs, one for each version, and writes\n"
        "specs with the members of all of them. Anonymous unions and structures are written where the\n"
        "order of the members proves them.\n",
    .run = import_run_kernels,
    .options = import_kernel_options,
    .operands = TAKES_FILE,
};

const struct command import_vergilius = {
    .name = "import vergilius",
    .summary = "the Vergilius Project's files of kernels",
    .help =
        "\n"
        "vergilius reads the YAML of https://github.com/VergiliusProject/kernels-data, which may be .xz\n"
        "or .gz; pdb, isf and vergilius read all three. The version is the FILE's buildnumber, or that of\n"
        "the kernel which the axis says it runs. Such a FILE has no identity, no positions of bit-fields,\n"
        "which follow from order and widths, and does not tell UINT from ULONG. [assumed] says what was\n"
        "chosen. It needs libyaml.\n",
    .run = import_run_kernels,
    .options = import_kernel_options,
    .operands = TAKES_FILE,
};
