#include "core/models/given.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/files/arrays.h"
#include "core/files/whole_file.h"
#include "core/layers/sites.h"
#include "core/platform/portable.h"
#include "core/text/languages.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::array weights_endings{".npy", ".npz", ".csv", ".tsv", ".txt", ".safetensors", ".json"};
constexpr std::string_view between_files = " + ";

// Of layers, and of heads in each.
constexpr std::int64_t most_heads = 1024;
constexpr std::int64_t most_tokens = 1 << 16;

std::string small_ending(const fs::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending;
}

// The files that a name says, the weights first. Words lie beside them unless said otherwise.
std::vector<fs::path> named_files(const fs::path& name) {
  std::error_code ignored;
  const std::string all = name.string();
  if (fs::exists(name, ignored)) return {name};
  std::vector<fs::path> files;
  for (std::size_t at = 0; at <= all.size();) {
    const std::size_t end = std::min(all.find(between_files, at), all.size());
    const fs::path file = all.substr(at, end - at);
    files.push_back(files.empty() ? file : files.front().parent_path() / file);
    at = end + between_files.size();
  }
  return files;
}

// Words that lie beside weights under their name.
std::vector<fs::path> beside(const fs::path& weights) {
  const std::string stem = (weights.parent_path() / weights.stem()).string();
  return {stem + ".tokens.txt", stem + ".tokens.json"};
}

// Of one file: a word a line, all of them on one line, or a list in JSON.
std::vector<std::string> read_tokens(const fs::path& file) {
  const std::string text = valid_utf8(read_text(file));
  const std::string_view begin = trimmed(text);
  std::vector<std::string> words;
  if (begin.starts_with('[')) {
    ArrayFile lists;
    try {
      read_json_arrays(text, lists);
    } catch (const std::invalid_argument& error) {
      throw FormatError(file, error.what());
    }
    if (lists.texts.size() == 1) return lists.texts.front().texts;
    throw FormatError(file, "is no list of words", "write [\"The\", \"cat\"], or a word a line");
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.pop_back();
    words.push_back(std::move(line));
    at = end + 1;
  }
  while (!words.empty() && trimmed(words.back()).empty()) words.pop_back();
  if (words.size() != 1) return words;
  const std::string line = std::exchange(words, {}).front();
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != std::string::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

// "1 word", "2 words"
std::string counted(std::int64_t count, const char* one) {
  return thousands(count) + " " + one + (count == 1 ? "" : "s");
}

// Three digits, with a real minus.
std::string number_text(double value) {
  std::array<char, 32> digits{};
  const auto end =
      portable::to_chars(digits.begin(), digits.end(), std::fabs(value), std::chars_format::general, 3).ptr;
  return (value < 0 ? "−" : "") + std::string(digits.begin(), end);
}

std::string text_of(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t axis : shape) text += (text.empty() ? "[" : ", ") + std::to_string(axis);
  return text + "]";
}

const char* const shape_hint =
    "save [tokens, tokens], [heads, tokens, tokens] or [layers, heads, tokens, tokens]";

// Which arrays of a file are the weights, in the order of the layers.
class Chosen {
 public:
  Chosen(const fs::path& file, std::vector<NumberArray>& all) : file_(file) {
    std::vector<NumberArray*> matrices;
    for (NumberArray& each : all) {
      if (each.shape.size() >= 2) matrices.push_back(&each);
    }
    if (matrices.empty())
      throw FormatError(file, all.empty() ? "has no numbers" : "has no matrix, only lists of numbers",
                        shape_hint);
    for (NumberArray* const each : matrices) {
      if (is_weights(each->name)) arrays_ = {each};
    }
    if (arrays_.empty()) arrays_ = matrices.size() == 1 ? matrices : in_order(matrices);
  }

  const std::vector<NumberArray*>& arrays() const { return arrays_; }

