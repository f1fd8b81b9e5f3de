#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cmath>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include "core/files/in_python.h"
#include "core/files/json.h"
#include "core/files/safetensors.h"
#include "core/files/torch_file.h"
#include "core/files/whole_file.h"
#include "core/models/folder.h"
#include "core/models/foreign.h"
#include "core/platform/background.h"
#include "core/platform/process.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

// One file, or an index of several.
struct WeightsFiles {
  const char *single, *index;
};
constexpr WeightsFiles safetensors_files{"model.safetensors", "model.safetensors.index.json"},
    torch_files{"pytorch_model.bin", "pytorch_model.bin.index.json"};
constexpr const char* adapter_file = "adapter_config.json";

// What a training leaves beside the weights, in files of the same kind.
constexpr std::array<std::string_view, 5> of_training{"optimizer", "scheduler", "scaler", "rng_state",
                                                      "training_args"};

// Files of torch.save() under other names, in their order.
std::vector<fs::path> other_torch_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool besides = std::any_of(of_training.begin(), of_training.end(),
                                     [&](std::string_view each) { return name.starts_with(each); });
    if (!besides && !name.starts_with("._") && names_torch(name) && names_model_file(entry.path()))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Those that are there; the first where none is.
const WeightsFiles& files_of(const fs::path& folder) {
  const auto has = [&](const WeightsFiles& files) {
    return fs::exists(folder / files.single) || fs::exists(folder / files.index);
  };
  return !has(safetensors_files) && has(torch_files) ? torch_files : safetensors_files;
}

// What older versions stored beside the weights, by the ends of the names: masks, numbers of places, and what
// a formula gives.
constexpr std::array<std::string_view, 8> buffers{".attn.bias",
                                                  ".attn.masked_bias",
                                                  ".attention.bias",
                                                  ".attention.masked_bias",
                                                  "embeddings.position_ids",
                                                  "embeddings.token_type_ids",
                                                  ".rotary_emb.inv_freq",
                                                  ".embed_positions.weight"};

// What people have instead of weights that can be read, by the name of the file.
struct Instead {
  std::string_view ending, what, hint;
};
constexpr std::array instead{
    Instead{".gguf", "has its weights as .gguf, which is a model by itself", "open that file"},
    Instead{adapter_file, "has only an adapter, which changes a model but is not one",
            "merge it into its model first, "},
    Instead{"tf_model.h5", "has its weights for TensorFlow",
            "in Python: transformers.AutoModel.from_pretrained(FOLDER, "
            "from_tf=True).save_pretrained(NEW_FOLDER)"},
    Instead{"flax_model.msgpack", "has its weights for Flax",
            "in Python: transformers.AutoModel.from_pretrained(FOLDER, from_flax=True)"
            ".save_pretrained(NEW_FOLDER)"},
    Instead{".onnx", "has a compiled model (.onnx)", "use the folder with model.safetensors"}};
// Without a config.json these too.
constexpr const char* of_checkpoint =
    "load its tensors into the model that they belong to and save that, in Python: MODEL.load_state_dict("
    "torch.load(\"ckpt.pt\", map_location=\"cpu\")[\"model\"]); MODEL.save_pretrained(\"new\"); a model that "
    "transformers does not have can save its attention weights: README, Weights of your own";
constexpr std::array without_config{
    Instead{"params.json", "has a Llama in Meta's own format",
            "use the folder for transformers, or make it: python -m "
            "transformers.models.llama.convert_llama_weights_to_hf"},
    Instead{".pt", "has a training checkpoint (PyTorch) but no config.json that names its model",
            of_checkpoint},
    Instead{".pth", "has a PyTorch checkpoint but no config.json that names its model", of_checkpoint},
    Instead{".ckpt", "has a training checkpoint but no config.json that names its model", of_checkpoint}};

// "CAUSAL_LM". Empty where the file does not say.
std::string task_of_adapter(const fs::path& file) {
  const Json config = Json::parse(read_text(file), nullptr, false);
  const auto task = config.find("task_type");
  return task != config.end() && task->is_string() ? task->get<std::string>() : "";
}

