// Dear ImGui asks OpenGL for its state before it draws, to leave it as it was. In a browser some of these
// questions wait until all that came before is drawn, so they are answered here: nobody else draws in the tab,
// and each frame sets what it needs.
#pragma once

#include <GLES3/gl3.h>

static inline void answered_integer(GLenum name, GLint* value) {
  switch (name) {
    case GL_SCISSOR_BOX:
      for (int i = 0; i < 4; ++i) value[i] = 0;
      break;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA:
      *value = GL_ONE;
      break;
    case GL_BLEND_DST_RGB:
    case GL_BLEND_DST_ALPHA:
      *value = GL_ZERO;
      break;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA:
      *value = GL_FUNC_ADD;
      break;
    default:
      glGetIntegerv(name, value);
  }
}
#define glGetIntegerv answered_integer
