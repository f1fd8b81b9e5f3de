// The lab on masks as a row of the labs.
#include "app/labs/masks/masks_lab.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/models/model.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Wider than any sentence: the encoder then has a step for its mask, which masks nothing by itself.
constexpr int no_window = 1 << 20;

bool masks_by_itself(const Model& model, Attention attention) {
  const TransformerConfig& config = *model.transformer();
  return model.anatomy().find(attention)->causal || config.encoder_window > 0 ||
         (config.position_one_sided && config.positions == Positions::alibi);
}

// The same model with a step `masked` in every head of such an attention.
Model with_masks(const Model& model, Attention attention) {
  if (masks_by_itself(model, attention)) return model;
  TransformerConfig config = model.config();
  config.encoder_window = no_window;
  return {config, model.weights(), model.words()};
}

void mask_head(std::vector<Edit>& edits, const std::string& path, const MaskPattern& pattern, bool own) {
  if (own) edits.push_back({.path = path, .kind = Edit::Kind::pass});
  const std::vector<Edit> cells = edits_for(pattern, path);
  edits.insert(edits.end(), cells.begin(), cells.end());
}

// Padding is a key for nobody, also for the words that are written.
void hide_padding(std::vector<Edit>& edits, const Anatomy& model, int kept, int tokens) {
  for (int layer = 0; layer < model.layers(Attention::cross); ++layer) {
    for (int head = 0; head < model.heads(Attention::cross, layer); ++head) {
      const std::string path = HeadChoice{Attention::cross, layer, head}.path("scaled");
      for (int key = kept; key < tokens; ++key) {
        edits.push_back({.path = path, .col = key, .values = {-std::numeric_limits<float>::infinity()}});
      }
    }
  }
}

std::vector<Edit> mask_edits(const MasksLab& lab, const HeadChoice& chosen, const Model& model,
                             const MaskPattern& pattern) {
  std::vector<Edit> edits;
  const bool own = masks_by_itself(model, chosen.attention);
  if (!lab.all_heads) {
    mask_head(edits, chosen.path("masked"), pattern, own);
    return edits;
  }
  const AttentionHeads& all = *model.anatomy().find(chosen.attention);
  const std::optional<MaskPattern> seen = masks_pattern_of_all(lab, pattern.tokens());
  for (int layer = 0; layer < all.layers(); ++layer) {
    const bool sees_all = seen && (layer + 1) % lab.sees_all == 0;
    for (int head = 0; head < all.in(layer); ++head) {
      mask_head(edits, HeadChoice{chosen.attention, layer, head}.path("masked"), sees_all ? *seen : pattern,
                own);
    }
  }
  if (lab.mask == MaskKind::padding && chosen.attention == Attention::encoder) {
    hide_padding(edits, model.anatomy(), pattern.count(0), pattern.tokens());
  }
  return edits;
}

TracePtr masked_trace(const Model& model, const Run& run, const HeadChoice& chosen,
                      const std::vector<Edit>& edits) {
  const ModelInput input = model.input(run.text);
  if (chosen.attention == model.anatomy().reading()->id)
    return model.trace({.input = input, .edits = edits, .like = run.trace.get()});
  std::vector<int> target = run.trace->words().target_ids;
  target.erase(target.begin());
  return model.trace({.input = input, .words = target, .edits = edits});
}

LabTable matrix_table(const std::string& name, const std::vector<std::string>& words,
                      const std::function<double(int, int)>& value) {
  LabTable table{.name = name, .columns = words, .rows_are = "query / key", .row_names = words};
  const int count = static_cast<int>(words.size());
  for (int query = 0; query < count; ++query) {
    std::vector<double>& row = table.rows.emplace_back();
    for (int key = 0; key < count; ++key) row.push_back(value(query, key));
  }
  return table;
}

MasksStudy::Masked study_of(const MasksLab& lab, const MaskPattern& pattern,
                            const std::vector<std::string>& words) {
  MasksStudy::Masked study{
      words, pattern, causal_by_rule(lab, pattern), masks_layers_needed(lab, pattern), {}};
  if (study.causal) study.kept = cache_sizes(pattern);
  return study;
}

