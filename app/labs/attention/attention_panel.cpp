// The general attention layer: at the left what it is made of, at the right its stages as matrices, above the
// vectors, below alignment, weights and output with the row of a query followed through all of them.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/labs/attention/attention_panel.h"
#include "app/panels/common/colours.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/lab_board.h"
#include "core/figure/numbers.h"
#include "core/models/model.h"
#include "core/text/say.h"

namespace headlight {
namespace {

using AttentionControls = LabControls<AttentionLab>;

// What the layer is made of.

std::vector<Choice> alignments() { return {{say("additive")}, {say("dot")}, {say("scaled dot")}}; }

std::vector<Choice> weight_choices(const Anatomy& model, const AttentionLab& lab) {
  const bool additive = lab.alignment == Alignment::additive;
  const bool heads = needs_heads.met(model);
  const std::string why_not =
      !heads     ? needs_heads.model
      : additive ? say("The heads of the model use scaled dot products: they have no v.")
                 : say("The matrices of the model fit only its own vectors: choose the sentence.");
  return {
      {say("none"), !additive, say("Additive attention has its own weights: v, and W for queries and keys.")},
      {say("random")},
      {say("of a head"), heads && !additive && lab.inputs != AttentionInputs::small, why_not}};
}

void declare_slides(AttentionControls& board, const Anatomy& model) {
  const AttentionLab& lab = board.settings();
  const Projections weights = projections_in_force(lab);
  if (lab.inputs == AttentionInputs::small)
    board.slides({&AttentionLab::rows, say("inputs N")}, {{&AttentionLab::columns, say("size d")}});
  if (weights == Projections::random)
    board.slides({&AttentionLab::d_k, say("size of keys")}, {{&AttentionLab::d_v, say("of values")}});
  if (const AttentionHeads* heads = model.reading(); weights == Projections::head && heads != nullptr)
    board.slides({&AttentionLab::layer, say("layer"), heads->layers() - 1.0},
                 {{&AttentionLab::head, say("head"), heads->in(0) - 1.0}});
  if (lab.asking == AttentionAsking::random) board.slides({&AttentionLab::queries, say("queries M")});
}

// The query whose row is followed.
int row_followed(Ui& ui, const AttentionLab& lab, int rows) {
  const int followed = ui.state<Hover>().followed_token;
  return std::clamp(followed >= 0 ? followed : lab.row, 0, std::max(0, rows - 1));
}

void declare_findings(AttentionControls& board, const PanelContext& context, const AttentionStudy& study) {
  const AttentionLab& lab = board.settings();
  const auto differs = [&](const std::string& text, Type type, double by) {
    return &board.add({.look = stage::Words{{text}, type, Role::text_2, 0, measured_number(by)}});
  };
  if (lab.shuffle != 0)
    differs(say("the output differs by {amount}", {{"amount", stage::set_here}}), type::label,
            study.order_difference);
  const std::int64_t n = study.learned_numbers;
  board.words(
      n == 0 ? say("0 parameters: nothing to learn")
      : projections_in_force(lab) == Projections::head
          ? say(several(n, "{n} weight or bias", "{n} weights and biases"), {{"n", count_text(n)}})
          : say(several(n, "{n} parameter to learn", "{n} parameters to learn"), {{"n", count_text(n)}}),
      type::label_hot);
  if (study.model_difference >= 0)
    differs(say("model's head differs by {amount}", {{"amount", stage::set_here}}), type::caption,
            study.model_difference)
        ->tall = 22;
  if (study.wrong.empty()) return;
  const int row = row_followed(context.ui, lab, static_cast<int>(std::ssize(study.wrong)));
  board.add({.look = stage::Words{{study.wrong[static_cast<std::size_t>(row)]}, type::label, Role::ink, 18},
             .above = 6});
}

void declare_controls(AttentionControls& board, const PanelContext& context) {
  const AttentionLab& lab = board.settings();
  const Anatomy& model = context.results.model->anatomy();
  const Projections weights = projections_in_force(lab);
  const auto first_row = [](AttentionLab& s) { s.row = 0; };
  board.choose(say("inputs X"), &AttentionLab::inputs,
               {{model.picture ? say("the picture") : say("the sentence")}, {say("numbers")}}, first_row);
  board.choose(say("queries are"), &AttentionLab::asking, {{say("the inputs")}, {say("random")}}, first_row);
  board.choose(say("alignment"), &AttentionLab::alignment, alignments());
  board.choose(say("weights"), &AttentionLab::projections, weight_choices(model, lab), nullptr,
               std::optional(weights));
  board.choose(say("from scores to weights"), &AttentionLab::shares,
               {{say("softmax")}, {say("none")}, {say("÷ sum")}});
  declare_slides(board, model);
  if (weights == Projections::random || lab.asking == AttentionAsking::random)
    board.press("again", say("New random numbers"), ButtonKind::plain,
                [](AttentionLab& s) { s.seed = next_seed(s.seed); });
  board.row({.gap = 6, .above = 2, .below = 5, .breaks = false}, [&] {
    board.press("shuffle", say("Shuffle the inputs"), ButtonKind::plain,
                [](AttentionLab& s) { s.shuffle = next_seed(s.shuffle); });
    if (lab.shuffle != 0)
      board.press("as given", say("As given"), ButtonKind::quiet, [](AttentionLab& s) { s.shuffle = 0; });
  });
  if (const AttentionStudy* study = result_of<AttentionStudy>(context))
    declare_findings(board, context, *study);
}

// Its stages.

class AttentionStages {
 public:
  explicit AttentionStages(const PanelContext& context, const LabWork& work)
      : context_(context),
        ui_(context.ui),
        lab_(work.settings<AttentionLab>()),
        projected_(has("query")),
        own_(has("queries")) {}

