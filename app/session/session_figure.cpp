#include "app/session/session_figure.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "app/lab/lab_work.h"
#include "app/session/altitudes.h"
#include "app/session/open_lab.h"
#include "app/session/session_caption.h"
#include "core/explain/aggregate.h"
#include "core/explain/attention_maps.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/models/picture_models.h"
#include "core/models/trace.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

std::vector<int> places_in_map(const Session& session, const std::vector<int>& tokens, Axis axis, int count,
                               int side, const TraceAlignment* both,
                               const std::function<int(int token)>& place_of) {
  if (info(axis).kind != AxisKind::tokens) return {};
  std::vector<int> places;
  for (const int token : tokens) {
    std::optional<int> there = token;
    if (side != session.side)
      there = both == nullptr ? std::nullopt : both->counterpart(axis, session.side, token);
    if (there && *there >= 0 && *there < count) places.push_back(place_of(*there));
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

}  // namespace

std::vector<int> selected_rows(const Look& look) {
  std::vector<int> rows = look.also_tokens;
  if (look.token >= 0) rows.insert(rows.begin(), look.token);
  return rows;
}

ChosenWords chosen_in(const Session& session, const std::vector<int>& rows, int side, const Trace& trace,
                      const std::string& path, const TraceAlignment* both, const PlacesInMap& places) {
  const int node = trace.find(path);
  if (node < 0) return {};
  const Label& label = trace.label(node);
  const Shape shape = trace.tape().node(node).shape;
  return {places_in_map(session, rows, label.rows, shape.rows, side, both, places.row),
          places_in_map(session, session.key_tokens, label.cols, shape.cols, side, both, places.column)};
}

namespace {

constexpr int most_words_in_picture = 24;

bool is_vocabulary(const Trace& trace, const std::string& path) {
  return info(trace.label(trace.at(path)).cols).kind == AxisKind::vocabulary;
}

// The same columns in every panel, so that they stay comparable. Values of the difference do not choose.
void keep_largest_columns(Figure& figure) {
  const std::span<const Heatmap> maps(figure.panels.data(), std::min<std::size_t>(2, figure.panels.size()));
  const std::vector<int> columns = largest_columns(maps, most_words_in_picture);
  const int all = figure.panels[0].columns;
  if (static_cast<int>(columns.size()) == all) return;
  for (Heatmap& panel : figure.panels) panel = with_columns(panel, columns);
  figure.caption += " " + say("Shown: {n} of {all} words (those with the largest values).",
                              {{"n", count_text(columns.size())}, {"all", count_text(all)}});
}

// The colours that the session has chosen. Two maps of one thing and their difference leave out one column.
void colour_by(const Session& session, Figure& figure, bool compared) {
  const ColourScale& by = session.colour_scale;
  if (by == ColourScale{}) return;
  std::vector<std::optional<int>> sinks;
  if (by.without_sink) {
    for (const Heatmap& map : figure.panels) sinks.push_back(sink_column(map));
    if (compared) sinks.assign(sinks.size(), sinks.front());
  }
  colour_by(by, figure, sinks);
  std::set<std::string> left_out;
  for (const Heatmap& map : figure.panels) {
    if (map.left_out) left_out.insert("“" + map.column_label(*map.left_out) + "”");
  }
  ColourScale said = by;
  said.without_sink = false;
  std::string words;
  for (const std::string& word : left_out) words = joined({words, word});
  figure.caption += " ";
  figure.caption += words.empty() ? say("Colours: {scale}.", {{"scale", in_words(said)}})
                                  : say("Colours: {scale}; the column of {words} is left out of the scale.",
                                        {{"scale", in_words(said)}, {"words", words}});
}

// The row of the word in focus, whose place among common rows is another one.
void set_focus(ComparedFigure& figure, const Session& session, const Trace& trace, const std::string& path) {
  const AxisInfo& rows = info(trace.label(trace.at(path)).rows);
  if (session.token < 0 || rows.kind != AxisKind::tokens || rows.stream != info(session.attention).asks)
    return;
  std::optional<int> row = session.token;
  if (session.merge_pieces) row = row_in_words(view_of(trace, path), session.token);
  if (row && figure.panels.size() > 1) row = figure.rows.common(session.side, *row);
  if (!row || *row >= figure.panels[0].rows) return;
  for (Heatmap& map : figure.panels) map.focus_row = row;
}

// As the window outlines them: several rows, and all columns.
void outline_chosen(ComparedFigure& figure, const ChosenWords& chosen, int side) {
  const auto places = [&](const CommonPlaces& common, const std::vector<int>& own) {
    if (figure.panels.size() == 1) return own;
    std::vector<int> there;
    for (const int place : own) {
      if (const std::optional<int> at = common.common(side, place)) there.push_back(*at);
    }
    return there;
  };
  for (Heatmap& map : figure.panels) {
    if (chosen.queries.size() > 1) map.chosen_rows = places(figure.rows, chosen.queries);
    map.chosen_columns = places(figure.columns, chosen.keys);
  }
}

// What several selected words give together, of each side; they are outlined.
void set_chosen(ComparedFigure& figure, const Session& session, const Results& results,
                const std::string& path) {
  if (!selects_several(session)) return;
  const bool two = figure.panels.size() > 1;
  for (int side = 0; side < 2; ++side) {
    const Trace* const trace = results.trace(side);
    if (trace == nullptr || trace->find(path) < 0) continue;
    const Heatmap map = view_of(*trace, path);
    const Heatmap shown = session.merge_pieces ? by_words(map) : map;
    const bool merged = session.merge_pieces && has_pieces_to_merge(map);
    const Groups rows = merged ? row_words(map) : each_alone(map.rows),
                 columns = merged ? column_words(map) : each_alone(map.columns);
    const auto place = [](const Groups& groups) { return [&groups](int token) { return groups.of[token]; }; };
    const ChosenWords chosen = chosen_in(session, selected_rows(session), side, *trace, path,
                                         results.alignment.get(), {place(rows), place(columns)});
    const std::string said = together_in_words(shown, chosen);
    if (said.empty()) continue;
    figure.caption += " " + say(!two        ? to_be_said("Added up: {words}.")
                                : side == 0 ? to_be_said("Added up, in the first: {words}.")
                                            : to_be_said("Added up, in the second: {words}."),
                                {{"words", said}});
    if (side == session.side || !two) outline_chosen(figure, chosen, side);
  }
}

}  // namespace

std::optional<int> sink_column(const Heatmap& map) {
  if (!has_sink_column(map)) return std::nullopt;
  const std::optional<Sink> sink = sink_of(map);
  return sink ? sink->key : 0;
}

namespace {

// The sides, and the node of them that is drawn.
Figure figure_of_node(const Session& session, const Results& results, const std::string& path,
                      bool for_picture) {
  if (const std::string error = error_of(results); !error.empty()) throw std::invalid_argument(error);
  const Trace* first = results.trace(0);
  const Trace* second = results.trace(1);
  if (first == nullptr) throw std::invalid_argument("nothing has been computed yet");

  ComparedFigure figure;
  const bool merges = session.merge_pieces;
  if (second != nullptr) {
    figure = comparison_of(*first, *second, path, merges);
  } else {
    figure.panels.push_back(merges ? by_words(view_of(*first, path)) : view_of(*first, path));
    figure.title = std::exchange(figure.panels[0].title, {});
  }
  const bool words = merges && has_pieces_to_merge(view_of(*first, path));
  figure.caption = node_caption(results, path, words) + merging_text(session, results, path);
  set_focus(figure, session, second != nullptr && session.side == 1 ? *second : *first, path);
  set_chosen(figure, session, results, path);
  if (for_picture && is_vocabulary(*first, path)) keep_largest_columns(figure);
  colour_by(session, figure, second != nullptr);
  return figure;
}

}  // namespace

Figure figure_of(const Session& session, const Results& results, bool for_picture) {
  if (!shows_lab(session)) {
    return figure_of_node(session, results, shown_path(session), for_picture);
  }
  const LabTable* matrix = lab_matrix(session, results);
  if (matrix == nullptr) {
    const std::string lab = say("the {name} lab", {{"name", name_of(lab_names(), lab_on_stage(session))}});
    if (results.lab != nullptr && !results.lab->error.empty())
      throw std::invalid_argument(lab + ": " + results.lab->error);
    throw std::invalid_argument(lab + " has no heatmap here; write its stage or its numbers");
  }
  return figure_of(session, results, *matrix, for_picture);
}

Figure figure_of_heads(const Session& session, const Results& results, HeadsTogether together) {
  if (const std::string error = error_of(results); !error.empty()) throw std::invalid_argument(error);
  const std::string block = info(session.attention).block(session.layer);
  std::vector<Heatmap> maps;
  std::size_t heads = 0;
  for (int side = 0; side < 2; ++side) {
    const Run& run = results.side(side);
    if (run.trace == nullptr) continue;
    const LayerMaps layer = layer_maps(*run.trace, heads_off(*run.trace, run.edits), block);
    heads = layer.numbers.size();
    if (together == HeadsTogether::rollout && !layer.rollout)
      throw std::invalid_argument(
          "a rollout follows one stack through its layers, and the rows and columns of " + block +
          " are different words; choose self-attention");
    maps.push_back(together == HeadsTogether::mean ? *layer.mean : *layer.rollout);
    if (session.merge_pieces) maps.back() = by_words(maps.back());
    maps.back().title = {};
  }
  ComparedFigure figure;
  if (maps.size() == 2) {
    figure = compare(maps[0], maps[1], results.alignment->names);
  } else {
    figure.panels = std::move(maps);
  }
  const std::string of =
      say("layer {layer} ({block})", {{"layer", from_one(session.layer)}, {"block", block}});
  const bool mean = together == HeadsTogether::mean;
  figure.title =
      RichText(say(mean ? to_be_said("Mean of the heads of {layer}") : to_be_said("Rollout up to {layer}"),
                   {{"layer", of}}));
  figure.caption =
      paragraph({mean ? say(several(static_cast<std::int64_t>(heads), "The mean of the weights of {n} head.",
                                    "The mean of the weights of {n} heads."),
                            {{"n", count_text(heads)}})
                      : say("Attention rollout (Abnar and Zuidema 2020): the heads’ means multiplied layer "
                            "by layer, each half attention and half the word itself."),
                 sentences_text(results) + model_text(results) + edits_text(results) +
                     merging_text(session, results, block + ".head.0.weights")});
  const Trace* const followed = results.trace(session.side);
  set_focus(figure, session, followed != nullptr ? *followed : *results.trace(0), block + ".head.0.weights");
  colour_by(session, figure, figure.panels.size() > 1);
  return figure;
}

std::vector<ShownHead> shown_heads(const std::string& text, int layer) {
  const auto refuse = [](const std::string& part) {
    throw std::invalid_argument(
        "--heads: " + in_quotes(part) +
        " names no head; write layer.head, mean or rollout with commas between: 0.1,2.0,mean,2.rollout");
  };
  const auto number = [&](const std::string& digits, const std::string& part) {
    const bool whole = !digits.empty() && digits.size() <= 4 &&
                       std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!whole) refuse(part);
    return std::stoi(digits);
  };
  std::vector<ShownHead> heads;
  std::istringstream parts(text + ",");
  for (std::string part; std::getline(parts, part, ',');) {
    ShownHead shown{.layer = layer};
    std::string what = part;
    if (const std::size_t point = part.find('.'); point != std::string::npos) {
      shown.layer = number(part.substr(0, point), part);
      what = part.substr(point + 1);
    } else if (what != "mean" && what != "rollout") {
      refuse(part);
    }
    if (what == "mean" || what == "rollout") {
      shown.what = what == "mean" ? ShownHead::What::mean : ShownHead::What::rollout;
    } else {
      shown.head = number(what, part);
    }
    heads.push_back(shown);
  }
  if (heads.size() > most_shown_heads)
    throw std::invalid_argument("--heads: " + std::to_string(heads.size()) +
                                " are too many; a picture can have at most " +
                                std::to_string(most_shown_heads));
  return heads;
}