 private:
  static bool is_weights(std::string_view name) {
    constexpr std::array<std::string_view, 5> names{"weights", "attentions", "attention", "attention_weights",
                                                    "attn"};
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  // "arr_12": 12, of "arr_".
  static std::optional<std::pair<std::string, int>> numbered(const std::string& name) {
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;  // behind npos: 0
    if (digits == name.size() || name.size() - digits > 6) return std::nullopt;
    return std::pair(name.substr(0, digits), std::stoi(name.substr(digits)));
  }

  std::vector<NumberArray*> in_order(std::vector<NumberArray*> arrays) const {
    std::string names;
    std::optional<std::string> stem;
    bool alike = true;
    for (const NumberArray* const each : arrays) {
      const auto name = numbered(each->name);
      alike = alike && name && (!stem || name->first == *stem);
      if (name) stem = name->first;
      names += (names.empty() ? "" : ", ") + each->name;
    }
    if (!alike)
      throw FormatError(file_, "has several arrays (" + shortened(names) + "), none called \"weights\"",
                        "call them by their layers, layer_0, layer_1 ..., or save one");
    std::sort(arrays.begin(), arrays.end(), [](const NumberArray* a, const NumberArray* b) {
      return numbered(a->name)->second < numbered(b->name)->second;
    });
    return arrays;
  }

  const fs::path& file_;
  std::vector<NumberArray*> arrays_;
};

// Heads of one layer, and where they begin among the numbers.
struct LayerPart {
  NumberArray* array = nullptr;
  std::size_t begin = 0;
  int heads = 1;
};

struct Parts {
  std::vector<LayerPart> layers;
  int rows = 0, columns = 0;
};

Parts parts_of(const fs::path& file, const std::vector<NumberArray*>& arrays) {
  Parts parts;
  for (NumberArray* const array : arrays) {
    std::vector<std::int64_t> shape = array->shape;
    const std::string said = text_of(shape);
    const std::size_t axes = shape.size();
    const bool layer = arrays.size() > 1;
    const auto wrong = [&](const std::string& what) {
      throw FormatError(file, "has the shape " + said + ": " + what, shape_hint);
    };
    // A batch of one stands before the heads.
    const std::size_t batch = axes == 5 ? 1 : axes == 4 && layer ? 0 : axes;
    if (batch < axes) {
      if (shape[batch] != 1) wrong("several texts in a batch; save those of one");
      shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(batch));
    }
    if (shape.size() > 4 || (layer && shape.size() > 3)) wrong("too many axes");
    while (shape.size() < 4) shape.insert(shape.begin(), 1);
    for (const std::int64_t axis : shape) {
      if (axis == 0) wrong("nothing in it");
    }
    if (shape[0] > most_heads || shape[1] > most_heads || shape[2] > most_tokens || shape[3] > most_tokens)
      wrong("more layers, heads or tokens than can be shown");
    const auto rows = static_cast<int>(shape[2]), columns = static_cast<int>(shape[3]);
    if (!parts.layers.empty() && (rows != parts.rows || columns != parts.columns))
      wrong("another one than the layer before has, [" + std::to_string(parts.rows) + ", " +
            std::to_string(parts.columns) + "] for each head");
    parts.rows = rows;
    parts.columns = columns;
    const auto of_layer = static_cast<std::size_t>(shape[1] * shape[2] * shape[3]);
    for (std::int64_t l = 0; l < shape[0]; ++l)
      parts.layers.push_back({array, static_cast<std::size_t>(l) * of_layer, static_cast<int>(shape[1])});
    if (std::ssize(parts.layers) > most_heads) wrong("more layers than can be shown");
  }
  return parts;
}

std::vector<std::string> numbered_tokens(int count) {
  std::vector<std::string> words;
  for (int place = 0; place < count; ++place) words.push_back(std::to_string(place));
  return words;
}

// Words of rows and of columns; empty where nobody says any.
struct BothWords {
  std::vector<std::string> rows, columns;
  fs::path rows_from, columns_from;
};

BothWords words_in_file(const fs::path& file, std::vector<TextArray>& texts) {
  BothWords both{{}, {}, file, file};
  for (TextArray& each : texts) {
    const std::string_view name = each.name;
    if (name == "rows" || name == "queries") {
      both.rows = std::move(each.texts);
    } else if (name == "columns" || name == "keys") {
      both.columns = std::move(each.texts);
    } else if (both.rows.empty() && both.columns.empty()) {
      both.rows = both.columns = std::move(each.texts);
    }
  }
  if (both.rows.empty()) both.rows = both.columns;
  if (both.columns.empty()) both.columns = both.rows;
  return both;
}

BothWords words_of(const std::vector<fs::path>& files, std::vector<TextArray>& texts) {
  if (files.size() > 3)
    throw AccessError(files.front(), "has more than two files of words",
                      "name one, or one for the rows and one for the columns");
  if (files.size() > 1) return {read_tokens(files[1]), read_tokens(files.back()), files[1], files.back()};
  for (const fs::path& file : beside(files.front())) {
    std::error_code ignored;
    if (!fs::exists(file, ignored)) continue;
    const std::vector<std::string> words = read_tokens(file);
    return {words, words, file, file};
  }
  return words_in_file(files.front(), texts);
}