  bool has(const std::string& part) const {
    return context_.maps.lab()[0].trace()->find("attention_lab." + part) >= 0;
  }
  // Whether all maps are there; those of a long text are made off the frame.
  bool made() const {
    constexpr std::array parts{"queries", "query",  "inputs",  "key",    "value", "scores",
                               "scaled",  "masked", "weights", "shares", "output"};
    return std::count_if(parts.begin(), parts.end(),
                         [this](const char* part) { return has(part) && map_of(part) == nullptr; }) == 0;
  }
  HeatmapPtr map_of(const std::string& part) const {
    return context_.maps.lab()[0].view("attention_lab." + part);
  }

  void declare(stage::Board& board) {
    stage::Matrices look{.row = row_followed(ui_, lab_, map_of("output")->rows)};
    if (lab_.inputs == AttentionInputs::small) {
      look.most_wide = 60;
      look.most_tall = 40;
    }
    board.matrices(made_from(context_, look), [&] {
      board.row({}, [&] { declare_vectors(board); });
      board.row({}, [&] { declare_mixing(board); });
    });
  }

 private:
  void declare_vectors(stage::Board& board) {
    if (own_) add(board, {"queries", Role::query, {"X_q"}, true, asking});
    if (own_ && projected_) add(board, {"query", Role::query, {"Q = X_q W^Q"}, false, asking});
    add(board, {"inputs", Role::ink, {"X"}, true, own_ ? asked : both});
    if (!own_ && projected_) add(board, {"query", Role::query, {"Q = X W^Q"}, false, both});
    if (!projected_) return;
    add(board, {"key", Role::key, {"K = X W^K"}, false, asked});
    add(board, {"value", Role::value, {"V = X W^V"}, false, asked});
  }

