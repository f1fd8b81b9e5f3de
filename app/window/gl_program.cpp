#include "app/window/gl_program.h"

#include <epoxy/gl.h>

#include <stdexcept>
#include <string>

namespace headlight {
namespace {

GLuint compile(GLenum kind, const char* source) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good != 0) return shader;
  std::string message(2000, '\0');
  GLsizei length = 0;
  glGetShaderInfoLog(shader, static_cast<GLsizei>(message.size()), &length, message.data());
  glDeleteShader(shader);
  throw std::runtime_error("a shader does not compile: " + message.substr(0, static_cast<std::size_t>(length)));
}

}  // namespace

unsigned make_program(const char* vertex, const char* fragment) {
  const GLuint first = compile(GL_VERTEX_SHADER, vertex);
  const GLuint second = compile(GL_FRAGMENT_SHADER, fragment);
  const GLuint program = glCreateProgram();
  glAttachShader(program, first);
  glAttachShader(program, second);
  glLinkProgram(program);
  glDeleteShader(first);
  glDeleteShader(second);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (good == 0) throw std::runtime_error("the shaders do not link");
  return program;
}

}  // namespace headlight
