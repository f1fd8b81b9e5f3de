#include "core/files/in_python.h"

#include <array>
#include <utility>

#include "core/files/whole_file.h"

namespace headlight {
namespace {

// As a text of Python's.
std::string literal(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

}  // namespace

std::string in_python(SavedAs how, const std::filesystem::path& file, std::string_view member) {
  const std::string from = literal(file.filename().string()), stem = file.stem().string(),
                    // What is read is not written over.
      array = literal(stem + (ending_of(file) == ".npy" ? ".numbers.npy" : ".npy")),
                    first = literal(stem + ".first.npy");
  switch (how) {
    case SavedAs::tensors:
      return "in Python: import numpy, torch; x = torch.load(" + from +
             ", map_location=\"cpu\"); x = x.get(\"attentions\", x) if isinstance(x, dict) else x; "
             "numpy.save(" +
             array + ", (x if torch.is_tensor(x) else torch.stack(tuple(x))).detach().float().numpy())";
    case SavedAs::pickle:
      return "in Python: import numpy, pickle; x = pickle.load(open(" + from + ", \"rb\")); numpy.save(" +
             array + ", numpy.stack([numpy.asarray(layer, \"float32\") for layer in x]))";
    case SavedAs::objects:
      return "in Python: import numpy; x = numpy.load(" + from +
             ", allow_pickle=True); x = x[0] if isinstance(x[0], (list, tuple)) else x; numpy.save(" + first +
             ", numpy.stack([numpy.asarray(layer, \"float32\") for layer in x]))";
    case SavedAs::generated: {
      const std::string name = literal(std::string(member)), to = literal(stem + ".first.json");
      const std::string step = member.empty() ? "x[0]" : "{**x, " + name + ": x[" + name + "][0]}";
      return "in Python: import json; x = json.load(open(" + from + ")); json.dump(" + step + ", open(" + to +
             ", \"w\"))";
    }
    case SavedAs::state:
      return "in Python: import torch; from safetensors.torch import save_file; x = torch.load(" + from +
             ", map_location=\"cpu\"); save_file({name: x[name].clone() for name in x}, "
             "\"model.safetensors\")";
  }
  return "";
}

std::string known_elsewhere(const std::filesystem::path& file) {
  const std::string ending = ending_of(file);
  for (const char* const each : {".pt", ".pth", ".ckpt", ".bin"}) {
    if (ending == each) return "is a PyTorch file; " + in_python(SavedAs::tensors, file);
  }
  for (const char* const each : {".pkl", ".pickle"}) {
    if (ending == each) return "was saved with pickle; " + in_python(SavedAs::pickle, file);
  }
  return "";
}

}  // namespace headlight