void refuse_those(std::span<const Instead> known, const fs::path& folder) {
  std::error_code error;
  for (const Instead& each : known) {
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const fs::path& file = entry.path();
      const std::string name = file.filename().string();
      if (!name.ends_with(each.ending) || name.starts_with("._")) continue;
      std::string hint(each.hint);
      if (hint.empty()) hint = in_python(SavedAs::state, file);
      if (name == adapter_file) hint += in_python(SavedAs::adapter, file, task_of_adapter(file));
      if (const std::size_t at = hint.find("ckpt.pt"); at != std::string::npos) hint.replace(at, 7, name);
      throw FormatError(folder, each.what, hint);
    }
  }
}

[[noreturn]] void fail_without_weights(const fs::path& folder) {
  refuse_those(instead, folder);
  if (const std::vector<fs::path> files = other_torch_files(folder); files.size() > 1) {
    constexpr std::size_t most_named = 4;
    std::string names;
    for (std::size_t i = 0; i < std::min(files.size(), most_named); ++i)
      names += (i == 0 ? "" : ", ") + files[i].filename().string();
    throw FormatError(folder,
                      "has weights in several files: " + names + (files.size() > most_named ? " ..." : ""),
                      "open the one that you mean");
  }
  throw AccessError(folder / safetensors_files.single, "there is no such file",
                    "the model's folder is not complete");
}

// What a file that is no safetensors file begins with where the download went wrong.
void require_numbers_inside(const fs::path& file) {
  std::array<char, 24> begin{};
  open_file_to_read(file).read(begin.data(), begin.size());
  const std::string_view text(begin.data(), begin.size());
  if (text.starts_with("version https://git-lfs"))
    throw FormatError(file, "is only a placeholder of Git LFS: the file itself was not downloaded",
                      "run: git lfs pull");
  if (text.starts_with("<")) throw FormatError(file, "is a web page, not weights", "download it again");
  if (text.starts_with("PK\3\4") && file.filename().extension() == ".safetensors")
    throw FormatError(file, "is a PyTorch file, not a safetensors file", in_python(SavedAs::state, file));
}

// Smaller files are read: that takes no time, and nobody can change what was read.
constexpr std::uintmax_t least_mapped = 8 << 20;

// In which file each tensor is, as the index says. Throws FormatError.
std::map<std::string, std::string> shards_of(const fs::path& index) {
  try {
    return read_json(read_text(index), [](const Json& json) {
      std::map<std::string, std::string> places;
      for (const auto& [name, file] : read_object(member(json, "", "weight_map"), "weight_map").items()) {
        std::string& place = places[name];
        read(file, "weight_map." + name, place);
        const bool zero = place.find('\0') != std::string::npos;
        if (zero) fail_field("weight_map." + name, "contains a zero byte, which no file name can have");
        if (fs::path(place).filename() != fs::path(place) || place.empty() || place == "." || place == "..")
          fail_field("weight_map." + name, "leads out of the folder");
      }
      return places;
    });
  } catch (const std::invalid_argument& error) {
    throw FormatError(index, error.what(), "download it again");
  }
}

// The tensors of a folder by the names that its family has for them.
class ForeignTensors {
 public:
  struct Found {
    SafetensorsFile* file = nullptr;
    const HeaderEntry* entry = nullptr;
    std::shared_ptr<const MappedFile> mapping = {};  // of the file; null where it is read
  };

  ForeignTensors(const fs::path& folder, const ForeignFamily& family) : folder_(folder), family_(family) {
    if (names_model_file(folder)) {
      open(folder);
      return;
    }
    const WeightsFiles& own = files_of(folder);
    index_ = folder / own.index;
    if (fs::exists(index_)) {
      open_shards();
    } else {
      const std::vector<fs::path> others =
          fs::exists(folder / own.single) ? std::vector<fs::path>{} : other_torch_files(folder);
      if (others.size() != 1 && !fs::exists(folder / own.single)) fail_without_weights(folder);
      open(others.empty() ? folder / own.single : others.front());
    }
  }

  const std::map<std::string, Found>& all() const { return all_; }
  Found find(const std::string& name) const {
    const auto found = all_.find(name);
    return found == all_.end() ? Found{} : found->second;
  }
  // For messages.
  fs::path path() const { return files_.size() == 1 ? files_.front().path() : index_; }