  void declare_mixing(stage::Board& board) {
    const std::string q = projected_ ? "Q" : own_ ? "X_q" : "X";
    const std::string k = projected_ ? "K" : "X";
    const bool scaled = has("scaled"), masked = has("masked"), weights = has("weights"),
               shares = has("shares");
    add(board, {"scores",
                Role::ink,
                {lab_.alignment == Alignment::additive ? "S = v · tanh(q + k)" : "S = " + q + " " + k + "^T"},
                true,
                asking,
                true});
    // Where the weights' formula is too long, the scaled scores have a letter of their own.
    const bool by_letter = masked || shares;
    if (scaled && by_letter) add(board, {"scaled", Role::ink, {"S' = S / √d_k"}, false, asking, true});
    if (scaled && !by_letter)
      add(board, {"scaled", Role::ink, {"S / √d_k", "S' = S / √d_k"}, false, asking, true});
    if (masked)
      add(board, {"masked", Role::ink, {scaled ? "M = S' + mask" : "M = S + mask"}, false, asking, true});
    if (weights)
      add(board, {"weights", Role::weights,
                  masked   ? Forms{"A = softmax(M)"}
                  : scaled ? Forms{"A = softmax(S / √d_k)", "A = softmax(S')"}
                           : Forms{"A = softmax(S)"},
                  false, asking, true});
    if (shares)
      add(board, {"shares", Role::weights, scaled ? Forms{"A = S' / sum"} : Forms{"A = S / sum"}, false,
                  asking, true});
    add(board, {"output",
                Role::ink,
                {(weights || shares ? "A " : "S ") + std::string(projected_ ? "V" : "X")},
                false,
                asking});
  }

  using Forms = std::vector<std::string>;
  enum Rows { asked, asking, both };  // whose rows they are: of inputs, of queries, of either
  struct Part {
    std::string name;
    Role role;
    Forms formulas;
    bool labels = false;  // its rows are other things than those at its left
    Rows rows = asked;
    bool names_keys = false;  // above its columns
  };

  void add(stage::Board& board, const Part& part) {
    const HeatmapPtr map = map_of(part.name);
    stage::Piece piece = recorded_cells(
        context_, {.id = "stage/" + part.name,
                   .map = map,
                   .path = "attention_lab." + part.name,
                   .row_labels = part.labels,
                   .column_labels = part.names_keys,
                   .colouring = part.name == "weights" ? colouring_of(context_, map) : Colouring{}});
    auto& cells = std::get<stage::Cells>(piece.look);
    cells.role = part.role;
    cells.formulas = part.formulas;
    cells.notes = notes_of(part.name, *map);
    cells.rows_of = part.rows == asking ? 1 : 0;
    cells.followed = part.rows != asked;
    if (cells.followed) {
      cells.touched = [this, taken = cells.touched](const HeatmapTouch& touch, const Area& at) {
        taken(touch, at);
        if (touch.hovered_row) ui_.state<Hover>().token = *touch.hovered_row;
        std::optional<int> chosen = touch.clicked_row;
        if (touch.clicked) chosen = touch.clicked->row;
        if (chosen) change_lab<AttentionLab>(context_, [&](AttentionLab& s) { s.row = *chosen; });
      };
    }
    const bool typed = part.name == "inputs" && lab_.inputs == AttentionInputs::small && lab_.shuffle == 0;
    if (typed && !ui_.exporting()) {
      cells.least_cell = (ui_.width(type::cell, "-99.9") + ui_.px(12)) / ui_.scale();
      cells.instead = [this, map](Ui&, const Area& area) { draw_fields(area, *map); };
    }
    board.add(std::move(piece));
  }

  // Its shape, and where there is room what else is to be known about it.
  Forms notes_of(const std::string& part, const Heatmap& map) const {
    const std::string shape = count_text(map.rows) + " × " + count_text(map.columns);
    const bool projection = part == "query" || part == "key" || part == "value";
    if (part == "queries" && lab_.asking == AttentionAsking::random)
      return {say("{shape}, random", {{"shape", shape}}), shape};
    if (part == "queries") return {say("{shape}, as given", {{"shape", shape}}), shape};
    if (part == "inputs" && lab_.shuffle != 0) return {say("{shape}, shuffled", {{"shape", shape}}), shape};
    if (projection && projections_in_force(lab_) == Projections::random)
      return {say("{shape}, W random", {{"shape", shape}}), shape};
    return {shape};
  }