void add_tables(std::vector<LabTable>& tables, const MasksStudy::Masked& study, int side) {
  const auto add = [&](LabTable table) {
    table.side = side;
    tables.push_back(std::move(table));
  };
  const auto count = study.words.size();
  add(matrix_table("mask", study.words, [&](int q, int k) { return study.pattern(q, k) ? 1 : 0; }));
  add(matrix_table("layers needed", study.words, [&](int q, int k) {
    const int layers = study.needed[static_cast<std::size_t>(q) * count + static_cast<std::size_t>(k)];
    return layers < 0 ? std::numeric_limits<double>::quiet_NaN() : layers;
  }));
  tables.back().rows_are += "; empty: never";
  if (!study.causal) return;
  LabTable cache{.name = "cache",
                 .columns = {"words", "keys without a mask", "keys kept"},
                 .rows_are = "word",
                 .row_names = study.words};
  double words = 0;
  for (const int kept : study.kept) {
    ++words;
    cache.rows.push_back({words, words, static_cast<double>(kept)});
  }
  add(std::move(cache));
}

std::vector<LabTable> tables_of(const MasksStudy& study, const std::string& weights) {
  std::vector<LabTable> tables;
  for (int side = 0; side < 2; ++side) {
    if (const auto& masked = study.sides.at(side)) add_tables(tables, *masked, side);
  }
  tables.push_back({.name = "weights", .path = weights});
  return tables;
}

}  // namespace

const AttentionHeads* masks_attention(const Anatomy& model, Attention selected) {
  const AttentionHeads* first = nullptr;
  for (const AttentionHeads& each : model.attentions) {
    const bool cells = model.picture && each.info().asks == model.typed();
    if (each.info().crosses() || cells) continue;
    if (each.id == selected) return &each;
    if (first == nullptr) first = &each;
  }
  return first;
}

HeadChoice masks_head(const HeadChoice& selected, const Anatomy& model) {
  const AttentionHeads& all = *masks_attention(model, selected.attention);
  return all.id == selected.attention ? selected : head_within(all, selected.layer, selected.head);
}

MaskPattern masks_pattern(const MasksLab& lab, int tokens) {
  return pattern_of({.kind = lab.mask,
                     .padding = std::min(lab.padding, tokens - 1),
                     .window = lab.window,
                     .sink = lab.sink,
                     .sink_from = lab.sink_from,
                     .looks_back = lab.causal,
                     .masked = lab.painted},
                    tokens);
}

std::optional<MaskPattern> masks_pattern_of_all(const MasksLab& lab, int tokens) {
  const bool windows = lab.mask == MaskKind::window || lab.mask == MaskKind::sink;
  if (!windows || lab.sees_all == 0 || !lab.all_heads) return {};
  return pattern_of({.kind = lab.causal ? MaskKind::causal : MaskKind::none}, tokens);
}

std::vector<int> masks_layers_needed(const MasksLab& lab, const MaskPattern& pattern) {
  const std::optional<MaskPattern> seen = masks_pattern_of_all(lab, pattern.tokens());
  return seen ? layers_needed(pattern, *seen, lab.sees_all) : layers_needed(pattern);
}

bool causal_by_rule(const MasksLab& lab, const MaskPattern& pattern) {
  switch (lab.mask) {
    case MaskKind::causal:
      return true;
    case MaskKind::window:
    case MaskKind::sink:
      return lab.causal && pattern.causal();
    case MaskKind::own:
      return pattern.causal();
    case MaskKind::none:
    case MaskKind::padding:
      break;
  }
  return false;
}

void compute_masks(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<MasksLab>();
  const HeadChoice chosen = masks_head(input.head, input.model->anatomy());
  const Model model = with_masks(*input.model, chosen.attention);
  LabRecord recorded;
  MasksStudy study;
  for (std::size_t s = 0; s < input.sides.size(); ++s) {
    const Run& run = input.sides[s];
    Run& masked = recorded.runs[s];
    masked.text = run.text;
    masked.edits = run.edits;
    masked.error = run.error;
    if (run.trace == nullptr) continue;
    const std::vector<std::string>& words = run.trace->tokens(info(chosen.attention).asks);
    const MaskPattern pattern = masks_pattern(settings, static_cast<int>(words.size()));
    std::vector<Edit> edits = run.edits;
    const std::vector<Edit> own = mask_edits(settings, chosen, *input.model, pattern);
    edits.insert(edits.end(), own.begin(), own.end());
    recorded.set(static_cast<int>(s), *input.piece("sentence " + std::to_string(s),
                                                   [&] { return masked_trace(model, run, chosen, edits); }));
    study.sides[s] = study_of(settings, pattern, words);
  }
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  work.shown = chosen.path("weights");
  work.tables = tables_of(study, work.shown);
  work.keep(std::move(study));
}