namespace {

// In their order, those of so many.
std::vector<int> within(std::vector<int> places, int count) {
  std::erase_if(places, [count](int place) { return place < 0 || place >= count; });
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace

Figure figure_of_heads(const Session& session, const Results& results, const std::vector<ShownHead>& heads) {
  if (const std::string error = error_of(results); !error.empty()) throw std::invalid_argument(error);
  const int side = results.trace(session.side) != nullptr ? session.side : 0;
  const Run& run = results.side(side);
  if (run.trace == nullptr) throw std::invalid_argument("nothing has been computed yet");
  const AttentionInfo& attention = info(session.attention);
  const AttentionHeads* const there = run.trace->anatomy().find(session.attention);
  if (there == nullptr) throw std::invalid_argument("--heads: this model has no such attention");
  const std::set<std::string> off = heads_off(*run.trace, run.edits);
  Figure figure;
  bool together = false;
  for (const ShownHead& shown : heads) {
    if (shown.layer >= there->layers())
      throw std::invalid_argument("--heads: there is no layer " + std::to_string(shown.layer) +
                                  "; they run from 0 to " + std::to_string(there->layers() - 1));
    if (shown.what == ShownHead::What::head && shown.head >= there->in(shown.layer))
      throw std::invalid_argument("--heads: layer " + std::to_string(shown.layer) + " has no head " +
                                  std::to_string(shown.head) + "; its heads run from 0 to " +
                                  std::to_string(there->in(shown.layer) - 1));
    const std::string layer = say("layer {layer}", {{"layer", from_one(shown.layer)}});
    if (shown.what == ShownHead::What::head) {
      Heatmap map = view_of(*run.trace, attention.path(shown.layer, shown.head, "weights"));
      map.title = RichText(say("{layer}, head {head}", {{"layer", layer}, {"head", from_one(shown.head)}}));
      map.path.clear();  // its title says as much
      figure.panels.push_back(std::move(map));
      continue;
    }
    together = true;
    const LayerMaps maps = layer_maps(*run.trace, off, attention.block(shown.layer));
    const bool mean = shown.what == ShownHead::What::mean;
    if (!mean && maps.rollout == nullptr)
      throw std::invalid_argument(
          "--heads: a rollout follows one stack through its layers; there is none of " +
          attention.block(shown.layer));
    figure.panels.push_back(mean ? *maps.mean : *maps.rollout);
    figure.panels.back().title = RichText(
        say(mean ? to_be_said("{layer}, mean of its heads") : to_be_said("{layer}, rollout up to it"),
            {{"layer", layer}}));
    figure.panels.back().path.clear();
  }
  // One colour bar for all.
  for (Heatmap& map : figure.panels) {
    map.scale.label = figure.panels.front().scale.label;
    if (session.token >= 0 && session.token < map.rows) map.focus_row = session.token;
    if (session.merge_pieces) map = by_words(map);
    if (!session.merge_pieces && selects_several(session)) {
      map.chosen_rows = within(selected_rows(session), map.rows);
      map.chosen_columns = within(session.key_tokens, map.columns);
    }
  }
  std::string name(attention.kind);
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  figure.title = RichText(name + ", " +
                          say(several(static_cast<std::int64_t>(heads.size()), "{n} map", "{n} maps"),
                              {{"n", count_text(static_cast<std::int64_t>(heads.size()))}}));
  figure.caption = paragraph(
      {say("Rows look, columns are looked at."),
       together ? say("Mean: over the heads of a layer. Rollout (Abnar and Zuidema 2020): these means "
                      "multiplied layer by layer, each half attention and half the word itself.")
                : "",
       sentence_text(run),
       model_text(results) + edits_text(results, {side}) +
           merging_text(session, results, attention.path(heads.front().layer, 0, "weights"))});
  colour_by(session, figure, false);
  return figure;
}

Figure figure_of(const Session& session, const Results& results, const LabTable& matrix, bool for_picture) {
  const LabWork& work = *results.lab;
  Figure figure;
  std::string meaning;
  if (matrix.path.empty()) {
    for (const std::string& name : matrix.maps) figure.panels.push_back(*work.maps.at(name));
    figure.title = matrix.name;
  } else {
    const Results& cells = results.lab_cells != nullptr ? *results.lab_cells : results;
    figure = figure_of_node(session, cells, matrix.path, for_picture);
    meaning = meaning_of(cells, matrix.path);
  }
  const LabCaption lab = lab_caption(session, results);
  figure.caption = (matrix.says.empty() ? lab.says : matrix.says) + " " + meaning;
  figure.caption.pop_back();
  figure.caption += source_text(lab, results) + edits_text(lab, results);
  if (!work.without_edits.empty()) figure.caption += " " + work.without_edits;
  return figure;
}

namespace {

class StripOfTrace {
 public:
  StripOfTrace(const Session& session, const Trace& trace) : session_(session), trace_(trace) {
    strip_.picture = shown_pixels(trace.read("picture").view(), *trace.anatomy().picture);
    strip_.tiles.push_back({.label = "the picture"});
  }

  // A map for each word that is written, or for one of them.
  PictureStrip of_words(const std::string& path) {
    const Reading weights = trace_.read(path);
    const std::vector<std::string>& words = trace_.words().next;
    const int rows = std::min(weights.shape().rows, static_cast<int>(words.size()));
    const int chosen = session_.token < rows ? session_.token : -1;
    for (int row = std::max(0, chosen); row < (chosen < 0 ? rows : chosen + 1); ++row)
      add(weights, row, words[row]);
    return std::move(strip_);
  }

  // A map for each head, of the cell that asks.
  PictureStrip of_heads(const AttentionHeads& heads) {
    for (int number = 0; number < heads.count(); ++number) {
      const auto [layer, head] = heads.place_of(number);
      const Reading weights = trace_.read(heads.info().path(layer, head, "weights"));
      const int row = std::clamp(session_.token, 0, weights.shape().rows - 1);
      add(weights, row,
          say("layer {layer}, head {head}", {{"layer", from_one(layer)}, {"head", from_one(head)}}));
      strip_.tiles.back().chosen = layer == session_.layer && head == session_.head;
      if (number == 0) strip_.title = say("{cell} looks at", {{"cell", trace_.words().source.at(row)}});
    }
    return std::move(strip_);
  }

 private:
  // A class token's own weight lies on no cell.
  void add(const Reading& weights, int row, const std::string& label) {
    PictureTile tile{.label = label};
    for (int column = trace_.anatomy().picture->class_token ? 1 : 0; column < weights.shape().cols;
         ++column) {
      const float weight = weights(row, column);
      tile.weights.push_back(std::isfinite(weight) ? weight : 0.0F);
    }
    const float most = *std::max_element(tile.weights.begin(), tile.weights.end());
    tile.number = weight_alone(most);
    strip_.tiles.push_back(std::move(tile));
  }

  const Session& session_;
  const Trace& trace_;
  PictureStrip strip_;
};

}  // namespace

bool has_picture_figure(const Session& session, const Results& results) {
  if (shows_lab(session) || session.picture_shows != PictureShows::attention ||
      session.altitude.value_or(altitude_of_view(session)) > Altitude::head)
    return false;
  bool any = false;
  for (int side = 0; side < 2; ++side) {
    const Trace* trace = results.trace(side);
    if (trace == nullptr) continue;
    const AttentionHeads* heads = trace->anatomy().find(session.attention);
    if (!trace->anatomy().picture || heads == nullptr || heads->info().asked != Stream::source ||
        trace->find(selected_head_path(session, "weights")) < 0)
      return false;
    any = true;
  }
  return any;
}

std::optional<PictureFigure> picture_figure_of(const Session& session, const Results& results) {
  if (!has_picture_figure(session, results)) return std::nullopt;
  PictureFigure figure;
  const AttentionInfo& attention = info(session.attention);
  const bool of_heads = attention.asks == Stream::source;
  const std::string path = selected_head_path(session, "weights");
  figure.path = of_heads
                    ? std::string(attention.stack) + ".L." + std::string(attention.part) + ".head.H.weights"
                    : path;
  for (int side = 0; side < 2; ++side) {
    const Trace* trace = results.trace(side);
    if (trace == nullptr) continue;
    const AttentionHeads& heads = *trace->anatomy().find(session.attention);
    StripOfTrace strip(session, *trace);
    figure.strips.push_back(of_heads ? strip.of_heads(heads) : strip.of_words(path));
  }
  if (figure.strips.size() == 2) {
    for (std::size_t side = 0; side < 2; ++side) {
      RichText& title = figure.strips[side].title;
      const std::string name = side == 0 ? say("First picture") : say("Second picture");
      title = title.empty() ? name : say("{name}: {title}", {{"name", name}, {"title", title.plain()}});
    }
  }
  char light[8];
  std::snprintf(light, sizeof light, "%.2f", 1.0 - static_cast<double>(darkness));
  figure.caption = paragraph({say("In each map the largest weight (the number below) leaves the picture as "
                                  "bright as it is; a weight of 0 leaves {light} of that light.",
                                  {{"light", light}}),
                              stage_caption(session, results).text.plain()});
  return figure;
}

}  // namespace headlight
