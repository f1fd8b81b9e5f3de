#include "app/commands/output.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "app/session/session_figure.h"
#include "core/explain/confidence.h"
#include "core/explain/sentence_vectors.h"
#include "core/files/fields.h"
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/models/trace.h"
#include "core/text/languages.h"
#include "core/text/tokenizer.h"
#include "core/text/unicode.h"

namespace headlight {

namespace fs = std::filesystem;

namespace {

// What the session is made from, and what each is.
std::vector<std::pair<fs::path, std::string>> files_read(const SessionOptions& options) {
  std::vector<std::pair<fs::path, std::string>> files;
  if (options.file) files.emplace_back(*options.file, "the session");
  if (options.lesson) files.emplace_back(*options.lesson, "the lesson");
  const fs::path model = model_folder(session_of(options).model);
  for (const fs::path& file : files_named(model)) files.emplace_back(file, "a file of the weights");
  for (const char* name : {"model.safetensors", "config.json", "words.json", "card.json"}) {
    files.emplace_back(model / name, std::string("the model's ") + name);
  }
  return files;
}

}  // namespace

void check_output(const fs::path& file, const Endings& endings, const SessionOptions& read) {
  const std::string ending = ending_of(file);
  if (std::find(endings.names.begin(), endings.names.end(), ending) == endings.names.end()) {
    throw FormatError(file, std::string("no ") + endings.what + " can be written with this ending",
                      "end the name in " + in_words(endings.names));
  }
  check_replaceable(file);
  std::error_code missing;
  if (fs::is_fifo(file, missing)) std::cerr << "waiting until " << printable(file.string()) << " is read\n";
  if (!fs::exists(file, missing)) return;
  for (const auto& [source, what] : files_read(read)) {
    if (fs::equivalent(file, source, missing)) {
      throw AccessError(file, "this is " + what + " itself, which would be lost", "choose another name");
    }
  }
}

void save_figure(const Computed& computed, const std::filesystem::path& file, FigureOptions options) {
  options.theme = computed.session.theme;
  const auto picture =
      holds_numbers(file) ? std::nullopt : picture_figure_of(computed.session, *computed.results);
  if (picture) {
    write_drawing(drawing_of(*picture, options.theme), file,
                  {.scale = options.scale, .ground = options.ground});
    return;
  }
  // Numbers are complete; a picture of a whole vocabulary would be too wide to read.
  write_figure(figure_of(computed.session, *computed.results, !holds_numbers(file)), file, options);
}

namespace {

using OrderedJson = nlohmann::ordered_json;

const EnumNames<Doubt::Kind>& doubt_names() {
  static const EnumNames<Doubt::Kind> names{
      {Doubt::Kind::repeats, "repeats"},   {Doubt::Kind::unread, "unread"},
      {Doubt::Kind::unlikely, "unlikely"}, {Doubt::Kind::two_ways, "ambiguous"},
      {Doubt::Kind::unlike, "unlike"},     {Doubt::Kind::disagrees, "disagrees"}};
  return names;
}

// What of the sentence was understood as something else.
OrderedJson taken_json(const Run& run) {
  OrderedJson json = OrderedJson::array();
  for (const TakenAs& taken : run.normalized.taken)
    json.push_back({{"typed", taken.typed}, {"read", taken.read}});
  return json;
}

// A model that is not calibrated says of nothing that it is sure.
OrderedJson certainty_json(const Certainty& certainty, const Trace::Words& words) {
  OrderedJson json{{"sure", nullptr}, {"least", nullptr}, {"doubts", OrderedJson::array()}};
  if (certainty.measured || !certainty.sure()) json["sure"] = certainty.sure();
  if (!certainty.signs.likely.empty()) json["least"] = certainty.signs.least;
  if (certainty.second) json["second"] = *certainty.second;
  for (const Doubt& doubt : certainty.doubts) {
    json["doubts"].push_back({{"kind", name_of(doubt_names(), doubt.kind)},
                              {"places", doubt.places},
                              {"says", reason_of(doubt, certainty, words)}});
  }
  if (!certainty.two_ways()) return json;
  json["left_open"] = name_of(certainty.open);
  for (const Way& way : certainty.ways) {
    json["readings"].push_back({{"translation", join_french(way.words)}, {"probability", way.probability}});
  }
  return json;
}

// Of the texts that a picture is compared with.
OrderedJson texts_json(const Trace& trace) {
  OrderedJson json = OrderedJson::array();
  const Reading cosines = trace.read("cosines"), chances = trace.read("probabilities");
  for (int text = 0; text < cosines.shape().cols; ++text)
    json.push_back({{"text", trace.label(Axis::text, text)},
                    {"cosine", cosines(0, text)},
                    {"probability", chances(0, text)}});
  return json;
}

}  // namespace

nlohmann::ordered_json sentences_json(const Results& results) {
  auto json = nlohmann::ordered_json::array();
  for (const Run& run : results.runs) {
    if (run.trace == nullptr) continue;
    json.push_back({{"text", run.text}, {"translation", written(*run.trace)}});
    if (run.model_name != results.model_name) json.back()["model"] = run.model_name;
    if (auto taken = taken_json(run); !taken.empty()) json.back()["read_as"] = taken;
    json.back().update(certainty_json(run.certainty, run.trace->words()));
    if (run.trace->anatomy().texts) json.back()["texts"] = texts_json(*run.trace);
  }
  // Of two texts that end with vectors, how alike these are.
  if (json.size() == 2) {
    const std::optional<double> cosine = sentence_cosine(*results.trace(0), *results.trace(1));
    if (cosine) json.back()["cosine"] = *cosine;
  }
  return json;
}

}  // namespace headlight
