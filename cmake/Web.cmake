# What Dependencies.cmake is on a desktop, for a browser: libraries compiled from source packages (libraries), headers
# from this system's packages.
set(HEADLIGHT_OTHER_SYSTEMS
  "posix|windows|threads|typesetter_pango|[a-z_]*_(posix|windows)|window/(window|screenshot)")

# Exceptions as browsers have them since 2021 to 2022; 128 bits at a time. Sizes are 32 bits wide: what is larger than
# memory is refused before it becomes one.
add_compile_options(-fwasm-exceptions -msimd128 -Wno-shorten-64-to-32)
add_link_options(-fwasm-exceptions)
include(cmake/Libraries.cmake)

# Eigen writes its products for SSE, which Emscripten turns into 128 bits of its own: a pass takes two thirds of the time.
# Eigen includes a header that Emscripten lacks, and uses nothing of it. It writes x86 assembly where the compiler says it is
# a GCC before 6.3, as clang does (Eigen compares 10 * major + minor), and for one from 6.0 on: 5.13 is neither.
add_compile_options(-msse4.1 -fgnuc-version=5.13)
# Written only where it differs: everything includes it.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/headers/mmintrin.h CONTENT "// Empty on purpose.\n")

# The program, and beside it what web/site.py makes the page of.
function(headlight_web_program)
  add_executable(headlight web/main.cpp)
  set(SYSTEM ${PROJECT_SOURCE_DIR}/web/system.js)
  set_target_properties(headlight PROPERTIES LINK_DEPENDS ${SYSTEM})
  target_link_libraries(headlight PRIVATE headlight_window)
  target_link_options(headlight PRIVATE --js-library ${SYSTEM}
    -sENVIRONMENT=web -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=134217728
    -sTOTAL_STACK=4194304 -sFORCE_FILESYSTEM=1 -sEXPORTED_FUNCTIONS=_main,_malloc,_free
    -sEXPORTED_RUNTIME_METHODS=FS,ccall,addRunDependency,removeRunDependency)
endfunction()
