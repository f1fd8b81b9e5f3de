#include "train/learn/picture_evaluate.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <optional>

#include "core/learn/card_text.h"
#include "core/models/certainty.h"
#include "core/models/model.h"
#include "core/pictures/draw_scene.h"
#include "train/learn/picture_training.h"

namespace headlight {

namespace {

// Apart from those that runs learn from, whatever their seed: scene_seed() mixes its own.
constexpr std::uint64_t first_measured = 1'000'000'007;

constexpr const char* cross_weights = "decoder.0.cross_attention.head.0.weights";

int largest_in(ConstView matrix, int row, int first_column = 0) {
  Eigen::Index place = 0;
  matrix.map().row(row).tail(matrix.shape.cols - first_column).maxCoeff(&place);
  return static_cast<int>(place);
}

ConstView values_of(const Trace& trace, const std::string& path) {
  return trace.tape().value(trace.tape().find(path).value());
}

// A word of a caption that one object alone has, of all that the scene has: its colour or its shape.
bool tells_one_object(const Scene& scene, const CaptionWord& word) {
  if (word.objects.size() != 1) return false;
  const SceneObject& named = scene.objects[word.objects.front()];
  const bool colour = word.text == name_of(named.colour);
  if (!colour && word.text != name_of(named.shape)) return false;
  return std::count_if(scene.objects.begin(), scene.objects.end(), [&](const SceneObject& other) {
           return colour ? other.colour == named.colour : other.shape == named.shape;
         }) == 1;
}

bool is_colour_or_shape(const Scene& scene, const CaptionWord& word) {
  if (word.objects.empty()) return false;
  const SceneObject& named = scene.objects[word.objects.front()];
  return word.text == name_of(named.colour) || word.text == name_of(named.shape) ||
         word.text == plural_of(named.shape);
}

// The object whose box a cell touches, the first of `preferred` before all others; -1 for none.
int object_at(const Scene& scene, int cell, const std::vector<int>& preferred) {
  for (const int object : preferred) {
    if (box_of(scene, object).touches_cell(cell)) return object;
  }
  for (int object = 0; object < static_cast<int>(scene.objects.size()); ++object) {
    if (box_of(scene, object).touches_cell(cell)) return object;
  }
  return -1;
}

// A row that looks elsewhere. The cells are the last columns, of a square grid.
Edit looking_away(const std::string& weights, ConstView values, int row) {
  const int cells = Picture::cells * Picture::cells;
  const int before = values.shape.cols - cells;
  const int cell = largest_in(values, row, before);
  Edit edit;
  edit.path = weights;
  edit.kind = Edit::Kind::swap;
  edit.row = row;
  edit.col = before + cell;
  edit.other = before + cells - 1 - cell;
  return edit;
}

Edit without_positions() {
  Edit edit;
  edit.path = "source.positions";
  edit.kind = Edit::Kind::multiply;
  edit.values = {0};
  return edit;
}

bool reported(const Progress& progress, int done, int all) {
  return !progress || progress(static_cast<double>(done) / all);
}

// One scene's share of what is measured of a captioner.
class CaptionedScene {
 public:
  CaptionedScene(const Model& model, const Scene& scene)
      : model_(model),
        scene_(scene),
        caption_(caption_of(scene)),
        words_(numbers_of(caption_, model.target())) {}

