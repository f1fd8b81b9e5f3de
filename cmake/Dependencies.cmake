# Everything comes from the distribution's packages (packages.txt lists them).
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 REQUIRED)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo cairo-pdf cairo-svg)
pkg_check_modules(PANGO REQUIRED IMPORTED_TARGET pangocairo)
pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng)
find_package(GIF 5.1 REQUIRED)
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)

if(HEADLIGHT_WINDOW)
  pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui>=1.86)
  pkg_check_modules(GL REQUIRED IMPORTED_TARGET glfw3 epoxy egl freetype2)
  # libimgui is a static archive: what it uses has to follow it on the link line.
  add_library(headlight_imgui INTERFACE)
  target_link_libraries(headlight_imgui INTERFACE PkgConfig::IMGUI stb PkgConfig::GL ${CMAKE_DL_LIBS})
endif()