void require_count(const fs::path& from, std::size_t words, int count, const char* what) {
  if (words == static_cast<std::size_t>(count)) return;
  throw FormatError(from,
                    "has " + counted(static_cast<std::int64_t>(words), "word") + ", and the weights " +
                        std::to_string(count) + " " + what,
                    "give a word for each");
}

BothWords checked(BothWords both, const Parts& parts, const fs::path& file) {
  if (both.rows.empty() && both.columns.empty())
    return {numbered_tokens(parts.rows), numbered_tokens(parts.columns), file, file};
  if (parts.rows != parts.columns && both.rows == both.columns)
    throw FormatError(both.rows_from,
                      "has one list of words, and the weights have " + std::to_string(parts.rows) +
                          " rows and " + std::to_string(parts.columns) + " columns",
                      "give words for the rows and words for the columns");
  require_count(both.rows_from, both.rows.size(), parts.rows, "rows");
  require_count(both.columns_from, both.columns.size(), parts.columns, "columns");
  return both;
}

// What all numbers have in common, and what a person should know of them.
class Survey {
 public:
  void add(const Matrix& head) {
    for (Eigen::Index row = 0; row < head.rows(); ++row) {
      double sum = 0;
      bool numbers = true;
      for (Eigen::Index column = 0; column < head.cols(); ++column) {
        const float value = head(row, column);
        if (value == -std::numeric_limits<float>::infinity()) {
          ++masked_;
        } else if (std::isfinite(value)) {
          low_ = std::min(low_, value);
          high_ = std::max(high_, value);
          sum += static_cast<double>(value);
        } else {
          ++(std::isnan(value) ? nan_ : infinite_);
          numbers = false;
        }
      }
      ++rows_;
      if (!numbers) continue;
      if (std::fabs(sum - 1) > tolerance) ++other_sums_;
      least_ = std::min(least_, sum);
      most_ = std::max(most_, sum);
    }
  }

  GivenWeights about() const {
    GivenWeights about;
    if (low_ <= high_) {
      about.low = low_;
      about.high = high_;
    }
    about.add_up = other_sums_ == 0 && least_ <= most_;
    const auto say = [&](const std::string& what) { about.says += (about.says.empty() ? "" : " ") + what; };
    if (about.add_up) {
      say(nan_ + infinite_ == 0 ? "Every row adds up to 1." : "Every row of numbers adds up to 1.");
    } else if (least_ <= most_) {
      say((other_sums_ == rows_ ? "No row adds up to 1"
                                : counted(other_sums_, "row") + " of " + thousands(rows_) +
                                      (other_sums_ == 1 ? " does" : " do") + " not add up to 1") +
          (number_text(least_) == number_text(most_)
               ? ": the sum is " + number_text(least_) + "."
               : ": sums go from " + number_text(least_) + " to " + number_text(most_) + "."));
    }
    if (!about.are_shares())
      say("Numbers go from " + number_text(static_cast<double>(low_)) + " to " +
          number_text(static_cast<double>(high_)) + ".");
    const auto cells = [&](std::int64_t count, const char* what) {
      if (count > 0) say(counted(count, "cell") + (count == 1 ? " is " : " are ") + what);
    };
    cells(nan_, "not a number (NaN).");
    cells(infinite_, "infinite.");
    cells(masked_, "masked (minus infinity).");
    return about;
  }

 private:
  static constexpr double tolerance = 0.005;  // what bfloat16 leaves of a sum

  float low_ = std::numeric_limits<float>::infinity(), high_ = -std::numeric_limits<float>::infinity();
  double least_ = std::numeric_limits<double>::infinity(), most_ = -std::numeric_limits<double>::infinity();
  std::int64_t rows_ = 0, other_sums_ = 0, nan_ = 0, infinite_ = 0, masked_ = 0;
};

std::string path_of(const GivenConfig& config, int layer, int head) {
  return info(config.attention).path(layer, head, "weights");
}

Label label_of(const GivenConfig& config, int layer, int head) {
  const AttentionInfo& about = info(config.attention);
  const std::string path = path_of(config, layer, head);
  return Block{Family::head, path.substr(0, path.rfind('.')), about.asks, about.asked}["weights"];
}

std::vector<TensorSpec> specs_of(const GivenConfig& config) {
  const Shape shape{static_cast<int>(config.rows.size()), static_cast<int>(config.columns.size())};
  std::vector<TensorSpec> specs;
  for (int l = 0; l < config.layers(); ++l) {
    for (int h = 0; h < config.heads[l]; ++h)
      specs.push_back({path_of(config, l, h), shape, TensorSpec::Start::zeros});
  }
  return specs;
}

}  // namespace

