// That `headlight bench` knows when its opponent is not at its best; timing itself is never a test.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

struct Machine {
  std::string name;  // of the test
  std::vector<std::string> libraries;
  std::string processor, core;
  std::string says;  // what is said of it; empty: all is well
};
void PrintTo(const Machine& machine, std::ostream* out) { *out << machine.name; }

class Opponent : public testing::TestWithParam<Machine> {};

TEST_P(Opponent, IsAtItsBestOrItIsSaid) {
  const TemporaryFolder folder;
  std::ofstream maps(folder / "maps");
  maps << "7f00-7f01 rw-p 00000000 00:00 0\n";
  for (const std::string& library : GetParam().libraries)
    maps << "7f10-7f20 r-xp 00000000 fe:01 42                 " << library << '\n';
  maps.close();
  std::ofstream(folder / "processor") << "flags : fpu sse4_2 " << GetParam().processor << '\n';
  const std::string command =
      "/usr/bin/python3 " + quoted_for_shell(HEADLIGHT_SOURCE_DIR "/tests/bench/blas.py") + " " +
      quoted_for_shell(folder / "maps") + " " + quoted_for_shell(folder / "processor") + " " +
      quoted_for_shell(GetParam().core) + " >" + quoted_for_shell(folder / "said");
  if (std::system("test -x /usr/bin/python3") != 0) GTEST_SKIP() << "no python3";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string handicap = nlohmann::json::parse(contents(folder / "said")).at("handicap");
  EXPECT_NE(handicap.find(GetParam().says), std::string::npos) << handicap;
  EXPECT_EQ(handicap.empty(), GetParam().says.empty()) << handicap;
}

const std::string here = "/usr/lib/x86_64-linux-gnu/";
INSTANTIATE_TEST_SUITE_P(
    Bench, Opponent,
    testing::Values(
        Machine{"Reference",
                {here + "libtorch_cpu.so.1", here + "blas/libblas.so.3.11.0"},
                "avx2",
                "",
                "reference BLAS"},
        Machine{"OpenBlas",
                {here + "libtorch_cpu.so.1", here + "openblas-pthread/libopenblasp-r0.3.21.so"},
                "avx2",
                "Haswell",
                ""},
        Machine{"OpenBlasBelowTheProcessor",
                {here + "openblas-pthread/libopenblasp-r0.3.21.so"},
                "avx2 avx512f",
                "Prescott",
                "OPENBLAS_CORETYPE=SKYLAKEX"},
        Machine{
            "OldProcessor", {here + "openblas-pthread/libopenblasp-r0.3.21.so"}, "avx", "Sandybridge", ""},
        Machine{"Mkl", {here + "libmkl_rt.so", here + "blas/libblas.so.3.11.0"}, "avx2", "", ""},
        Machine{"None", {here + "libc.so.6"}, "avx2", "", "unknown"}),
    [](const auto& machine) { return machine.param.name; });

}  // namespace
}  // namespace headlight
