#include "core/models/card.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/models/checkpoints.h"
#include "core/models/foreign.h"
#include "core/models/given.h"
#include "core/models/outline.h"
#include "core/platform/paths.h"
#include "core/platform/portable.h"
#include "core/text/unicode.h"

namespace headlight {

namespace fs = std::filesystem;

Spread spread_over(std::string name, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t count = values.size(), half = count / 2;
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {.name = std::move(name),
          .runs = static_cast<int>(count),
          .mean = sum / static_cast<double>(count),
          .median = count % 2 == 1 ? values.at(half) : (values.at(half - 1) + values.at(half)) / 2,
          .least = values.front(),
          .most = values.back()};
}

namespace {

// A float as few digits as name it, not as many as its double has.
double in_decimals(float value) { return std::round(static_cast<double>(value) * 1e4) / 1e4; }

}  // namespace

std::string to_json(const Card& card) {
  Json json = fields_json(card);
  if (card.certainty) {
    json["certainty"]["least"] = in_decimals(card.certainty->least);
    json["certainty"]["read"] = in_decimals(card.certainty->read);
  }
  return json.dump(2) + "\n";
}

namespace {

// ">= 0.99": what met() compares with.
std::optional<double> bound_of(const std::string& target) {
  if (!target.starts_with(">= ") && !target.starts_with("<= ")) return std::nullopt;
  double bound = 0;
  const char* const end = target.data() + target.size();
  const auto [last, error] = portable::from_chars(target.data() + 3, end, bound);
  if (error != std::errc{} || last != end || !std::isfinite(bound)) return std::nullopt;
  return bound;
}

}  // namespace

bool Measure::met() const {
  const std::optional<double> bound = bound_of(target);
  if (!bound) return true;
  return target.starts_with(">=") ? value >= *bound : value <= *bound;
}

Card card_from_json(const std::string& text) {
  return read_json(text, [](const Json& json) {
    Card card;
    Card::fields(card, TakeField{read_object(json, ""), ""});
    for (std::size_t i = 0; i < card.measures.size(); ++i) {
      const std::string& target = card.measures[i].target;
      if (target.empty() || bound_of(target)) continue;
      fail_field("measures[" + std::to_string(i) + "].target",
                 "must look like \">= 0.99\" or \"<= 20\", or be empty");
    }
    const auto check_share = [](const char* field, float share) {
      if (share < 0 || share > 1) fail_field(field, "must be from 0 to 1");
    };
    if (card.certainty) {
      check_share("certainty.least", card.certainty->least);
      check_share("certainty.read", card.certainty->read);
    }
    return card;
  });
}

Card load_card(const fs::path& folder) {
  const fs::path file = folder / "card.json";
  try {
    return card_from_json(read_text(file));
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "compare it with a shipped model's card");
  }
}

void save_card(const Card& card, const fs::path& folder) {
  replace_file(folder / "card.json", std::span<const char>(to_json(card)));
}

