// A context without a display, on EGL's surfaceless platform.
#include <epoxy/egl.h>

#include <stdexcept>
#include <string>

#include "app/window/render.h"

namespace headlight {
namespace {

[[noreturn]] void fail(const std::string& why) {
  throw std::runtime_error("nothing can be drawn without a display: " + why +
                           "; install libgl1-mesa-dri, which draws without a graphics card, or use: "
                           "headlight figure");
}

}  // namespace

HiddenContext::HiddenContext() {
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
}

HiddenContext::~HiddenContext() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
  eglTerminate(display_);
}

}  // namespace headlight
