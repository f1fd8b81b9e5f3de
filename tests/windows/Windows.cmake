# The tests for Windows, which Wine runs: it shows this system's files as those of drive Z.
set(SOURCE_FOLDER Z:${PROJECT_SOURCE_DIR})
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
# What forks, what measures with Pango, and what runs Python. Single tests are in left-out.txt.
string(APPEND HEADLIGHT_OTHER_SYSTEMS "|killed_window_test|typesetter_test|in_python_test")

add_compile_options(-include ${CMAKE_CURRENT_SOURCE_DIR}/windows/system.h -Wa,-mbig-obj)
add_link_options(-wrapper ${CMAKE_CURRENT_SOURCE_DIR}/windows/link.sh -fno-use-linker-plugin)
set(GTEST ${PROJECT_SOURCE_DIR}/build/sources/googletest/googletest)
add_library(gtest STATIC ${GTEST}/src/gtest-all.cc)
target_include_directories(gtest SYSTEM PUBLIC ${GTEST}/include PRIVATE ${GTEST})
add_library(gtest_main STATIC ${GTEST}/src/gtest_main.cc)
target_link_libraries(gtest_main PUBLIC gtest)
add_library(GTest::gtest ALIAS gtest)
add_library(GTest::gtest_main ALIAS gtest_main)