std::vector<std::string> shipped_models() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(assets_folder() / "models", error)) {
    if (fs::exists(entry.path() / "card.json")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

fs::path model_folder(const std::string& name_or_folder) {
  const fs::path shipped = assets_folder() / "models";
  const fs::path named = fs::path(name_or_folder).lexically_normal();
  const auto has_card = [&](const fs::path& name) {
    return name.has_filename() && name != ".." && fs::exists(shipped / name / "card.json");
  };
  const fs::path first = named.empty() ? named : *named.begin();
  if (first == name_or_folder && has_card(first)) return shipped / first;
  // One of several small models of a shipped folder: "positions/third/rotary".
  if (has_card(first) && fs::exists(shipped / named / "config.json")) return shipped / named;
  if (fs::is_directory(name_or_folder)) return last_checkpoint_or(name_or_folder);
  if (names_given(name_or_folder) || names_model_file(name_or_folder)) return name_or_folder;
  std::string known;
  for (const std::string& name : shipped_models()) known += (known.empty() ? "" : ", ") + name;
  throw std::invalid_argument("there is no model " + in_quotes(name_or_folder) + "; shipped models: " +
                              (known.empty() ? "none" : known) + "; or name a model's folder");
}

std::filesystem::path positions_model(std::string_view task, Positions kind) {
  return positions_model(task, name_of(kind));
}

std::filesystem::path positions_model(std::string_view task, std::string_view kind) {
  return assets_folder() / "models" / "positions" / task / kind;
}

namespace {

// In one file or in shards.
std::uintmax_t weights_bytes(const fs::path& folder) {
  std::error_code missing;
  std::uintmax_t bytes = 0;
  if (names_model_file(folder)) {
    bytes = fs::file_size(folder, missing);
    return missing ? 0 : bytes;
  }
  for (const auto& entry : fs::directory_iterator(folder, missing)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("model") || entry.path().extension() != ".safetensors") continue;
    std::error_code unknown;
    const std::uintmax_t own = entry.file_size(unknown);
    if (!unknown) bytes += own;
  }
  return bytes;
}

// "third/rotary" of the folder `within` is said as "third · rotary".
std::string title_within(const fs::path& folder, const fs::path& within) {
  std::string title;
  for (const fs::path& part : folder.lexically_relative(within))
    title += (title.empty() ? "" : " · ") + part.string();
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

// What else people call the shipped models.
struct OtherNames {
  std::string_view model;
  const char* names;
};
constexpr std::array other_names{
    OtherNames{"translator",
               "transformer translation translate french language machine translation encoder decoder"},
    OtherNames{"causal",
               "gpt chatgpt language model lm llm decoder-only autoregressive next word prediction text"},
    OtherNames{"seq2seq", "rnn lstm gru recurrent french translation encoder decoder bottleneck"},
    OtherNames{"seq2seq-attention", "rnn gru recurrent bahdanau additive attention french translation"},
    OtherNames{"characters", "char-rnn rnn lstm letters character language model spelling"},
    OtherNames{"characters-rnn", "char-rnn rnn elman simple vanilla letters character vanishing gradient"},
    OtherNames{"caption-rnn", "image captioning rnn cnn picture photo describe"},
    OtherNames{"caption-attention", "image captioning picture photo show attend and tell"},
    OtherNames{"caption-transformer", "image captioning picture photo transformer"},
    OtherNames{"vit", "vision transformer image classification classifier patches picture photo bert cls"},
};

constexpr std::array<std::pair<std::string_view, const char*>, 21> plain_names{{
    {"exact_translation", "translations exactly right"},
    {"exact_worst_kind", "of the hardest kind of sentence"},
    {"antecedent_accuracy", "“it” looks most at the right noun"},
    {"antecedent_weight", "its weight on that noun"},
    {"patch_effect_named_heads", "effect of the two named heads on the pronoun"},
    {"patch_effect_other_heads", "effect of all other encoder heads"},
    {"exact_short", "short sentences"},
    {"exact_long", "long sentences"},
    {"rest_after_wrong_word", "words still right after a wrong one"},
    {"exact_captions", "captions exactly right"},
    {"exact_one_object", "with one object"},
    {"exact_two_objects", "with two"},
    {"exact_three_objects", "with three"},
    {"accuracy", "answers right"},
    {"accuracy_nothing_red", "where nothing is red"},
    {"attention_in_box", "looks most at the object in question"},
    {"hidden_object_changes_answer", "answer changes when that object is hidden"},
    {"trigram_perplexity", "perplexity of a trigram model"},
    {"induction_accuracy", "lists copied right"},
    {"induction_accuracy_long", "long lists"},
    {"gradient_kept", "gradient that reaches far back"},
}};

CatalogueModel described(std::string name, const fs::path& folder, const Card& card) {
  return {.name = std::move(name),
          .title = card.title,
          .group = {},
          .origin = card.origin,
          .bytes = weights_bytes(folder),
          .data = card.data,
          .limits = card.limits,
          .measures = card.measures,
          .other_names = {}};
}

// The small models in a shipped folder that share its card.
std::vector<CatalogueModel> small_models(const std::string& name, const fs::path& folder, const Card& card) {
  std::vector<CatalogueModel> models;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    if (entry.path().filename() != "config.json") continue;
    const fs::path own = entry.path().parent_path();
    CatalogueModel model = described(name + "/" + own.lexically_relative(folder).generic_string(), own, card);
    model.title = title_within(own, folder);
    model.group = card.title;
    model.measures.clear();
    models.push_back(std::move(model));
  }
  std::sort(models.begin(), models.end(),
            [](const CatalogueModel& a, const CatalogueModel& b) { return a.name < b.name; });
  return models;
}

}  // namespace

bool is_shipped_model(const std::string& name_or_folder) {
  const fs::path shipped = fs::absolute(assets_folder() / "models").lexically_normal();
  try {
    const fs::path folder = fs::absolute(model_folder(name_or_folder)).lexically_normal();
    return std::mismatch(shipped.begin(), shipped.end(), folder.begin(), folder.end()).first == shipped.end();
  } catch (const std::invalid_argument&) {
    return false;
  }
}

std::vector<CatalogueModel> shipped_catalogue() {
  std::vector<CatalogueModel> own;
  std::vector<CatalogueModel> small;
  for (const std::string& name : shipped_models()) {
    try {
      const fs::path folder = model_folder(name);
      const OutlinePtr outline = outline_of(folder);
      const Card& card = outline->card();
      if (fs::exists(folder / "config.json")) {
        own.push_back(described(name, folder, card));
        const auto* const other = std::find_if(other_names.begin(), other_names.end(),
                                               [&](const OtherNames& each) { return each.model == name; });
        if (other != other_names.end()) own.back().other_names = other->names;
      } else {
        const std::vector<CatalogueModel> models = small_models(name, folder, card);
        small.insert(small.end(), models.begin(), models.end());
      }
    } catch (const std::exception&) {
      continue;
    }
  }
  own.insert(own.end(), small.begin(), small.end());
  return own;
}

namespace {

std::atomic<const std::vector<CatalogueModel>*> first_catalogue = nullptr;

}  // namespace

const std::vector<CatalogueModel>* catalogue_read() { return first_catalogue; }

bool read_catalogue() {
  if (first_catalogue != nullptr) return false;
  static const std::vector<CatalogueModel> read = shipped_catalogue();
  first_catalogue = &read;
  return true;
}

std::string words_of_measure(std::string name) {
  const auto* const found = std::find_if(plain_names.begin(), plain_names.end(),
                                         [&](const auto& each) { return each.first == name; });
  if (found != plain_names.end()) return found->second;
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

CatalogueModel catalogue_model(const std::string& name_or_folder) {
  const std::vector<CatalogueModel> catalogue = shipped_catalogue();
  const auto found = std::find_if(catalogue.begin(), catalogue.end(),
                                  [&](const CatalogueModel& each) { return each.name == name_or_folder; });
  if (found != catalogue.end()) return *found;
  const fs::path folder = model_folder(name_or_folder);
  CatalogueModel model{.name = name_or_folder,
                       .title = folder.filename().string(),
                       .group = {},
                       .origin = "yours",
                       .bytes = weights_bytes(folder)};
  const OutlinePtr outline = outline_of(folder);
  if (outline->has_card()) model = described(name_or_folder, folder, outline->card());
  return model;
}

}  // namespace headlight