  // The small X: each number a field to type into.
  void draw_fields(const Area& cells, const Heatmap& map) {
    const float wide = cells.width() / static_cast<float>(map.columns);
    const float tall = cells.height() / static_cast<float>(map.rows);
    for (int row = 0; row < map.rows; ++row) {
      const float y = cells.top + tall * static_cast<float>(row);
      ui_.text({cells.left - row_labels_width(ui_, map), y, cells.left - ui_.px(10), y + tall}, Align::right,
               type::label, ui_.colours().text_2, map.row_label(row));
      for (int column = 0; column < map.columns; ++column) {
        const Area field =
            Area::at(cells.left + wide * static_cast<float>(column), y, wide, tall).inset(ui_.px(1));
        std::string typed = significant_text(map.value(row, column), 6);
        const std::string id = "x/" + std::to_string(row) + "/" + std::to_string(column);
        if (!text_field(ui_, id, field, typed, type::cell, "0").changed) continue;
        const std::optional<float> value = typed_number(typed);
        if (!value || !std::isfinite(*value)) continue;
        const auto at =
            static_cast<std::size_t>(row) * AttentionLab::most_columns + static_cast<std::size_t>(column);
        change_lab<AttentionLab>(context_, [&](AttentionLab& s) {
          if (s.small.size() <= at) s.small.resize(at + 1, 0);
          s.small[at] = *value;
        });
      }
    }
  }

