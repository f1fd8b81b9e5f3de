# Flags shared by every target, so that one look tells how Headlight is compiled.
add_library(headlight_options INTERFACE)
target_compile_options(headlight_options INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wno-sign-conversion)
# GCC 12 reports both inside its own headers: AVX-512 intrinsics and std::string.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(headlight_options INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized -Wno-restrict
    -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()
# The same for all, or what is precompiled for one could not be read by another.
target_compile_options(headlight_options INTERFACE -pthread)
target_compile_definitions(headlight_options INTERFACE EIGEN_DONT_PARALLELIZE)
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
if(HEADLIGHT_SANITIZE)
  target_compile_options(headlight_options INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer)
  target_link_options(headlight_options INTERFACE -fsanitize=address,undefined)
endif()
# Every library is watched by the fuzzer; a program becomes a target of it by linking -fsanitize=fuzzer.
if(HEADLIGHT_FUZZ)
  set(WATCHED -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all)
  target_compile_options(headlight_options INTERFACE ${WATCHED} -fsanitize=fuzzer-no-link -fno-omit-frame-pointer)
  target_link_options(headlight_options INTERFACE ${WATCHED})
endif()

# Eigen alone takes a compiler seconds to read: once for all targets, not once a file.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/precompiled.cpp CONTENT "// Nothing but what is precompiled.\n")
add_library(headlight_precompiled OBJECT ${PROJECT_BINARY_DIR}/generated/precompiled.cpp)
target_link_libraries(headlight_precompiled PRIVATE headlight_options Eigen3::Eigen)
target_precompile_headers(headlight_precompiled PRIVATE
  <algorithm> <filesystem> <functional> <map> <memory> <string> <vector> "${PROJECT_SOURCE_DIR}/core/matrix/matrix.h")

function(headlight_precompile TARGET)
  target_precompile_headers(${TARGET} REUSE_FROM headlight_precompiled)
endfunction()
