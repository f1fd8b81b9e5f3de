#include "app/panels/common/token_label.h"

#include <stdexcept>

#include "app/panels/common/shown_words.h"
#include "core/text/tokenizers/cut_text.h"

namespace headlight {
namespace {

// The text last pointed at, as it is cut: it can be long.
struct CutUnderMouse {
  std::string model, text;
  std::vector<CutToken> tokens;
};

const std::vector<CutToken>& cut_tokens(const PanelContext& context, int side) {
  static const std::vector<CutToken> none;
  const std::string& name = context.session.model_of(context.results.pair.run(side));
  const UsedModel* const used = context.results.used(name);
  if (used == nullptr || used->model == nullptr) return none;
  const std::string& text = context.results.side(side).text;
  CutUnderMouse& cut = context.ui.state<CutUnderMouse>();
  if (cut.model != name || cut.text != text) {
    cut = {name, text, {}};
    try {
      cut.tokens = cut_text(used->model->tokenizer(), text);
    } catch (const std::invalid_argument&) {
      // What is on stage was read before.
    }
  }
  return cut.tokens;
}

}  // namespace

std::vector<RichText> tokens_in_words(const PanelContext& context, int side, Stream stream,
                                      const std::vector<int>& tokens) {
  const TracePtr& trace = context.pictures.trace(side);
  if (trace == nullptr || stream != trace->anatomy().typed()) return {};
  const Trace::Words& words = trace->words();
  const auto& pieces = stream == Stream::source ? words.source_pieces : words.target_pieces;
  const std::vector<int>& ids = stream == Stream::source ? words.source_ids : words.target_ids;
  if (pieces == nullptr) return {};
  const std::vector<CutToken>& cut = cut_tokens(context, side);
  std::vector<RichText> lines;
  for (const int token : tokens) {
    if (token < 0 || token >= std::ssize(cut) || token >= std::ssize(ids)) continue;
    const CutToken& of_text = cut[static_cast<std::size_t>(token)];
    if (of_text.id == ids[static_cast<std::size_t>(token)]) lines.emplace_back(described(of_text));
  }
  return lines;
}

void say_label(const PanelContext& context, int side, const std::string& path, const std::optional<int>& row,
               const std::optional<int>& column) {
  const TracePtr& trace = context.pictures.trace(side);
  const int node = trace == nullptr ? -1 : trace->find(path);
  if (node < 0 || (!row && !column)) return;
  const ShownPlaces shown(context, side, path);
  const Label& label = trace->label(node);
  const AxisInfo& axis = info(row ? label.rows : label.cols);
  if (axis.kind != AxisKind::tokens) return;
  std::vector<RichText> lines = tokens_in_words(
      context, side, axis.stream,
      row ? shown.row_with(shown.token_of_row(*row)) : shown.column_with(shown.token_of_column(*column)));
  if (column)
    lines.emplace_back(
        std::vector<TextRun>{{"Shift-click: add up the columns of several words", Role::text_3}});
  else if (context.session.token >= 0)
    lines.emplace_back(std::vector<TextRun>{{"Shift-click: this word too", Role::text_3}});
  if (!lines.empty()) context.ui.tooltip(lines);
}

}  // namespace headlight
