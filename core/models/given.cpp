#include "core/models/given.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/files/arrays.h"
#include "core/files/word_lists.h"
#include "core/layers/sites.h"
#include "core/models/given_numbers.h"
#include "core/text/languages.h"
#include "core/text/say.h"
#include "core/text/tokenizers/token_texts.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::array weights_endings{".npy", ".npz", ".csv", ".tsv", ".txt", ".safetensors", ".json"};
constexpr std::string_view between_files = " + ";
constexpr std::string_view transposed_mark = " (transposed)";

// Of layers, and of heads in each.
constexpr std::int64_t most_heads = 1024;
constexpr std::int64_t most_tokens = 1 << 16;

std::string small_ending(const fs::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending;
}

// What a name says: the files, the weights first, and whether rows and columns change places. Words lie
// beside the weights unless said otherwise.
struct Named {
  std::vector<fs::path> files;
  bool transposed = false;
};

Named named(const fs::path& name) {
  std::error_code ignored;
  std::string all = name.string();
  if (fs::exists(name, ignored)) return {{name}};
  const bool transposed = all.ends_with(transposed_mark);
  if (transposed) all.resize(all.size() - transposed_mark.size());
  if (fs::exists(all, ignored)) return {{all}, transposed};
  std::vector<fs::path> files;
  for (std::size_t at = 0; at <= all.size();) {
    const std::size_t end = std::min(all.find(between_files, at), all.size());
    const fs::path file = all.substr(at, end - at);
    files.push_back(files.empty() ? file : files.front().parent_path() / file);
    at = end + between_files.size();
  }
  return {std::move(files), transposed};
}

// Words that lie beside weights under their name.
std::vector<fs::path> beside(const fs::path& weights) {
  const std::string stem = (weights.parent_path() / weights.stem()).string();
  return {stem + ".tokens.txt", stem + ".tokens.json"};
}

// "1 word", "2 words"
std::string counted(std::int64_t count, const char* one) {
  return thousands(count) + " " + one + (count == 1 ? "" : "s");
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
    constexpr std::array<std::string_view, 6> names{"weights",           "attentions", "attention",
                                                    "attention_weights", "attn",       "attn_weights"};
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  // A name with # for its first number or its last one, and that number: "blocks.3.attn.hook_pattern".
  static std::optional<std::pair<std::string, int>> numbered(const std::string& name, bool last) {
    constexpr const char* digits = "0123456789";
    std::size_t begin = last ? name.find_last_of(digits) : name.find_first_of(digits);
    if (begin == std::string::npos) return std::nullopt;
    if (last) begin = name.find_last_not_of(digits, begin) + 1;  // behind npos: 0
    const std::size_t end = std::min(name.find_first_not_of(digits, begin), name.size());
    if (end - begin > 6) return std::nullopt;
    return std::pair(name.substr(0, begin) + "#" + name.substr(end),
                     std::stoi(name.substr(begin, end - begin)));
  }

  // Whether the names are alike but for a number; then the arrays stand in its order.
  static bool put_in_order(std::vector<NumberArray*>& arrays, bool last) {
    std::map<int, NumberArray*> placed;
    std::optional<std::string> stem;
    for (NumberArray* const each : arrays) {
      const auto name = numbered(each->name, last);
      if (!name || (stem && name->first != *stem) || !placed.emplace(name->second, each).second) return false;
      stem = name->first;
    }
    arrays.clear();
    for (const auto& [number, each] : placed) arrays.push_back(each);
    return true;
  }

  std::vector<NumberArray*> in_order(std::vector<NumberArray*> arrays) const {
    if (put_in_order(arrays, true) || put_in_order(arrays, false)) return arrays;
    std::string names;
    for (const NumberArray* const each : arrays) names += (names.empty() ? "" : ", ") + each->name;
    throw FormatError(file_, "has several arrays (" + shortened(names) + "), none called \"weights\"",
                      "name them by their layers, layer_0, layer_1 ..., or save only one");
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
      if (shape[batch] != 1) wrong("several texts in a batch; keep only one");
      shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(batch));
    }
    if (shape.size() > 4 || (layer && shape.size() > 3)) wrong("too many axes");
    while (shape.size() < 4) shape.insert(shape.begin(), 1);
    for (const std::int64_t axis : shape) {
      if (axis == 0) wrong("it is empty");
    }
    if (shape[0] > most_heads || shape[1] > most_heads || shape[2] > most_tokens || shape[3] > most_tokens)
      wrong("more layers, heads or tokens than can be shown");
    const auto rows = static_cast<int>(shape[2]), columns = static_cast<int>(shape[3]);
    if (!parts.layers.empty() && (rows != parts.rows || columns != parts.columns))
      wrong(say("the layer before has another one, [{rows}, {columns}] for each head",
                {{"rows", std::to_string(parts.rows)}, {"columns", std::to_string(parts.columns)}}));
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
    throw AccessError(files.front(), "has more than two word files",
                      "name one, or one for the rows and one for the columns");
  if (files.size() > 1)
    return {read_word_list(files[1]), read_word_list(files.back()), files[1], files.back()};
  for (const fs::path& file : beside(files.front())) {
    std::error_code ignored;
    if (!fs::exists(file, ignored)) continue;
    const std::vector<std::string> words = read_word_list(file);
    return {words, words, file, file};
  }
  return words_in_file(files.front(), texts);
}

