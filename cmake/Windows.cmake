# What Dependencies.cmake is on Debian, for Windows: libraries compiled from source packages (libraries) and linked into the
# program, headers from this system's packages.
set(HEADLIGHT_OTHER_SYSTEMS
  "posix|platform/desktop|web|web_[a-z]*|typesetter_pango|system_text_web|[a-z_]*_posix")

# Windows 10 and later. Text is UTF-8 in the program and UTF-16 where it is handed to Windows.
add_compile_definitions(_WIN32_WINNT=0x0A00 WINVER=0x0A00 UNICODE _UNICODE NOMINMAX WIN32_LEAN_AND_MEAN _USE_MATH_DEFINES)
# GCC aligns the stack to 16 bytes on Windows, and yet may move 32 bytes at a time as if it were aligned to 32 (GCC bug
# 54412): the assembler writes each of these as a move that asks for no alignment.
add_compile_options(-Wa,-muse-unaligned-vector-move)
# Nothing to install beside the program. Why mbrtowc is replaced says core/platform/windows.cpp.
add_link_options(-static -static-libgcc -static-libstdc++ LINKER:--wrap=mbrtowc)
include(cmake/Libraries.cmake)
link_libraries(maths usp10 gdi32 dwmapi)

# What the system shows of the program, and the program that consoles start (packaging/windows).
enable_language(C RC)
function(headlight_windows_program)
  set(OURS ${PROJECT_SOURCE_DIR}/packaging/windows)
  set(ICONS ${PROJECT_SOURCE_DIR}/packaging/icons/headlight-small.svg ${PROJECT_SOURCE_DIR}/packaging/icons/headlight.svg)
  set(MADE ${PROJECT_BINARY_DIR}/generated)
  add_custom_command(OUTPUT ${MADE}/headlight.ico COMMAND ${OURS}/icon.py ${ICONS} ${MADE}/headlight.ico
    DEPENDS ${OURS}/icon.py ${ICONS} VERBATIM)
  configure_file(${OURS}/headlight.rc.in ${MADE}/headlight.rc @ONLY)
  set_source_files_properties(${MADE}/headlight.rc PROPERTIES
    OBJECT_DEPENDS "${MADE}/headlight.ico;${OURS}/headlight.manifest")
  target_sources(headlight PRIVATE ${MADE}/headlight.rc ${OURS}/start.c)
  set_source_files_properties(${OURS}/start.c PROPERTIES COMPILE_OPTIONS -march=x86-64 SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_options(headlight PRIVATE LINKER:--entry=headlight_start)
  target_include_directories(headlight PRIVATE ${MADE})
  set_target_properties(headlight PROPERTIES WIN32_EXECUTABLE ON)
  add_executable(headlight_console ${OURS}/console.c)
  target_link_options(headlight_console PRIVATE -s)
  set_target_properties(headlight_console PROPERTIES OUTPUT_NAME headlight SUFFIX .com)
endfunction()
