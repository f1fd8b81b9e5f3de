// OpenGL 3.3; in a browser OpenGL ES 3, which is WebGL 2. Before any other header that may bring its own.
#pragma once

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif

namespace headlight {

// What every shader begins with.
#ifdef __EMSCRIPTEN__
inline constexpr const char* glsl_version = "#version 300 es\n";
inline constexpr const char* glsl_precision =
    "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n";
#else
inline constexpr const char* glsl_version = "#version 330 core\n";
inline constexpr const char* glsl_precision = "";
#endif

}  // namespace headlight
