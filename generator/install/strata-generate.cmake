# strata_generate, for strata-config.cmake, which describes it, and for CMakeLists.txt.

function(strata_generate target)
    cmake_parse_arguments(PARSE_ARGV 1 given "" "PREFIX" "")
    set(headers "${CMAKE_CURRENT_BINARY_DIR}/${target}")
    set(options -o "${headers}" --depfile "${headers}.d")
    if(given_PREFIX)
        list(APPEND options --prefix "${given_PREFIX}")
    endif()

    execute_process(
        COMMAND "${STRATA_EXECUTABLE}" gen ${options} ${given_UNPARSED_ARGUMENTS}
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "strata gen: exit status ${status}")
    endif()

    # The file of dependencies ends in a line `SPEC:` for each spec that was read, those that others use included.
    file(STRINGS "${headers}.d" specs REGEX "^[^ ].*:$")
    foreach(spec IN LISTS specs)
        string(REGEX REPLACE ":$" "" spec "${spec}")
        string(REGEX REPLACE "\\\\(.)" "\\1" spec "${spec}")
        string(REPLACE "$$" "$" spec "${spec}")
        get_filename_component(spec "${spec}" ABSOLUTE)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${spec}")
    endforeach()

    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE "${headers}")
    target_link_libraries(${target} INTERFACE strata::strata)
endfunction()
