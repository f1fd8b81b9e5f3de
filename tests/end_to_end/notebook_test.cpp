// notebook/headlight.py in Python, against the real program. With PyTorch, also for what looks like a model
// of `transformers`.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

TEST(Notebook, ShowsModelsAndArraysAndReadsTraces) {
  const TemporaryFolder folder;
  std::ofstream(folder / "page.html") << "<html lang=\"en\" data-link=\"\">\n<script type=\"text/plain\" "
                                         "id=\"data-start.pack\">QUJD</script>\n</html>\n";
  const std::string root = HEADLIGHT_SOURCE_DIR;
  // The system's Python: another one first on the path may have no NumPy.
  const std::string command = "env HEADLIGHT=" + quoted_for_shell(HEADLIGHT_PROGRAM) +
                              " HEADLIGHT_PAGE=" + quoted_for_shell(folder / "page.html") +
                              " FAMILY=" + quoted_for_shell(root + "/tests/golden/foreign/gpt2") +
                              " PYTHONDONTWRITEBYTECODE=1 " + "/usr/bin/python3 " +
                              quoted_for_shell(root + "/tests/end_to_end/notebook.py") + " -v >" +
                              quoted_for_shell(folder / "said") + " 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << contents(folder / "said");
}

}  // namespace
}  // namespace headlight