 private:
  SafetensorsFile& open(const fs::path& path) {
    require_numbers_inside(path);
    SafetensorsFile& file =
        path.extension() == ".safetensors"
            ? files_.emplace_back(path, OtherTypes::allowed)
            : files_.emplace_back(path, names_gguf(path) ? gguf_tensors(path) : read_torch_header(path));
    const auto mapping = size_of_file(path) < least_mapped ? nullptr : file.map();
    const std::size_t wrapper = wrapped(file.header().entries);
    for (const HeaderEntry& entry : file.header().entries)
      all_.emplace(own_name(entry.name.substr(wrapper)), Found{&file, &entry, mapping});
    return file;
  }

  void open_shards() {
    const std::map<std::string, std::string> places = shards_of(index_);
    std::set<std::string> names;
    for (const auto& [tensor, file] : places) names.insert(file);
    const auto there = std::count_if(names.begin(), names.end(),
                                     [&](const std::string& name) { return fs::exists(folder_ / name); });
    if (there < static_cast<std::ptrdiff_t>(names.size()) || names.empty())
      throw AccessError(
          index_,
          "names " + std::to_string(names.size()) + " files, of which " + std::to_string(there) + " are here",
          "download the others");
    std::map<std::string, SafetensorsFile*> opened;
    for (const std::string& name : names) opened[name] = &open(folder_ / name);
    for (const auto& [tensor, file] : places) {
      if (opened[file]->find(tensor) == nullptr)
        throw FormatError(folder_ / file, "has no tensor " + in_quotes(tensor) + ", though the index says so",
                          "download the folder again");
    }
  }

  // What a wrapper of PyTorch's puts in front of every name: torch.compile, DataParallel.
  static std::size_t wrapped(const std::vector<HeaderEntry>& entries) {
    std::size_t length = 0;
    for (bool found = !entries.empty(); found;) {
      found = false;
      for (const std::string_view wrapper : {"_orig_mod.", "module."}) {
        const auto has = [&](const HeaderEntry& entry) {
          return std::string_view(entry.name)
              .substr(std::min(length, entry.name.size()))
              .starts_with(wrapper);
        };
        if (!std::all_of(entries.begin(), entries.end(), has)) continue;
        length += wrapper.size();
        found = true;
      }
    }
    return length;
  }
  // Without the prefix that a file may have, and as they are called today.
  std::string own_name(std::string name) const {
    if (name.starts_with(family_.prefix)) name.erase(0, family_.prefix.size());
    for (const auto& [old, today] : {std::pair{".gamma", ".weight"}, std::pair{".beta", ".bias"}}) {
      const std::string end = std::string("LayerNorm") + old;
      if (name.ends_with(end))
        name.replace(name.size() - std::string_view(old).size(), std::string::npos, today);
    }
    for (const auto& [today, instead_of_it] : family_.renamed) {
      if (const std::size_t at = name.find(instead_of_it); at != std::string::npos)
        name.replace(at, instead_of_it.size(), today);
    }
    return name;
  }

  fs::path folder_, index_;
  const ForeignFamily& family_;
  std::deque<SafetensorsFile> files_;
  std::map<std::string, Found> all_;
};

// Where one of our tensors comes from.
struct Source {
  const TensorRule* rule = nullptr;
  std::string name;
};

// Raffel et al. 2020, 2.1: a row for each of the nearest distances, and for the others a row for a range that
// grows with the distance; from `far_away` on they share the last. Where tokens may look ahead, half of the
// rows are for keys ahead.
constexpr int distance_rows = 32, far_away = 128;

bool is_distances(const TensorRule& rule) {
  return rule.layout == Layout::distances_both || rule.layout == Layout::distances_back;
}

int row_of_distance(int ahead, bool both) {
  const int rows = both ? distance_rows / 2 : distance_rows, exact = rows / 2;
  const int far = both ? std::abs(ahead) : std::max(-ahead, 0);
  const int first = both && ahead > 0 ? rows : 0;
  if (far < exact) return first + far;
  // In single precision, as these models are trained: on the edges of a range another one rounds otherwise.
  const float share = std::log(static_cast<float>(far) / static_cast<float>(exact)) /
                      static_cast<float>(std::log(static_cast<double>(far_away) / exact));
  const int beyond = static_cast<int>(share * static_cast<float>(rows - exact));
  return first + std::min(exact + beyond, rows - 1);
}