void require_count(const fs::path& from, std::size_t words, int count, const char* what) {
  if (words == static_cast<std::size_t>(count)) return;
  throw FormatError(from,
                    "has " + counted(static_cast<std::int64_t>(words), "word") + ", but the weights have " +
                        std::to_string(count) + " " + what,
                    std::string("give a word for each") +
                        (words < static_cast<std::size_t>(count)
                             ? ""
                             : "; a word that contains a line break counts as two, so write a JSON list"));
}

bool have_counts(const BothWords& both, int rows, int columns) {
  return both.rows.size() == static_cast<std::size_t>(rows) &&
         both.columns.size() == static_cast<std::size_t>(columns);
}

// What nobody can read is refused before it is laid out.
void require_short(const fs::path& from, const std::vector<std::string>& words) {
  constexpr std::size_t longest = 1000;  // bytes
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() > longest)
      throw FormatError(from,
                        "has a word of " + thousands(static_cast<std::int64_t>(words[i].size())) +
                            " bytes, number " + std::to_string(i + 1),
                        "give words of at most " + thousands(longest) + " bytes");
  }
}

BothWords checked(BothWords both, const Parts& parts, const fs::path& file) {
  require_short(both.rows_from, both.rows);
  require_short(both.columns_from, both.columns);
  if (both.rows.empty() && both.columns.empty())
    return {numbered_tokens(parts.rows), numbered_tokens(parts.columns), file, file};
  if (parts.rows != parts.columns && both.rows == both.columns)
    throw FormatError(both.rows_from,
                      "has one list of words, but the weights have " + std::to_string(parts.rows) +
                          " rows and " + std::to_string(parts.columns) + " columns",
                      "give words for the rows and for the columns");
  if (parts.rows != parts.columns && have_counts(both, parts.columns, parts.rows))
    throw TurnedWords(both.rows_from,
                      "fits only the other way round, with " + both.columns_from.filename().string() +
                          ": they have " + std::to_string(both.rows.size()) + " and " +
                          std::to_string(both.columns.size()) + " words, but the weights have " +
                          std::to_string(parts.rows) + " rows and " + std::to_string(parts.columns) +
                          " columns",
                      "give --transpose if the file's rows are the words looked at; otherwise name the word "
                      "files in the other order");
  require_count(both.rows_from, both.rows.size(), parts.rows, "rows");
  require_count(both.columns_from, both.columns.size(), parts.columns, "columns");
  return both;
}

// One query and many keys, and words for the keys alone or none: what a model that writes with a cache gives
// for each step, the self-attention of the last place. Its row stands at that place.
bool is_cached_step(const BothWords& words, const Parts& parts) {
  if (parts.rows != 1 || parts.columns < 2) return false;
  return words.rows == words.columns &&
         (words.columns.empty() || have_counts(words, parts.columns, parts.columns));
}

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
  const fs::path first = named(name).files.front();
  return std::find(weights_endings.begin(), weights_endings.end(), small_ending(first)) !=
         weights_endings.end();
}

std::string given_endings() {
  std::string all;
  for (const char* const ending : weights_endings) all += (all.empty() ? "" : ", ") + std::string(ending);
  return all;
}

std::string given_name(const fs::path& weights, const std::vector<std::string>& words, bool transposed) {
  std::string name = weights.string();
  for (const std::string& each : words) {
    const fs::path file = fs::absolute(each).lexically_normal();
    const bool near = file.parent_path() == fs::absolute(weights).lexically_normal().parent_path();
    name += std::string(between_files) + (near ? file.filename() : file).string();
  }
  if (transposed) name += transposed_mark;
  return name;
}

bool is_transposed(const fs::path& name) { return named(name).transposed; }

std::string transposed_name(const std::string& name) {
  if (is_transposed(name)) return name.substr(0, name.size() - transposed_mark.size());
  return name + std::string(transposed_mark);
}