  void measure(CaptionShares& shares, std::uint64_t die) {
    const TracePtr trace = model_.trace({.input = scaled(draw(scene_)), .words = words_});
    const ConstView logits = values_of(*trace, "logits");
    bool exact = true;
    for (std::size_t t = 0; t <= words_.size(); ++t) {
      const int next = t == words_.size() ? kEndToken : words_[t];
      exact = exact && largest_in(logits, static_cast<int>(t)) == next;
    }
    shares.exact.at(scene_.objects.size()).add(exact);
    if (exact) {
      shares.unsure_inside.add(!certainty_of_caption(*trace).sure());
    } else {
      add_wrong(shares);
    }
    if (!trace->tape().find(cross_weights)) return;
    const ConstView weights = values_of(*trace, cross_weights);
    std::vector<std::size_t> telling;
    for (std::size_t t = 0; t < caption_.size(); ++t) {
      if (is_colour_or_shape(scene_, caption_[t])) {
        const int cell = largest_in(weights, static_cast<int>(t));
        const auto& named = caption_[t].objects;
        shares.in_box.add(std::any_of(named.begin(), named.end(),
                                      [&](int object) { return box_of(scene_, object).touches_cell(cell); }));
      }
      if (tells_one_object(scene_, caption_[t])) telling.push_back(t);
    }
    if (scene_.objects.size() < 2 || telling.empty()) return;
    const std::size_t asked = telling[die % telling.size()];
    const int cell = largest_in(weights, static_cast<int>(asked));
    const int said = largest_in(logits, static_cast<int>(asked));
    const Edit away = looking_away(cross_weights, weights, static_cast<int>(asked));
    const TracePtr looked_away =
        model_.trace({.input = scaled(draw(scene_)), .words = words_, .edits = {away}});
    shares.away.head.add(largest_in(values_of(*looked_away, "logits"), static_cast<int>(asked)) != said);
    hide(shares.hiding, asked, object_at(scene_, cell, caption_[asked].objects), said, die);
  }

 private:
  void add_wrong(CaptionShares& shares) const {
    std::vector<int> said = model_.answer(scaled(draw(scene_)));
    shares.unsure_wrong.add(
        !certainty_of_caption(*model_.trace({.input = scaled(draw(scene_)), .words = said})).sure());
    std::vector<int> right = words_;
    std::sort(said.begin(), said.end());
    std::sort(right.begin(), right.end());
    std::vector<int> too_often;
    std::set_difference(said.begin(), said.end(), right.begin(), right.end(), std::back_inserter(too_often));
    const auto one_of = [&](const auto& names) {
      return std::any_of(too_often.begin(), too_often.end(), [&](int word) {
        return std::find(names.begin(), names.end(), model_.target().word(word)) != names.end();
      });
    };
    shares.exchanged.add(said == right);
    shares.wrong_size.add(one_of(size_names));
    shares.wrong_colour.add(one_of(colour_names));
    shares.wrong_shape.add(one_of(shape_names) || one_of(shape_plurals));
  }

  void hide(Hiding& hiding, std::size_t asked, int looked_at, int said, std::uint64_t die) const {
    const int objects = static_cast<int>(scene_.objects.size());
    if (looked_at < 0) {
      // Nobody's cell: there is nothing to hide that would be missed.
      hiding.looked_at.add(false);
      return;
    }
    hiding.looked_at.add(said_without(looked_at, asked) != said);
    const int another =
        (looked_at + 1 + static_cast<int>(die / 97 % static_cast<std::uint64_t>(objects - 1))) % objects;
    hiding.another.add(said_without(another, asked) != said);
  }

  int said_without(int object, std::size_t asked) const {
    const TracePtr trace = model_.trace({.input = scaled(draw_without(scene_, object)), .words = words_});
    return largest_in(values_of(*trace, "logits"), static_cast<int>(asked));
  }