// "decoder.3.normalized_1" with # for the first number that stands alone, and that number.
std::pair<std::string, std::string> without_layer(const std::string& name) {
  for (std::size_t begin = name.find('.'); begin != std::string::npos; begin = name.find('.', begin + 1)) {
    std::size_t end = begin + 1;
    while (end < name.size() && std::isdigit(static_cast<unsigned char>(name[end])) != 0) ++end;
    if (end > begin + 1 && (end == name.size() || name[end] == '.'))
      return {name.substr(0, begin + 1) + "#" + name.substr(end), name.substr(begin + 1, end - begin - 1)};
  }
  return {name, ""};
}

Source source_of(const ForeignFamily& family, const std::string& ours) {
  const auto [pattern, layer] = without_layer(ours);
  const std::size_t dot = pattern.rfind('.');
  const std::string stem = pattern.substr(0, dot), ending = pattern.substr(dot + 1);
  for (const TensorRule& rule : family.tensors) {
    const bool whole = rule.ours == pattern;
    const bool by_name = rule.layout == Layout::same || rule.layout == Layout::zeros;
    if (!whole && (by_name || rule.ours != stem)) continue;
    std::string theirs(rule.theirs);
    if (const std::size_t at = theirs.find('#'); at != std::string::npos) theirs.replace(at, 1, layer);
    const bool is_weight = ending == "weight" || ending == "gain";
    if (!by_name && !is_distances(rule)) theirs += is_weight ? ".weight" : ".bias";
    return {&rule, std::move(theirs)};
  }
  throw std::logic_error("no rule of " + std::string(family.title) + " gives " + ours);
}

// The same axes without those of length 1, which move no number: a file may have them, a single label has
// one.
std::vector<std::int64_t> long_axes(std::vector<std::int64_t> axes) {
  std::erase(axes, 1);
  return axes;
}

bool is_patches(const TensorRule& rule, const TensorSpec& spec) {
  return rule.layout == Layout::patches && spec.name.ends_with(".weight");
}

// Of a square patch of three colours its side.
int side_of_patch(const TensorSpec& spec) {
  return static_cast<int>(std::lround(std::sqrt(spec.shape.rows / 3)));
}

bool is_turned(const TensorRule& rule, const TensorSpec& spec) {
  return rule.layout == Layout::linear && spec.name.ends_with(".weight");
}

// The axes that the stored tensor has to have.
std::vector<std::int64_t> wanted_axes(const TensorRule& rule, const TensorSpec& spec) {
  const auto [rows, cols] = spec.shape;
  if (is_turned(rule, spec)) return {std::int64_t{cols} * rule.parts, rows};
  if (is_distances(rule)) return {distance_rows, rows};
  if (is_patches(rule, spec)) return {cols, 3, side_of_patch(spec), side_of_patch(spec)};
  if (rows == 1) return {std::int64_t{cols} * rule.parts};
  return {rows + rule.skipped, std::int64_t{cols} * rule.parts};
}

// The stored numbers, where they lie if they can be lent, else read into `room`.
ConstView stored_numbers(const ForeignTensors::Found& found, Shape shape, std::vector<float>& room) {
  if (const float* lent = found.file->lent(*found.entry)) return {lent, shape};
  room.resize(found.entry->count);
  found.file->read(*found.entry, room.data());
  return {room.data(), shape};
}