std::vector<fs::path> given_files(const fs::path& name) {
  std::vector<fs::path> files = named(name).files;
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
  const auto [files, transposed] = named(name);
  const fs::path& file = files.front();
  ArrayFile read = read_arrays(file);
  Parts parts = parts_of(file, Chosen(file, read.numbers).arrays());
  const Shape stored{parts.rows, parts.columns};
  if (transposed) std::swap(parts.rows, parts.columns);
  BothWords words = words_of(files, read.texts);
  const bool step = is_cached_step(words, parts);
  if (step) parts.rows = parts.columns;
  words = checked(std::move(words), parts, file);

  GivenFile given;
  GivenConfig& config = given.config;
  const bool itself = parts.rows == parts.columns && words.rows == words.columns;
  config.attention = itself ? Attention::encoder : Attention::cross;
  for (const LayerPart& layer : parts.layers) config.heads.push_back(layer.heads);
  config.rows = std::move(words.rows);
  config.columns = std::move(words.columns);
  given.weights = Weights::zeros(specs_of(config));
  GivenNumbers numbers;
  std::size_t number = 0;
  for (const LayerPart& layer : parts.layers) {
    const float* from = layer.array->values.data() + layer.begin;
    for (int h = 0; h < layer.heads; ++h, from += stored.size()) {
      Matrix& head = given.weights.tensor(number++);
      const ConstView all{from, stored};
      if (step) {
        head.setConstant(-std::numeric_limits<float>::infinity());
        head.bottomRows(1) = all.map();
      } else if (transposed) {
        head = all.map().transpose();
      } else {
        head = all.map();
      }
      numbers.add(all);
    }
    // An array whose last layer was taken is not needed any more.
    if (layer.begin + static_cast<std::size_t>(layer.heads) * static_cast<std::size_t>(stored.size()) ==
        layer.array->values.size())
      layer.array->values = {};
  }
  const int first_row = step ? parts.rows - 1 : 0;
  for (std::size_t i = 0; i < given.weights.count(); ++i)
    numbers.survey(view(std::as_const(given.weights).tensor(i)).rows(first_row, parts.rows - first_row));
  if (numbers.none())
    throw FormatError(file, "has no numbers: every cell is NaN or null", "check what was saved");
  config.about = numbers.about();
  const bool heads_last =
      config.about.columns_add_up && !transposed && stored.rows != stored.cols &&
      std::all_of(config.heads.begin(), config.heads.end(), [&](int heads) { return heads == stored.rows; });
  if (heads_last) {
    config.about.columns_add_up = false;
    config.about.says =
        "No row adds up to 1: the heads seem to come last, [tokens, tokens, heads]. Save "
        "numpy.moveaxis(x, -1, -3).";
  }
  config.about.file = file.filename().string();
  config.about.first_row = first_row;
  config.about.transposed = transposed;
  config.about.says = paragraph(
      {config.about.says,
       step ? say("There is one row, for the last word: a model that writes with a cache computes only that.")
            : "",
       transposed ? say("Rows and columns were swapped (transposed).") : ""});
  const bool alike = std::all_of(config.heads.begin(), config.heads.end(),
                                 [&](int heads) { return heads == config.heads.front(); });
  const int all = std::accumulate(config.heads.begin(), config.heads.end(), 0);
  const int heads = alike ? config.heads.front() : all;
  config.about.has =
      joined({say(several(config.layers(), "{n} layer", "{n} layers"), {{"n", thousands(config.layers())}}),
              say(alike && config.layers() > 1 ? several(heads, "{n} head in each", "{n} heads in each")
                                               : several(heads, "{n} head", "{n} heads"),
                  {{"n", thousands(heads)}}),
              thousands(parts.rows - first_row) + " × " + thousands(parts.columns)});
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
    throw AccessError(file, "are words without weights next to them",
                      "open " + fs::path(stem).filename().string() + ".npy, which they belong to, with them");
  }
  return file;
}

bool holds_given_json(const fs::path& file) {
  std::ifstream in = open_file_to_read(file);
  std::string begin(4096, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  const std::string_view text = trimmed(begin);
  if (text.starts_with('[')) return true;
  for (const char* const name : {"\"weights\"", "\"attentions\"", "\"attention\"", "\"attention_weights\"",
                                 "\"attn\"", "\"attn_weights\""}) {
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
    return Vocabulary(numbered_tokens(static_cast<int>(words.size())), texts_of_tokens(words));
  }

  NormalizedText normalize(std::string_view typed) const override {
    if (trimmed(typed) != trimmed(text_))
      throw std::invalid_argument(
          "these weights come with their own words, so a sentence cannot be typed; leave it out");
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
  throw std::invalid_argument("weights from a file are not a model that can be made");
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

WordsFile words_file_of(const GivenConfig& config) {
  const bool crosses = info(config.attention).crosses();
  return {GivenWords::vocabulary_of(config.columns),
          crosses ? GivenWords::vocabulary_of(config.rows) : Vocabulary()};
}

}  // namespace headlight
