#include "core/files/in_python.h"

#include <array>

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

// The class of transformers that loads the model which an adapter changes.
std::string class_for(std::string_view task) {
  struct Task {
    std::string_view name, loads;
  };
  for (const Task& each :
       {Task{"SEQ_2_SEQ_LM", "AutoModelForSeq2SeqLM"}, Task{"SEQ_CLS", "AutoModelForSequenceClassification"},
        Task{"TOKEN_CLS", "AutoModelForTokenClassification"},
        Task{"QUESTION_ANS", "AutoModelForQuestionAnswering"}, Task{"FEATURE_EXTRACTION", "AutoModel"}}) {
    if (task == each.name) return std::string(each.loads);
  }
  return "AutoModelForCausalLM";
}

}  // namespace

std::string in_python(SavedAs how, const std::filesystem::path& file, std::string_view member) {
  const std::string from = literal(file.filename().string()), stem = file.stem().string(),
                    // What is read is not written over.
      array = literal(stem + (ending_of(file) == ".npy" ? ".numbers.npy" : ".npy")),
                    first = literal(stem + ".first.npy"),
                    // Of arrays of several shapes, those of the first shape.
      stack = "x = [numpy.asarray(layer, \"float32\") for layer in x]; numpy.save(",
                    alike = ", numpy.stack([layer for layer in x if layer.shape == x[0].shape]))";
  switch (how) {
    case SavedAs::tensors:
      return "in Python: import numpy, torch; x = torch.load(" + from +
             ", map_location=\"cpu\"); x = x.get(\"attentions\", x) if isinstance(x, dict) else x; "
             "numpy.save(" +
             array + ", (x if torch.is_tensor(x) else torch.stack(tuple(x))).detach().float().numpy())";
    case SavedAs::pickle:
      return "in Python: import numpy, pickle; x = pickle.load(open(" + from + ", \"rb\")); " + stack +
             array + alike;
    case SavedAs::objects:
      return "in Python: import numpy; x = numpy.load(" + from +
             ", allow_pickle=True); x = x[0] if isinstance(x[0], (list, tuple)) else x; " + stack + first +
             alike;
    case SavedAs::generated: {
      const std::string name = literal(std::string(member)), to = literal(stem + ".first.json");
      const std::string step = member.empty() ? "x[0]" : "{**x, " + name + ": x[" + name + "][0]}";
      return "in Python: import json; x = json.load(open(" + from + ")); json.dump(" + step + ", open(" + to +
             ", \"w\"))";
    }
    case SavedAs::state:
      return "in Python: import torch; from safetensors.torch import save_file; x = torch.load(" + from +
             ", map_location=\"cpu\", weights_only=True); x = next((x[k] for k in [\"state_dict\", "
             "\"model_state_dict\", "
             "\"model\"] "
             "if k in x), x); save_file({name: x[name].clone() for name in x if torch.is_tensor(x[name])}, "
             "\"model.safetensors\")";
    case SavedAs::module:
      return "where its classes can be imported, and only if you trust the file, in Python: import torch; "
             "from "
             "safetensors.torch import save_file; x = torch.load(" +
             from +
             ", map_location=\"cpu\", weights_only=False).state_dict(); save_file({name: x[name].clone() for "
             "name in "
             "x}, \"model.safetensors\")";
    case SavedAs::adapter:
      return "in Python, in this folder: import peft, transformers; name = "
             "peft.PeftConfig.from_pretrained(\".\").base_model_name_or_path; x = transformers." +
             class_for(member) +
             ".from_pretrained(name); peft.PeftModel.from_pretrained(x, "
             "\".\").merge_and_unload().save_pretrained(\"merged\"); "
             "transformers.AutoTokenizer.from_pretrained(name).save_pretrained(\"merged\")";
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