bool names_given(const fs::path& name) {
  const fs::path first = named_files(name).front();
  return std::find(weights_endings.begin(), weights_endings.end(), small_ending(first)) !=
         weights_endings.end();
}

std::string given_endings() {
  std::string all;
  for (const char* const ending : weights_endings) all += (all.empty() ? "" : ", ") + std::string(ending);
  return all;
}

std::string given_name(const fs::path& weights, const std::vector<std::string>& words) {
  std::string name = weights.string();
  for (const std::string& each : words) {
    const fs::path file = fs::absolute(each).lexically_normal();
    const bool near = file.parent_path() == fs::absolute(weights).lexically_normal().parent_path();
    name += std::string(between_files) + (near ? file.filename() : file).string();
  }
  return name;
}

std::vector<fs::path> given_files(const fs::path& name) {
  std::vector<fs::path> files = named_files(name);
  if (files.size() == 1) {
    for (fs::path& file : beside(files.front())) files.push_back(std::move(file));
  }
  return files;
}

std::vector<std::string> word_files(const fs::path& name) {
  std::vector<std::string> there;
  const std::vector<fs::path> files = given_files(name);
  for (auto file = files.begin() + 1; file != files.end(); ++file) {
    std::error_code ignored;
    if (fs::exists(*file, ignored)) there.push_back(file->string());
  }
  return there;
}

std::vector<fs::path> files_instead(const fs::path& name) {
  std::error_code ignored;
  if (!names_given(name) || fs::is_directory(name, ignored)) return {};
  return given_files(name);
}

GivenFile read_given(const fs::path& name) {
  const std::vector<fs::path> files = named_files(name);
  const fs::path& file = files.front();
  ArrayFile read = read_arrays(file);
  const std::vector<NumberArray*> arrays = Chosen(file, read.numbers).arrays();
  const Parts parts = parts_of(file, arrays);
  BothWords words = checked(words_of(files, read.texts), parts, file);

  GivenFile given;
  GivenConfig& config = given.config;
  const bool itself = parts.rows == parts.columns && words.rows == words.columns;
  config.attention = itself ? Attention::encoder : Attention::cross;
  for (const LayerPart& layer : parts.layers) config.heads.push_back(layer.heads);
  config.rows = std::move(words.rows);
  config.columns = std::move(words.columns);
  given.weights = Weights::zeros(specs_of(config));
  Survey survey;
  std::size_t number = 0;
  for (const LayerPart& layer : parts.layers) {
    const float* from = layer.array->values.data() + layer.begin;
    for (int h = 0; h < layer.heads; ++h) {
      Matrix& head = given.weights.tensor(number++);
      std::copy_n(from, head.size(), head.data());
      from += head.size();
      survey.add(head);
    }
    // An array whose last layer was taken is not needed any more.
    if (layer.begin + static_cast<std::size_t>(layer.heads) * static_cast<std::size_t>(parts.rows) *
                          static_cast<std::size_t>(parts.columns) ==
        layer.array->values.size())
      layer.array->values = {};
  }
  config.about = survey.about();
  config.about.file = file.filename().string();
  const bool alike = std::all_of(config.heads.begin(), config.heads.end(),
                                 [&](int heads) { return heads == config.heads.front(); });
  const int all = std::accumulate(config.heads.begin(), config.heads.end(), 0);
  config.about.has = counted(config.layers(), "layer") + ", " +
                     counted(alike ? config.heads.front() : all, "head") +
                     (alike && config.layers() > 1 ? " in each" : "") + ", " + thousands(parts.rows) + " × " +
                     thousands(parts.columns);
  return given;
}

fs::path weights_beside(const fs::path& file) {
  const std::string name = file.string();
  for (const std::string_view ending : {".tokens.txt", ".tokens.json"}) {
    if (!name.ends_with(ending)) continue;
    const std::string stem = name.substr(0, name.size() - ending.size());
    for (const char* const each : weights_endings) {
      std::error_code ignored;
      if (fs::exists(stem + each, ignored)) return stem + each;
    }
    throw AccessError(file, "are words without weights beside them",
                      "open " + fs::path(stem).filename().string() + ".npy, which they belong to, with them");
  }
  return file;
}

bool holds_given_json(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string begin(4096, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  const std::string_view text = trimmed(begin);
  if (text.starts_with('[')) return true;
  for (const char* const name :
       {"\"weights\"", "\"attentions\"", "\"attention\"", "\"attention_weights\"", "\"attn\""}) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos) continue;
    const std::size_t colon = text.find_first_not_of(" \t\r\n", at + std::string_view(name).size());
    if (colon == std::string_view::npos || text[colon] != ':') continue;
    const std::size_t value = text.find_first_not_of(" \t\r\n", colon + 1);
    if (value != std::string_view::npos && text[value] == '[') return true;
  }
  return false;
}

