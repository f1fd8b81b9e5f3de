#include "app/panels/step_names.h"

#include <algorithm>

namespace headlight {

int stage_side(const PanelContext& context) {
  const int side = context.session.side;
  return context.pictures.trace(side) != nullptr ? side : 1 - side;
}

const TracePtr& stage_trace(const PanelContext& context) {
  return context.pictures.trace(stage_side(context));
}

std::string group_of(const std::string& path) {
  const Place place = place_of(path);
  if (place.stack.empty()) return "output";
  if (!place.layer) return place.stack == "source" || place.stack == "target" ? place.stack : "output";
  return place.stack + " " + std::to_string(*place.layer);
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
  if (place.head) return "head " + std::to_string(*place.head) + " · " + part;
  return group_of(path) + " · " + part;
}

std::string attention_title(Attention attention) {
  switch (attention) {
    case Attention::encoder:
      return "Encoder self-attention";
    case Attention::decoder:
      return "Decoder self-attention";
    case Attention::cross:
      return "Encoder–decoder attention";
  }
  return "";
}

namespace {

std::string label_at(const Trace& trace, Axis axis, int size, int index) {
  const std::vector<std::string> labels = trace.labels(axis, size);
  return index >= 0 && index < static_cast<int>(labels.size()) ? labels[index] : std::to_string(index);
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// A part as one of its numbers is called: "scores" are many, one is a score.
std::string singular(std::string part) {
  if (part == "query" || part == "key" || part == "value" || part == "output") return part;
  if (part.size() > 3 && part.ends_with("ies")) return part.substr(0, part.size() - 3) + "y";
  if (part.size() > 2 && part.back() == 's' && !part.ends_with("ss")) part.pop_back();
  return part;
}

}  // namespace

std::string row_title(const Trace& trace, int node, int row) {
  const Node& about = trace.tape().node(node);
  const std::string part = part_title(about.label.path);
  const bool named = info(about.label.rows).kind == AxisKind::vocabulary;
  if (about.kind == Node::Kind::parameter && !named) return part;
  const AxisInfo& axis = info(about.label.rows);
  if (axis.kind == AxisKind::single) return part;
  return part + " of " + label_at(trace, about.label.rows, about.shape.rows, row);
}

std::string cell_title(const Trace& trace, const CellName& cell) {
  const int node = trace.find(cell.path);
  if (node < 0) return cell.path;
  const Node& about = trace.tape().node(node);
  const AxisKind columns = info(about.label.cols).kind;
  const std::string row = label_at(trace, about.label.rows, about.shape.rows, cell.row);
  if (about.kind == Node::Kind::parameter) {
    return info(about.label.rows).kind == AxisKind::vocabulary ? "A learned number of “" + row + "”"
                                                               : "A learned number";
  }
  const std::string column = label_at(trace, about.label.cols, about.shape.cols, cell.col);
  const std::string part = capital(singular(part_title(cell.path)));
  switch (columns) {
    case AxisKind::tokens:
      return part + (about.label.path.ends_with("weights") ? " of " + row + " on " : " of " + row + " for ") +
             column;
    case AxisKind::vocabulary:
      return part + " of “" + column + "” after " + row;
    case AxisKind::dimensions:
      return part + " of " + row + ", dimension " + column;
    case AxisKind::single:
      return part + " of " + row;
  }
  return part;
}

Role role_of(const std::string& path) {
  const Place place = place_of(path);
  if (!place.head) return Role::ink;
  if (place.part == "query") return Role::query;
  if (place.part == "key") return Role::key;
  if (place.part == "value") return Role::value;
  if (place.part == "weights") return Role::weights;
  return Role::ink;
}

}  // namespace headlight