// What lies in the file as we have it is lent; all else is read, turned and cut into its place.
void fill(const Source& source, const ForeignTensors::Found& found, Weights& weights, std::size_t i) {
  const TensorRule& rule = *source.rule;
  const TensorSpec& spec = weights.spec(i);
  if (rule.layout == Layout::zeros) {
    weights.tensor(i).setZero();
    return;
  }
  const auto [rows, cols] = spec.shape;
  const bool turned = is_turned(rule, spec), patches = is_patches(rule, spec);
  if (is_distances(rule)) {
    std::vector<float> all;
    const ConstView stored = stored_numbers(found, {distance_rows, rows}, all);
    const int reach = (cols - 1) / 2;
    for (int col = 0; col < cols; ++col) {
      const int row = row_of_distance(col - reach, rule.layout == Layout::distances_both);
      for (int head = 0; head < rows; ++head) weights.tensor(i)(head, col) = stored(row, head);
    }
    return;
  }
  if (rule.layout == Layout::norm_from_one) {
    found.file->read(*found.entry, weights.tensor(i).data());
    weights.tensor(i).array() += 1.0F;
    return;
  }
  if (rule.parts == 1 && !turned && !patches) {
    const float* const lent = found.file->lent(*found.entry);
    const std::ptrdiff_t skipped = std::ptrdiff_t{rule.skipped} * cols;
    if (lent != nullptr) return weights.lend(i, lent + skipped, found.mapping);
    if (skipped == 0) return found.file->read(*found.entry, weights.tensor(i).data());
    std::vector<float> all;
    weights.tensor(i) = stored_numbers(found, {rows + rule.skipped, cols}, all).map().bottomRows(rows);
    return;
  }
  std::vector<float> room;
  Matrix& into = weights.tensor(i);
  if (patches) {
    const ConstView stored = stored_numbers(found, {cols, rows}, room);
    const int pixels = rows / 3;
    for (int out = 0; out < cols; ++out) {
      for (int colour = 0; colour < 3; ++colour) {
        for (int pixel = 0; pixel < pixels; ++pixel)
          into(3 * pixel + colour, out) = stored(out, colour * pixels + pixel);
      }
    }
  } else {
    const ConstView all = turned ? stored_numbers(found, {cols * rule.parts, rows}, room)
                                 : stored_numbers(found, {rows, cols * rule.parts}, room);
    const int blocks = rule.by_head ? spec.heads : 1, wide = cols / blocks;
    for (int block = 0; block < blocks; ++block) {
      const int from = (block * rule.parts + rule.part) * wide;
      auto own = into.middleCols(block * wide, wide);
      if (turned) {
        own = all.map().middleRows(from, wide).transpose();
      } else {
        own = all.map().middleCols(from, wide);
      }
    }
  }
  // What was copied need not be in memory twice.
  if (const float* const lent = found.file->lent(*found.entry))
    found.mapping->let_go(
        {reinterpret_cast<const char*>(lent), static_cast<std::size_t>(found.entry->count) * sizeof(float)});
}

// All tensors, side by side: in large models each of them takes milliseconds.
void fill_all(const std::vector<Source>& sources, const std::vector<ForeignTensors::Found>& found,
              Weights& weights, const Loading& loading) {
  const bool mapped = std::all_of(found.begin(), found.end(), [](const ForeignTensors::Found& each) {
    return each.file == nullptr || each.mapping != nullptr;
  });
  const int workers = mapped ? core_count() : 1;
  std::atomic<bool> stopped = false;
  std::vector<std::exception_ptr> failed(weights.count());
  const auto all = static_cast<float>(std::max<std::int64_t>(1, weights.parameters()));
  std::atomic<std::int64_t> filled = 0;
  in_parallel(workers, [&](int worker) {
    for (auto i = static_cast<std::size_t>(worker); i < weights.count() && !stopped;
         i += static_cast<std::size_t>(workers)) {
      try {
        // Told on the thread that asked for the weights, which has its own share of them.
        if (worker == 0 && loading && !loading(static_cast<float>(filled) / all)) throw LoadingCancelled();
        fill(sources[i], found[i], weights, i);
        if (found[i].file != nullptr)
          folder::require_numbers(found[i].file->path(), sources[i].name,
                                  view(std::as_const(weights).tensor(i)));
        filled += weights.spec(i).shape.size();
      } catch (...) {
        failed[i] = std::current_exception();
        stopped = true;
      }
    }
  });
  for (const std::exception_ptr& each : failed) {
    if (each != nullptr) std::rethrow_exception(each);
  }
}