namespace {

std::string mask_text(const MasksLab& lab) {
  std::string window = say(lab.causal ? several(lab.window, "a window of {n} word without looking ahead",
                                                "a window of {n} words without looking ahead")
                                      : several(lab.window, "a window of {n} word to both sides",
                                                "a window of {n} words to both sides"),
                           {{"n", count_text(lab.window)}});
  if (lab.sees_all > 0 && lab.all_heads)
    window = joined({window, say("one layer in {n} sees all", {{"n", count_text(lab.sees_all)}})});
  const NamedValue n{"n", count_text(lab.sink)};
  switch (lab.mask) {
    case MaskKind::none:
      return say("no mask");
    case MaskKind::causal:
      return say("a causal mask, no word looks ahead");
    case MaskKind::padding:
      return say(
          several(lab.padding, "the last {n} word masked as padding", "the last {n} words masked as padding"),
          {{"n", count_text(lab.padding)}});
    case MaskKind::window:
      return window;
    case MaskKind::sink:
      return joined(
          {window,
           lab.sink_from == 0
               ? say(several(lab.sink, "the first word visible to all", "the first {n} words visible to all"),
                     {n})
               : say(several(lab.sink, "the first word from place {place} on visible to all",
                             "the first {n} words from place {place} on visible to all"),
                     {n, {"place", std::to_string(lab.sink_from)}})});
    case MaskKind::own:
      break;
  }
  const std::ptrdiff_t cells = std::ssize(lab.painted) / 2;
  return say(several(cells, "{n} cell masked by hand", "{n} cells masked by hand"),
             {{"n", count_text(cells)}});
}

LabCaption masks_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<MasksLab>();
  std::vector<int> sides;
  for (int side = 0; side < 2; ++side) {
    if (asked.input.trace(side) != nullptr) sides.push_back(side);
  }
  const ModelPtr& model = asked.input.model;
  if (model == nullptr || masks_attention(model->anatomy(), asked.input.head.attention) == nullptr)
    return {mask_text(lab), sides};
  const HeadChoice chosen = masks_head(asked.input.head, model->anatomy());
  return {say(lab.all_heads ? to_be_said("{head} under a mask: {mask}, in all heads")
                            : to_be_said("{head} under a mask: {mask}, only in this head"),
              {{"head", head_text(info(chosen.attention).stack, chosen.layer, chosen.head)},
               {"mask", mask_text(lab)}}),
          sides};
}

// As needs_attention, and the words that a captioner writes.
constexpr LabNeed words_to_mask{
    [](const Anatomy& model) { return masks_attention(model, Attention::encoder) != nullptr; },
    needs_attention.page, needs_attention.model};

void leave_out_masks_looks(MasksLab& lab) { lab.layers = 1; }

constexpr std::array masks_drags{LabDrag{"masks, a cell painted in all heads",
                                         [](Labs& labs, int i) {
                                           labs.get<MasksLab>().mask = MaskKind::own;
                                           labs.get<MasksLab>().painted = {i % 11, (i + 1) % 11};
                                         }},
                                 LabDrag{"masks, the window", [](Labs& labs, int i) {
                                           labs.get<MasksLab>().mask = MaskKind::window;
                                           labs.get<MasksLab>().window = 1 + i % 10;
                                         }}};

}  // namespace

constinit const Lab MasksLab::lab_row{.name = "masks",
                                      .title = "Masks",
                                      .question = "Who may look at whom?",
                                      .settings = settings_of<MasksLab, leave_out_masks_looks>(),
                                      .compute = compute_masks,
                                      .caption = masks_caption,
                                      .drags = masks_drags,
                                      .needs = always<words_to_mask>};

}  // namespace headlight