namespace {

// The words of the rows, or of the columns, whatever is typed: numbers beside what they are called.
class GivenWords final : public Tokenizer {
 public:
  explicit GivenWords(const std::vector<std::string>& words) : Tokenizer(vocabulary_of(words)) {
    for (const std::string& word : words) text_ += (text_.empty() ? "" : " ") + word;
    text_ = printable(text_);
    if (trimmed(text_).empty()) text_ = "(no words)";
  }

  static Vocabulary vocabulary_of(const std::vector<std::string>& words) {
    return Vocabulary(numbered_tokens(static_cast<int>(words.size())), words);
  }

  NormalizedText normalize(std::string_view typed) const override {
    if (trimmed(typed) != trimmed(text_))
      throw std::invalid_argument(
          "these weights come with words of their own, which cannot be typed; leave the sentence out");
    return {.words = vocabulary().words(), .taken = {}};
  }
  bool has_articles() const override { return false; }
  bool are_typed() const override { return false; }
  std::string own_text() const override { return text_; }

 private:
  std::string text_;
};

const GivenConfig& of(const std::any& config) { return std::any_cast<const GivenConfig&>(config); }

[[noreturn]] void only_given() {
  throw std::invalid_argument("given weights are a file of their own, not a model that can be made");
}

Anatomy anatomy_of(const GivenConfig& config) {
  Anatomy anatomy;
  const bool crosses = info(config.attention).crosses();
  // Nothing ends a layer: there is nothing but its weights.
  const std::vector<std::string> ends{"none"};
  anatomy.stacks.push_back(
      {"encoder", "Columns", Stream::source, "source", crosses ? 0 : config.layers(), ends});
  if (crosses) anatomy.stacks.push_back({"decoder", "Rows", Stream::target, "target", config.layers(), ends});
  anatomy.attentions.push_back({.id = config.attention, .heads = config.heads});
  anatomy.answer = AnswerKind::none;
  anatomy.max_tokens = static_cast<int>(std::max(config.rows.size(), config.columns.size()));
  anatomy.given = config.about;
  return anatomy;
}

Recorder recorder_of(Tape& tape, const GivenConfig& config, const Weights& weights) {
  Recorder recorder;
  recorder.read = [&tape, &config, &weights](const ModelInput&) {
    std::size_t number = 0;
    for (int l = 0; l < config.layers(); ++l) {
      for (int h = 0; h < config.heads[l]; ++h)
        tape.lent(label_of(config, l, h), view(weights.tensor(number++)));
    }
  };
  return recorder;
}

}  // namespace

const ModelFamily& given_family() {
  static const ModelFamily family{
      .name = "given",
      .about = "weights from a file",
      .config = [](const std::string&) -> std::any { only_given(); },
      .text = [](const std::any&) -> std::string { only_given(); },
      .anatomy = [](const std::any& config) { return anatomy_of(of(config)); },
      .tensors = [](const std::any& config) { return specs_of(of(config)); },
      .words =
          [](const std::any& config) {
            const GivenConfig& given = of(config);
            const bool crosses = info(given.attention).crosses();
            return WordCounts{static_cast<int>(given.columns.size()),
                              crosses ? static_cast<int>(given.rows.size()) : 0};
          },
      .usual = []() -> std::any { only_given(); },
      .words_for = [](const std::any&, const WordsFile&) -> WordsFile { only_given(); },
      .set_words = [](std::any&, const WordsFile&) { only_given(); },
      .tokenizer = [](const std::any& config, const WordsFile&) -> std::unique_ptr<const Tokenizer> {
        return std::make_unique<const GivenWords>(of(config).columns);
      },
      .ends = [](const std::any&, const WordsFile&) { return Ends{}; },
      .transformer = [](const std::any&) -> std::optional<TransformerConfig> { return std::nullopt; },
      .record = [](Tape& tape, const std::any& config, const Weights& weights,
                   const RecorderOptions&) { return recorder_of(tape, of(config), weights); }};
  return family;
}

WordsFile words_of(const GivenConfig& config) {
  const bool crosses = info(config.attention).crosses();
  return {GivenWords::vocabulary_of(config.columns),
          crosses ? GivenWords::vocabulary_of(config.rows) : Vocabulary()};
}

}  // namespace headlight