// Whether a tensor of a file may be left out: it is no weight, or of a part that gives no answer here.
bool is_ignored(const ForeignFamily& family, const std::string& name, const HeaderEntry& entry) {
  const auto ends = [&](std::string_view end) { return name.ends_with(end); };
  // Where a layer's own bias is called so, it has one axis.
  const bool buffer = std::any_of(buffers.begin(), buffers.end(), ends) &&
                      ((!ends(".attn.bias") && !ends(".attention.bias")) || entry.shape.size() == 4);
  return buffer || std::any_of(family.ignored.begin(), family.ignored.end(),
                               [&](std::string_view begin) { return name.starts_with(begin); });
}

void require_same(const ForeignTensors& tensors, const std::string& name, const std::string& other) {
  const auto a = tensors.find(name), b = tensors.find(other);
  std::vector<float> first(a.entry->count), second(b.entry->count);
  a.file->read(*a.entry, first.data());
  b.file->read(*b.entry, second.data());
  if (first == second) return;
  throw FormatError(
      tensors.path(),
      "\"" + other + "\" and \"" + name + "\" differ, though config.json says they are the same",
      "set \"tie_word_embeddings\" to false, or use the weights that belong to config.json");
}

}  // namespace

void refuse_known_folder(const fs::path& folder) {
  refuse_those(instead, folder);
  refuse_those(without_config, folder);
}

std::vector<fs::path> foreign_weights_files(const fs::path& folder) {
  if (names_model_file(folder)) return {folder};
  const WeightsFiles& own = files_of(folder);
  if (!fs::exists(folder / own.index)) {
    const std::vector<fs::path> others =
        fs::exists(folder / own.single) ? std::vector<fs::path>{} : other_torch_files(folder);
    return {others.size() == 1 ? others.front() : folder / own.single};
  }
  std::set<std::string> names{own.index};
  for (const auto& [tensor, file] : shards_of(folder / own.index)) names.insert(file);
  std::vector<fs::path> files;
  for (const std::string& name : names) files.push_back(folder / name);
  return files;
}

Weights foreign_weights(const fs::path& folder, const ForeignFamily& family, std::vector<TensorSpec> specs,
                        const Loading& loading) {
  const ForeignTensors tensors(folder, family);
  const std::string hint = "use the config.json that belongs to these weights";
  std::vector<Source> sources;
  std::set<std::string> used;
  for (const TensorSpec& spec : specs) used.insert(sources.emplace_back(source_of(family, spec.name)).name);

  // One tensor under several names: those that no rule asks for stand for the one that is asked for.
  std::map<std::string, std::string> found_as;
  for (const auto& [name, other] : family.same) {
    const std::string own(name), alias(other);
    if (!used.contains(own) || used.contains(alias) || !tensors.all().contains(alias)) continue;
    if (!tensors.all().contains(own) && !found_as.contains(own)) {
      found_as[own] = alias;
    } else {
      require_same(tensors, found_as.contains(own) ? found_as[own] : own, alias);
    }
  }
  std::vector<ForeignTensors::Found> found;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (sources[i].rule->layout == Layout::zeros) {
      found.emplace_back();
      continue;
    }
    const std::string& name = sources[i].name;
    const auto as = found_as.find(name);
    found.push_back(tensors.find(as == found_as.end() ? name : as->second));
    if (found.back().entry == nullptr)
      throw FormatError(tensors.path(), "has no tensor \"" + name + "\"", hint);
    const std::vector<std::int64_t> wanted = wanted_axes(*sources[i].rule, specs[i]);
    if (long_axes(found.back().entry->shape) != long_axes(wanted)) {
      std::string shape;
      for (const std::int64_t axis : wanted) shape += (shape.empty() ? "" : ", ") + std::to_string(axis);
      throw FormatError(tensors.path(), "\"" + name + "\" should have the shape [" + shape + "]", hint);
    }
  }
  for (const auto& named : tensors.all()) {
    const auto& [name, tensor] = named;
    const bool alias = std::any_of(family.same.begin(), family.same.end(),
                                   [&](const SameTensor& each) { return each.other == named.first; });
    if (!used.contains(name) && !alias && !is_ignored(family, name, *tensor.entry))
      throw FormatError(tensors.path(), "has an unknown tensor " + in_quotes(tensor.entry->name), hint);
  }
  Weights weights = Weights::unfilled(std::move(specs));
  fill_all(sources, found, weights, loading);
  return weights;
}

}  // namespace headlight
