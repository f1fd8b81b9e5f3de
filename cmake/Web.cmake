# What Dependencies.cmake is on a desktop, for a browser: libraries compiled from source packages (web/libraries), headers
# from this system's packages.
set(HEADLIGHT_OTHER_SYSTEMS "posix|threads|typesetter_pango|window/(window|screenshot|frame_times)")

# Exceptions as browsers have them since 2021 to 2022; 128 bits at a time. Sizes are 32 bits wide: what is larger than
# memory is refused before it becomes one.
add_compile_options(-fwasm-exceptions -msimd128 -Wno-shorten-64-to-32)
add_link_options(-fwasm-exceptions)
add_subdirectory(web/libraries libraries)

# Eigen writes its products for SSE, which Emscripten turns into 128 bits of its own: a pass takes two thirds of the time.
# Eigen includes a header that Emscripten lacks, and uses nothing of it. It writes x86 assembly where the compiler says it is
# a GCC before 6.3, as clang does (Eigen compares 10 * major + minor), and for one from 6.0 on: 5.13 is neither.
add_compile_options(-msse4.1 -fgnuc-version=5.13)
file(WRITE ${PROJECT_BINARY_DIR}/headers/mmintrin.h "// Empty on purpose.\n")

# The headers alone, without the other ones of /usr/include.
set(HEADERS ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${HEADERS})
file(CREATE_LINK /usr/include/nlohmann ${HEADERS}/nlohmann SYMBOLIC)
function(headlight_headers NAME FOLDER)
  add_library(${NAME} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${NAME} SYSTEM INTERFACE ${FOLDER})
endfunction()
headlight_headers(nlohmann_json::nlohmann_json ${HEADERS})
headlight_headers(Eigen3::Eigen /usr/include/eigen3)
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)  # there are none

# Of the names that Dependencies.cmake gives them. Their headers are not ours to warn about.
function(headlight_library NAME TARGET)
  get_target_property(FOLDERS ${TARGET} INTERFACE_INCLUDE_DIRECTORIES)
  set_target_properties(${TARGET} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${FOLDERS}")
  add_library(${NAME} ALIAS ${TARGET})
endfunction()
headlight_library(PkgConfig::CAIRO cairo)
add_library(ZLIB::ZLIB ALIAS z)
headlight_library(PkgConfig::PNG png)
headlight_library(PkgConfig::JPEG jpeg)
headlight_library(PkgConfig::WEBP webp)
headlight_library(PkgConfig::UTF8PROC utf8proc)
headlight_library(PkgConfig::MD4C md4c)
headlight_library(PkgConfig::PCRE2 pcre2)
headlight_library(GIF::GIF gif)
headlight_library(headlight_typesetter harfbuzz)
headlight_library(headlight_imgui imgui)

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
