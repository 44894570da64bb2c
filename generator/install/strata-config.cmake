# Provides the results of find_package(strata CONFIG). All paths are relative to this file, so it can be moved.
#
#   strata::strata      the headers: target_link_libraries(program PRIVATE strata::strata)
#   strata::print       the printer's source (C), which a program contains once: link it to one target, PRIVATE
#   strata::compiler    the command STRATA_EXECUTABLE; for a cross build, set it to one that runs on the build host
#   STRATA_SPECS_DIR    the specs that the headers were generated from
#
#   strata_generate(TARGET SPECS... [PREFIX prefix_])
#                       generates headers from your own specs, as a library TARGET to link to. CMake generates them
#                       when it configures, and configures again at the next build after a spec has changed. Options
#                       of `strata gen` such as -I DIR may stand among the SPECS. The headers of shipped specs that
#                       yours use are those of strata::strata; with PREFIX they are generated too.

get_filename_component(_strata_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." REALPATH)
set(STRATA_SPECS_DIR "${_strata_prefix}/share/strata/specs")

if(NOT TARGET strata::strata)
    add_library(strata::strata INTERFACE IMPORTED)
    set_target_properties(strata::strata PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${_strata_prefix}/include/strata;${_strata_prefix}/include")

    add_library(strata::print INTERFACE IMPORTED)
    set_target_properties(strata::print PROPERTIES
        INTERFACE_LINK_LIBRARIES strata::strata
        INTERFACE_SOURCES "${_strata_prefix}/share/strata/strata_print.c")

    find_program(STRATA_EXECUTABLE strata PATHS "${_strata_prefix}/bin" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    add_executable(strata::compiler IMPORTED)
    set_target_properties(strata::compiler PROPERTIES IMPORTED_LOCATION "${STRATA_EXECUTABLE}")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/strata-generate.cmake")
