// Under the sanitizers the GL driver stays loaded until the end: what it keeps then has a name, which
// tests/leaks.txt can pass over; of an unloaded one only addresses would be left.
#include <dlfcn.h>
#include <gtest/gtest.h>

#ifdef __SANITIZE_ADDRESS__
namespace {

class KeepDrivers : public testing::Environment {
 public:
  void SetUp() override {
    for (const char* library :
         {"libEGL_mesa.so.0", "libGLX_mesa.so.0", "/usr/lib/x86_64-linux-gnu/dri/swrast_dri.so"}) {
      dlopen(library, RTLD_LAZY | RTLD_NODELETE);
    }
  }
};

[[maybe_unused]] testing::Environment* const keep_drivers =
    testing::AddGlobalTestEnvironment(new KeepDrivers);

}  // namespace
#endif
