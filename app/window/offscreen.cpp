// Rendering without a display: EGL's surfaceless platform.
#include <epoxy/egl.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "app/window/gl.h"
#include "app/window/render.h"

namespace headlight {
namespace {

[[noreturn]] void fail(const std::string& why) {
  throw std::runtime_error("nothing can be drawn without a display: " + why +
                           "; install libgl1-mesa-dri, which draws without a graphics card, or use: "
                           "headlight figure");
}

}  // namespace

Offscreen::Offscreen(int width, int height) : width_(width), height_(height) {
  // epoxy ends the program where a function it is asked for is not there.
  if (!epoxy_has_egl() || !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") ||
      !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    fail("EGL has no driver that draws without a display");
  EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
    fail("EGL's surfaceless platform cannot be used");
  }
  display_ = display;
  eglBindAPI(EGL_OPENGL_API);
  const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                           3,
                           EGL_CONTEXT_MINOR_VERSION,
                           3,
                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                           EGL_NONE};
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
  if (context == EGL_NO_CONTEXT ||
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_FALSE) {
    eglTerminate(display);
    fail("its OpenGL is older than 3.3");
  }
  context_ = context;

  GLint most = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
  if (width > most || height > most) {
    throw std::runtime_error("a picture has at most " + std::to_string(most) + " pixels a side here");
  }
  glGenRenderbuffers(1, &colours_);
  glBindRenderbuffer(GL_RENDERBUFFER, colours_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glGenFramebuffers(1, &frame_);
  glBindFramebuffer(GL_FRAMEBUFFER, frame_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colours_);
  glViewport(0, 0, width, height);
}

Offscreen::~Offscreen() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
  eglTerminate(display_);
}

std::vector<std::uint32_t> Offscreen::pixels() const {
  std::vector<std::uint32_t> bottom_up(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, bottom_up.data());
  std::vector<std::uint32_t> pixels(bottom_up.size());
  for (int y = 0; y < height_; ++y) {
    const auto from = bottom_up.begin() + std::ptrdiff_t{height_ - 1 - y} * width_;
    std::transform(from, from + width_, pixels.begin() + std::ptrdiff_t{y} * width_,
                   [](std::uint32_t pixel) { return pixel | 0xFF000000U; });
  }
  return pixels;
}

}  // namespace headlight
