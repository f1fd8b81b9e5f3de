# Flags shared by every target, so that one look tells how Headlight is compiled.
add_library(headlight_options INTERFACE)
target_compile_options(headlight_options INTERFACE -Wall -Wextra -Wconversion -Wno-sign-conversion)
# In a unit of several files a local name may well be that of a neighbour's constant: there only what hides another local
# one is looked for. With HEADLIGHT_UNITY off, as clang-tidy reads the files, everything that is hidden is told.
if(HEADLIGHT_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(headlight_options INTERFACE -Wshadow=local)
else()
  target_compile_options(headlight_options INTERFACE -Wshadow)
endif()
# GCC 12 reports both inside its own headers: AVX-512 intrinsics and std::string.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(headlight_options INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized -Wno-restrict
    -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()
# The same for all, or what is precompiled for one could not be read by another.
if(NOT EMSCRIPTEN)
  target_compile_options(headlight_options INTERFACE -pthread)
endif()
target_compile_definitions(headlight_options INTERFACE EIGEN_DONT_PARALLELIZE)
# With room for what it reads, the compiler spends a twelfth less of its time on collecting garbage.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(headlight_options INTERFACE
    "SHELL:--param ggc-min-expand=200" "SHELL:--param ggc-min-heapsize=300000")
endif()
# Where paths are of wide letters, one that is printed as a string of bytes would be seen by this alone.
if(WIN32)
  target_compile_options(headlight_options INTERFACE -Werror=format)
endif()
if(HEADLIGHT_STRICT)
  target_compile_options(headlight_options INTERFACE -Werror)
endif()
if(HEADLIGHT_ARCH)
  set(HEADLIGHT_MADE_FOR ${HEADLIGHT_ARCH})
  target_compile_options(headlight_options INTERFACE -march=${HEADLIGHT_ARCH})
elseif(HEADLIGHT_NATIVE)
  set(HEADLIGHT_MADE_FOR "the machine that built it")
  target_compile_options(headlight_options INTERFACE -march=native)
else()
  set(HEADLIGHT_MADE_FOR "any machine")
endif()
# Looking at every access for a null or misaligned address makes the program twice as large and slow. The first is
# found by ASan too; the fuzzer's build looks for both.
if(HEADLIGHT_SANITIZE)
  target_compile_options(headlight_options INTERFACE -fsanitize=address,undefined
    -fno-sanitize=null,alignment,object-size -fno-omit-frame-pointer)
  target_link_options(headlight_options INTERFACE -fsanitize=address,undefined)
endif()
# Every library is watched by the fuzzer; a program becomes a target of it by linking -fsanitize=fuzzer.
if(HEADLIGHT_FUZZ)
  set(WATCHED -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all)
  target_compile_options(headlight_options INTERFACE ${WATCHED} -fsanitize=fuzzer-no-link -fno-omit-frame-pointer)
  target_link_options(headlight_options INTERFACE ${WATCHED})
endif()

# Eigen and JSON take a compiler seconds to read: once for many targets, not once a file. What is precompiled can only
# be read by what is compiled with the same options.
set(HEADLIGHT_PRECOMPILED <algorithm> <filesystem> <functional> <map> <memory> <optional> <string> <vector>
  <nlohmann/json.hpp>
  "${PROJECT_SOURCE_DIR}/core/matrix/matrix.h")
function(headlight_precompiled NAME OPTIMIZED)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${NAME}.cpp CONTENT "// Nothing but what is precompiled.\n")
  add_library(${NAME} OBJECT ${PROJECT_BINARY_DIR}/generated/${NAME}.cpp)
  target_compile_options(${NAME} PRIVATE ${OPTIMIZED})
  target_link_libraries(${NAME} PRIVATE headlight_options Eigen3::Eigen nlohmann_json::nlohmann_json)
  target_precompile_headers(${NAME} PRIVATE ${HEADLIGHT_PRECOMPILED} ${ARGN})
endfunction()

# What computes is optimized as far as the compiler can, the rest of the core a step less: that takes a quarter less of the
# compiler's time for it and shows in no number that is measured. What is above the core waits for it or for a user. Under
# the sanitizers all of it takes the least time with -O1.
set(COMPUTING "")
set(CORE "")
set(REST "")
if(HEADLIGHT_SANITIZE)
  set(COMPUTING -O1)
  set(CORE -O1)
elseif(CMAKE_BUILD_TYPE STREQUAL Release AND NOT EMSCRIPTEN)
  set(CORE -O2)
  set(REST -O1)
endif()
headlight_precompiled(headlight_precompiled_core "${CORE}")
headlight_precompiled(headlight_precompiled "${REST}")

# Few files, which read their headers themselves.
function(headlight_computing TARGET)
  target_compile_options(${TARGET} PRIVATE ${COMPUTING})
endfunction()

function(headlight_precompile_core TARGET)
  target_compile_options(${TARGET} PRIVATE ${CORE})
  target_precompile_headers(${TARGET} REUSE_FROM headlight_precompiled_core)
endfunction()

# Of a template that stands in several libraries, the linker takes the first one: the optimized one of what computes, with
# which the core begins.
function(headlight_core_first PROGRAM)
  target_link_options(${PROGRAM} PRIVATE
    LINKER:--whole-archive $<TARGET_FILE:headlight_core> LINKER:--no-whole-archive)
endfunction()

function(headlight_precompile TARGET)
  target_compile_options(${TARGET} PRIVATE ${REST})
  target_precompile_headers(${TARGET} REUSE_FROM headlight_precompiled)
endfunction()
