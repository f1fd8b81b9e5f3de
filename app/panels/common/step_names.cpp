#include "app/panels/common/step_names.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

#include <algorithm>
#include <cctype>

namespace headlight {

std::string group_of(const std::string& path) { return group_of(place_of(path)); }

std::string group_of(const Place& place) {
  if (place.stack.empty()) return "output";
  if (place.stack.ends_with("_lab")) return "lab";
  if (!place.layer) return place.stack;
  return place.stack + " " + from_one(*place.layer);
}

std::string part_title(const std::string& path) {
  const Place place = place_of(path);
  std::string part = place.part;
  // "parameters.encoder.1.normalized_1.gain": its last two words tell it from its neighbours.
  if (part.starts_with("parameters.")) {
    const std::size_t last = part.rfind('.');
    const std::size_t before = part.rfind('.', last - 1);
    part = part.substr(before == std::string::npos ? last + 1 : before + 1);
    if (part.starts_with("parameters.")) part = part.substr(11);
  }
  if (const auto dot = part.find("feed_forward."); dot == 0) part = "feed-forward " + part.substr(13);
  std::replace(part.begin(), part.end(), '_', ' ');
  std::replace(part.begin(), part.end(), '.', ' ');
  return part;
}

std::string step_title(const std::string& path) {
  const Place place = place_of(path);
  const std::string part = part_title(path);
  if (place.time)
    return say(
        place.backwards ? to_be_said("time {time} backwards · {step}") : to_be_said("time {time} · {step}"),
        {{"time", std::to_string(*place.time)}, {"step", part}});
  if (place.head) return say("head {head} · {step}", {{"head", from_one(*place.head)}, {"step", part}});
  return say("{place} · {step}", {{"place", group_of(path)}, {"step", part}});
}

namespace {

// A word in quotation marks, with its place when the axis has it more than once.
std::string quoted(const Trace& trace, Axis axis, int size, int index) {
  if (index < 0 || index >= size) return from_one(index);
  const std::string word = trace.label(axis, index);
  bool repeated = false;
  // Of a vocabulary every word is another one.
  for (int i = 0; i < size && info(axis).kind == AxisKind::tokens; ++i)
    repeated |= i != index && trace.label(axis, i) == word;
  return "“" + word + "”" + (repeated ? " (" + from_one(index) + ")" : "");
}

}  // namespace

std::string noun_of(const std::string& path) {
  const Site* site = site_of(path);
  return site == nullptr ? part_title(path) : std::string(site->noun);
}

std::string row_title(const Trace& trace, int node, int row) {
  const Node& about = trace.tape().node(node);
  std::string part = part_title(about.label.path);
  const AxisInfo& axis = info(about.label.rows);
  const bool unnamed = about.kind == Node::Kind::parameter && axis.kind != AxisKind::vocabulary;
  if (unnamed || axis.kind == AxisKind::single) return part;
  // "scaled" alone is no name of a row: it is of scaled scores.
  const std::string noun = noun_of(about.label.path);
  const std::string name = noun.starts_with(part + " ") ? noun : part;
  return say("{name} of {word}",
             {{"name", name}, {"word", quoted(trace, about.label.rows, about.shape.rows, row)}});
}

std::string cell_title(const Trace& trace, const CellName& cell) {
  const int node = trace.find(cell.path);
  if (node < 0) return cell.path;
  const Node& about = trace.tape().node(node);
  const auto [path, rows, cols] = about.label;
  const std::string row = quoted(trace, rows, about.shape.rows, cell.row);
  if (about.kind == Node::Kind::parameter) {
    return info(rows).kind == AxisKind::vocabulary ? say("A learned number of {word}", {{"word", row}})
                                                   : say("A learned number");
  }
  std::string noun = noun_of(cell.path);
  if (!noun.empty()) noun[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(noun[0])));
  if (info(rows).kind == AxisKind::single) return noun;
  const std::string column = quoted(trace, cols, about.shape.cols, cell.col);
  switch (info(cols).kind) {
    case AxisKind::tokens:
      return say(is_distribution(trace, node) ? to_be_said("{value} of {word} on {other}")
                                              : to_be_said("{value} of {word} for {other}"),
                 {{"value", noun}, {"word", row}, {"other", column}});
    case AxisKind::vocabulary:
      return say(trace.anatomy().answer == AnswerKind::labels ? to_be_said("{value} of {answer} for {word}")
                 : trace.anatomy().answer == AnswerKind::hidden_words
                     ? to_be_said("{value} of {answer} at {word}")
                     : to_be_said("{value} of {answer} after {word}"),
                 {{"value", noun}, {"answer", column}, {"word", row}});
    case AxisKind::dimensions:
      return say("{value} of {word}, number {n}",
                 {{"value", noun}, {"word", row}, {"n", from_one(cell.col)}});
    case AxisKind::single:
      break;
  }
  return say("{value} of {word}", {{"value", noun}, {"word", row}});
}

std::string token_called(const std::string& token, bool cell) {
  if (std::string name = token_name(token); name != token) return name;
  const std::size_t column = token.find('c');
  if (!cell || token.empty() || token.front() != 'r' || column == std::string::npos) return token;
  return token.substr(1, column - 1) + ", " + token.substr(column + 1);
}

std::string cell_said(const std::string& cell) {
  const std::string name = token_called(cell, true);
  const std::size_t comma = name.find(", ");
  if (comma == std::string::npos) return name;
  return say("row {row}, column {column}",
             {{"row", name.substr(0, comma)}, {"column", name.substr(comma + 2)}});
}

std::string word_said(const Trace& trace, Axis axis, int place) {
  const std::string& token = trace.label(axis, place);
  const Anatomy& has = trace.anatomy();
  const bool cell = has.picture && info(axis).kind == AxisKind::tokens && info(axis).stream == has.typed();
  return cell ? cell_said(token) : token_called(token);
}

std::string tokens_called(const PanelContext& context, Stream stream) {
  const ModelPtr& model = context.results.model;
  if (model == nullptr) return "words";
  // What is written about a picture is words.
  const Anatomy& has = model->anatomy();
  if (has.picture && stream != has.typed()) return "words";
  return std::string(model->tokenizer().tokens_called());
}

std::string axis_called(const PanelContext& context, Axis axis) {
  if (axis == Axis::place) return "places";
  if (axis == Axis::text) return "texts";
  switch (info(axis).kind) {
    case AxisKind::dimensions:
      return "dimensions";
    case AxisKind::vocabulary:
      return "words";
    case AxisKind::single:
      return "";
    case AxisKind::tokens:
      return tokens_called(context, info(axis).stream);
  }
  return "";
}

Role role_of(const std::string& path) {
  switch (site_id(path)) {
    case SiteId::query:
      return Role::query;
    case SiteId::key:
      return Role::key;
    case SiteId::value:
      return Role::value;
    case SiteId::weights:
      return Role::weights;
    default:
      return Role::ink;
  }
}

}  // namespace headlight