  const Model& model_;
  const Scene& scene_;
  Caption caption_;
  std::vector<int> words_;
};

int answer_in(const Trace& trace) { return largest_in(values_of(trace, "logits"), 0); }

std::string looking_weights(const HeadPlace& head) {
  return head.stack + "." + std::to_string(head.layer) + "." + head.attention + ".head." +
         std::to_string(head.head) + ".weights";
}

std::vector<std::string> every_head(const Anatomy& anatomy) {
  const AttentionHeads& heads = *anatomy.find(Attention::encoder);
  std::vector<std::string> paths;
  for (int number = 0; number < heads.count(); ++number) {
    const AttentionHeads::Place place = heads.place_of(number);
    paths.push_back(heads.info().path(place.layer, place.head, "weights"));
  }
  return paths;
}

}  // namespace

Share CaptionShares::all() const {
  Share sum;
  for (const Share& each : exact) {
    sum.right += each.right;
    sum.all += each.all;
  }
  return sum;
}

CaptionShares caption_shares(const Model& model, int scenes, SceneUse use, const Progress& progress) {
  CaptionShares shares;
  for (int i = 0; i < scenes && reported(progress, i, scenes); ++i) {
    const std::uint64_t seed = first_measured + static_cast<std::uint64_t>(i);
    const Scene scene = random_captioned_scene(seed, use);
    CaptionedScene(model, scene).measure(shares, seed);
  }
  return shares;
}

std::vector<Measure> caption_measures(const CaptionShares& shares, bool attention) {
  std::vector<Measure> measures{{"exact_captions", shares.all().value(), "", attention ? ">= 0.95" : ""},
                                {"exact_one_object", shares.exact[1].value(), "", ""},
                                {"exact_two_objects", shares.exact[2].value(), "", ""},
                                {"exact_three_objects", shares.exact[3].value(), "", ""},
                                {"wrong_exchanged", shares.exchanged.value(), "", ""},
                                {"wrong_size", shares.wrong_size.value(), "", ""},
                                {"wrong_colour", shares.wrong_colour.value(), "", ""},
                                {"wrong_shape", shares.wrong_shape.value(), "", ""},
                                {"unsure_inside", shares.unsure_inside.value(), "", ""},
                                {"unsure_wrong", shares.unsure_wrong.value(), "", ""}};
  if (!attention) return measures;
  measures.push_back({"attention_in_box", shares.in_box.value(), "", ">= 0.9"});
  measures.push_back({"hidden_object_changes_word", shares.hiding.looked_at.value(), "", ">= 0.9"});
  measures.push_back({"another_object_changes_word", shares.hiding.another.value(), "", "<= 0.1"});
  measures.push_back({"looking_away_changes_word", shares.away.head.value(), "", ""});
  return measures;
}

MeasuredCurve exact_by_objects(const CaptionShares& shares) {
  MeasuredCurve curve{"exact_by_objects", "objects", {}};
  for (int objects = 1; objects <= most_captioned; ++objects) {
    const Share& share = shares.exact[objects];
    curve.points.push_back({static_cast<double>(objects), share.value(), share.all});
  }
  return curve;
}

AnswerShares answer_shares(const Model& model, const HeadPlace& head, int scenes, SceneUse use,
                           const Progress& progress) {
  AnswerShares shares;
  for (int i = 0; i < scenes && reported(progress, i, scenes); ++i) {
    const std::uint64_t seed = first_measured + static_cast<std::uint64_t>(i);
    const Scene scene = random_question_scene(seed, use);
    const int red = only_red(scene);
    const Matrix pixels = scaled(draw(scene));
    const TracePtr trace = model.trace({.input = pixels});
    const int answer = answer_in(*trace);
    shares.right.add(answer == shape_answer(scene));
    const Scene painted_over = with_red_painted_over(scene, seed);
    shares.none.add(answer_in(*model.trace({.input = scaled(draw(painted_over))})) ==
                    shape_answer(painted_over));
    const int cell = largest_in(values_of(*trace, looking_weights(head)), 0, 1);
    shares.in_box.add(box_of(scene, red).touches_cell(cell));
    const auto said_without = [&](int object) {
      return answer_in(*model.trace({.input = scaled(draw_without(scene, object))}));
    };
    const int others = static_cast<int>(scene.objects.size()) - 1;
    shares.hiding.looked_at.add(said_without(red) != answer);
    const auto away = [&](const std::string& weights) {
      return looking_away(weights, values_of(*trace, weights), 0);
    };
    std::vector<Edit> all_away;
    for (const std::string& weights : every_head(model.anatomy())) all_away.push_back(away(weights));
    shares.away.head.add(answer_in(*model.trace({.input = pixels, .edits = {away(looking_weights(head))}})) !=
                         answer);
    shares.away.all_heads.add(answer_in(*model.trace({.input = pixels, .edits = all_away})) != answer);
    shares.no_positions.add(answer_in(*model.trace({.input = pixels, .edits = {without_positions()}})) !=
                            answer);
    shares.hiding.another.add(said_without((red + 1 + static_cast<int>(seed) % others) % (others + 1)) !=
                              answer);
  }
  return shares;
}

HeadPlace find_looking_head(const Model& model, int scenes) {
  HeadPlace best{"encoder", "self_attention", model.transformer()->encoder_layers - 1, 0};
  double most = -1;
  for (int head = 0; head < model.transformer()->encoder_heads; ++head) {
    HeadPlace place = best;
    place.head = head;
    const double share = answer_shares(model, place, scenes, SceneUse::training).in_box.value();
    if (share <= most) continue;
    most = share;
    best = place;
  }
  return best;
}

std::vector<Measure> answer_measures(const AnswerShares& shares) {
  return {{"accuracy", shares.right.value(), "", ">= 0.95"},
          {"accuracy_nothing_red", shares.none.value(), "", ">= 0.95"},
          {"attention_in_box", shares.in_box.value(), "", ">= 0.9"},
          {"hidden_object_changes_answer", shares.hiding.looked_at.value(), "", ">= 0.9"},
          {"another_object_changes_answer", shares.hiding.another.value(), "", "<= 0.1"},
          {"looking_away_changes_answer", shares.away.head.value(), "", ""},
          {"all_looking_away_changes_answer", shares.away.all_heads.value(), "", ""},
          {"without_positions_changes_answer", shares.no_positions.value(), "", ""}};
}

namespace {

// Whether there is an attention to the cells of the picture.
bool looks_back(const Model& model) { return !model.anatomy().attentions.empty(); }

// What every recipe of a model that looks at scenes has.
template <typename Recipe>
CardNumbers scene_numbers(const Model& model, const Recipe& recipe, double seconds) {
  CardNumbers numbers = numbers_of_training(recipe, recipe.seed, seconds, model.weights().parameters());
  numbers["batch"] = std::to_string(recipe.batch);
  numbers["jitter"] = in_digits(static_cast<double>(recipe.jitter));
  return numbers;
}

}  // namespace

void measure_captions(Card& card, const Model& model, const Progress& progress) {
  const CaptionShares shares = caption_shares(model, scenes_measured, SceneUse::measuring, progress);
  card.measures = caption_measures(shares, looks_back(model));
  card.curves = {exact_by_objects(shares)};
}

Card caption_card(const Model& model, const CaptionRecipe& recipe, double seconds, const Progress& progress) {
  const bool attends = recipe.context_dropout > 0;
  CardNumbers numbers = scene_numbers(model, recipe, seconds);
  numbers["eye"] = recipe.eye;
  numbers["one_vector"] = looks_back(model) ? "" : "1";
  numbers["attention"] = attends ? "1" : "";
  numbers["transformer"] = looks_back(model) && !attends ? "1" : "";
  Card card = card_of_text("caption", numbers);
  card.name = recipe.name;
  if (looks_back(model)) card.reference_head = HeadPlace{"decoder", "cross_attention", 0, 0};
  measure_captions(card, model, progress);
  return card;
}

Card vision_card(const Model& model, const VisionRecipe& recipe, double seconds, const Progress& progress) {
  Card card = card_of_text("vit", scene_numbers(model, recipe, seconds));
  card.name = "vit";
  card.reference_head = find_looking_head(model);
  card.measures = answer_measures(
      answer_shares(model, *card.reference_head, scenes_measured, SceneUse::measuring, progress));
  return card;
}

// What headlight-train asks.

namespace {

constexpr int scenes_watched = 100;

std::string shares_watched(const char* what, double share, double in_box) {
  char text[64];
  std::snprintf(text, sizeof text, "%s %3.0f %%, in box %3.0f %%", what, 100 * share, 100 * in_box);
  return text;
}

}  // namespace

std::string CaptionTrainer::watch() const {
  const CaptionShares shares = caption_shares(*model(), scenes_watched);
  return shares_watched("exact", shares.all().value(), shares.in_box.value());
}

std::string VisionTrainer::watch() const {
  const auto now = model();
  const AnswerShares shares = answer_shares(*now, find_looking_head(*now, scenes_watched), scenes_watched);
  return shares_watched("right", shares.right.value(), shares.in_box.value());
}

Card CaptionTrainer::card(const std::filesystem::path& folder, double seconds) const {
  return caption_card(*load_model(folder, AnswerKind::caption), recipe_, seconds);
}
Card VisionTrainer::card(const std::filesystem::path& folder, double seconds) const {
  return vision_card(*load_model(folder, AnswerKind::one_label), recipe_, seconds);
}

}  // namespace headlight
