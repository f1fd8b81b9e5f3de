// Programs that are written of traces, and run: they compare themselves with the trace.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/code/step.h"
#include "core/code/whole.h"
#include "core/files/whole_file.h"
#include "tests/python.h"
#include "tests/snapshot.h"

namespace headlight {

// Every program of a folder, one after another; says which one is wrong.
inline const char* const runs_all = R"(
import contextlib, glob, io, re, runpy
said = io.StringIO()
for program in sorted(glob.glob("program_*.py")):
    try:
        with contextlib.redirect_stdout(said):
            runpy.run_path(program)
    except Exception as error:
        raise SystemExit(f"{program}: {open(program).read()}\n{type(error).__name__}: {error}")
worst = re.findall(r"([0-9.e-]+) of (?:the|its) largest", said.getvalue())
print(max(worst, key=float), "of the largest, the worst of", len(worst))
)";

class Programs {
 public:
  void add(const Trace& trace, const std::vector<int>& nodes, Cell cell, Library library) {
    const StepCode code = step_code(trace, nodes, cell, library);
    const std::string name = "program_" + std::to_string(count_++);
    write_step_numbers(trace, code, folder_ / (name + ".npz"));
    std::ofstream(folder_ / (name + ".py"))
        << python_file(step_program(trace, code, cell, library, name + ".npz"));
  }
  // A step with its backward pass, of the loss at a node.
  void add_backward(const Trace& trace, int node, int loss, Library library) {
    const StepCode code = backward_code(trace, node, library);
    const std::string name = "program_" + std::to_string(count_++);
    write_backward_numbers(trace, code, loss, folder_ / (name + ".npz"));
    std::ofstream(folder_ / (name + ".py"))
        << python_file(backward_program(trace, code, library, name + ".npz"));
  }
  void add(const Model& model, const Trace& trace, const std::string& behind = "") {
    const std::string name = "program_" + std::to_string(count_++);
    write_whole_numbers(model, trace, folder_ / (name + ".safetensors"));
    std::ofstream(folder_ / (name + ".py"))
        << python_file(whole_program(model, trace, name + ".safetensors")) + behind;
  }
  bool run() { return ran_in_python(runs_all, folder_.path()); }
  std::string said() const { return read_text(folder_.path() / "said.txt"); }
  const std::filesystem::path& folder() const { return folder_.path(); }
  int count() const { return count_; }

 private:
  TemporaryFolder folder_;
  int count_ = 0;
};

}  // namespace headlight