  const PanelContext& context_;
  Ui& ui_;
  const AttentionLab& lab_;
  const bool projected_, own_;
};

void draw_attention_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  if (context.results.model == nullptr) return;
  const std::array pages{Choice{to_be_said("A layer")}, Choice{to_be_said("Two matrices as one")}};
  const bool one_map = context.session.labs.get<AttentionLab>().page == AttentionPage::one_map;
  choose_page(context, rest,
              one_map ? say("But for its biases, a head needs only the product of its two matrices, a map "
                            "between words’ vectors. What kind of map is it?")
                      : say("Queries are compared with keys; softmax turns the scores into weights; the "
                            "weights mix the values."),
              pages, &AttentionLab::page);
  if (one_map) return draw_one_map(context, rest);
  if (!ui.exporting()) {
    AttentionControls controls(context);
    controls.column({}, [&] { declare_controls(controls, context); });
    controls.show(rest.cut_left(choices_width(ui, alignments()), ui.px(20)));
  }
  const LabWork* work = work_of(context);
  if (work == nullptr || work->recorded == nullptr || context.maps.lab()[0].trace() == nullptr) return;
  AttentionStages stages(context, *work);
  if (!stages.has("output") || !stages.made()) return;
  if (stages.has("weights")) offer_colours(context, "stage/colours", stages.map_of("weights"), rest);
  stage::Board board(ui, "lab/attention");
  stages.declare(board);
  board.show(rest);
}

// --- before a class

std::optional<ClassPicture> attention_for_class(const PanelContext& context) {
  const LabWork& work = *work_of(context);
  const auto& settings = context.session.labs.get<AttentionLab>();
  if (settings.page == AttentionPage::one_map) return one_map_for_class(context);
  const Trace* const trace = work.recorded == nullptr ? nullptr : work.recorded->trace(0);
  if (work.result<AttentionStudy>() == nullptr || trace == nullptr) return {};
  int node = -1;
  for (const char* const part : {"weights", "shares", "scaled", "scores"}) {
    if (node < 0) node = trace->find(std::string("attention_lab.") + part);
  }
  if (node < 0) return {};
  const Reading values = trace->read(node);
  // Of the sentence the chosen word, as long as no other query is followed.
  const bool of_words =
      settings.inputs == AttentionInputs::sentence && settings.asking == AttentionAsking::inputs;
  const int row = std::clamp(settings.row == 0 && of_words ? context.session.token : settings.row, 0,
                             values.shape().rows - 1);
  const Label& label = trace->label(node);
  const std::vector<std::string> keys = trace->labels(label.cols, values.shape().cols);
  const std::string word = trace->labels(label.rows, values.shape().rows).at(static_cast<std::size_t>(row));
  std::vector<float> numbers;
  for (int column = 0; column < values.shape().cols; ++column) numbers.push_back(values(row, column));
  const Palette& c = context.ui.colours();
  if (settings.shares == Weighting::softmax) {
    const Projections made_by = projections_in_force(settings);
    const std::string about = made_by == Projections::head     ? say("takes shares as head {n} has learned:",
                                                                     {{"n", std::to_string(settings.head + 1)}})
                              : made_by == Projections::random ? say("takes shares by random numbers:")
                                                               : say("takes a share of every row:");
    const ClassBars bars = class_shares(keys, numbers, c.weights);
    return ClassPicture{.word = word,
                        .about = about,
                        .shows = bars,
                        .says = say("It takes most from “{most}”: {share}. All its shares together are 1.",
                                    {{"most", bars.bars.front().name}, {"share", bars.bars.front().number}})};
  }
  const ClassBars bars = class_scores(keys, numbers, c);
  if (settings.shares == Weighting::sum) {
    const std::vector<std::string>& wrong = work.result<AttentionStudy>()->wrong;
    return ClassPicture{
        .word = word,
        .about = say("has its scores divided by their sum:"),
        .shows = bars,
        .says = row < static_cast<int>(std::ssize(wrong)) ? wrong[static_cast<std::size_t>(row)] : ""};
  }
  float sum = 0;
  for (const float number : numbers) sum += number;
  return ClassPicture{.word = word,
                      .about = say("scores every row, and no softmax follows:"),
                      .shows = bars,
                      .says = say("Scores may be below zero, and their sum is {sum}, not 1.",
                                  {{"sum", number_alone(sum, NumberFormat::score)}})};
}

constexpr std::array<LabPanel::ForClass::Set, 3> attention_steps{
    [](const PanelContext&, Labs&) {},
    // The same made by a head that has learned what to look for.
    [](const PanelContext& context, Labs& labs) {
      AttentionLab& lab = labs.get<AttentionLab>();
      if (context.results.model == nullptr || !needs_heads.met(context.results.model->anatomy())) return;
      lab.projections = Projections::head;
      lab.layer = context.session.layer;
      lab.head = context.session.head;
    },
    [](const PanelContext&, Labs& labs) { labs.get<AttentionLab>().shares = Weighting::none; }};

}  // namespace

constinit const LabPanel AttentionLab::panel_row{
    .lab = &lab_row,
    .draw = draw_attention_lab,
    .help =
        "From additive scores to scaled dot products, with and without learned matrices. Choose the query to "
        "follow.",
    .words =
        "additive bahdanau luong dot product alignment q k v projections hard soft general rank singular "
        "values svd w_q w_k low",
    .wide = 690,
    .tall = 600,
    .margin = {
        "Follow one query",
        "Choose a word. Its query is compared with every key, and the values are mixed by the shares.",
        "Leave out softmax",
        [](const PanelContext&, Labs& labs) {
          labs.get<AttentionLab>().page = AttentionPage::layer;
          labs.get<AttentionLab>().shares = Weighting::none;
        },
        [](const Labs& labs) -> std::optional<LabPanel::Said> {
          if (labs.get<AttentionLab>().page != AttentionPage::one_map) return std::nullopt;
          return LabPanel::Said{
              "Two matrices as one",
              "At the left its cells; at the right its rank, and the score of two words, each way round."};
        }},
    .for_class = {attention_for_class, attention_steps},
};

}  // namespace headlight
