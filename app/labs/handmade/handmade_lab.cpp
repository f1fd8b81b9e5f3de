// The lab on a head that is built by hand as a row of the labs.
#include "app/labs/handmade/handmade_lab.h"

#include <algorithm>
#include <limits>

#include "app/lab/lab_work.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr std::array matrices_of_a_head{HeadMatrix::query, HeadMatrix::key, HeadMatrix::value};

// Away from the letters on stage, whose seeds are small numbers.
constexpr std::uint64_t seed_of_others = 0x0b5e'55ed;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::vector<LabTable> tables_of(const HandmadeLab& lab, const HandmadeStudy& study) {
  // Answers and what is wanted count from 0, as the columns of the value matrix.
  LabTable answers{.name = "answers", .columns = {"wanted", "answer"}, .rows_are = "letter", .row_names = {}};
  const std::vector<std::string> letters = study.run.heads.front()->words().source;
  const auto number = [](int at) { return at < 0 ? nothing : static_cast<double>(at); };
  for (std::size_t t = 0; t < letters.size(); ++t) {
    answers.row_names.push_back(letters[t]);
    answers.rows.push_back({number(study.text.wanted[t]), number(study.run.answers[t])});
  }
  answers.letters = lab.task != HeadTask::stood_before;
  LabTable accuracy{
      .name = "accuracy",
      .columns = {"asked", "right", "share of other rows"},
      .rows = {{static_cast<double>(study.run.asked), static_cast<double>(study.run.right), study.accuracy}}};
  return {{.name = "weights", .side = head_shown(lab), .path = "attention_lab.weights"},
          std::move(answers),
          std::move(accuracy)};
}

const char* task_said(HeadTask task) {
  switch (task) {
    case HeadTask::letter_before:
      return "the letter before";
    case HeadTask::third_letter:
      return "the third letter";
    case HeadTask::stood_before:
      return "where the same letter was before";
    case HeadTask::induction:
      return "what came after the same letter, with two heads";
  }
  return "";
}

}  // namespace

HandSet HandmadeLab::*matrix_set(int head, HeadMatrix which) {
  using Set = HandmadeLab;
  constexpr std::array first{&Set::query, &Set::key, &Set::value};
  constexpr std::array second{&Set::second_query, &Set::second_key, &Set::second_value};
  return (head == 0 ? first : second).at(static_cast<std::size_t>(which));
}

std::vector<HeadMatrices> heads_set(const HandmadeLab& lab) {
  std::vector<HeadMatrices> heads;
  for (int head = 0; head < heads_of(lab.task); ++head) {
    HeadMatrices& matrices = heads.emplace_back();
    for (const HeadMatrix which : matrices_of_a_head) {
      const HandSet& set = lab.*matrix_set(head, which);
      Matrix& matrix = matrix_of(matrices, which);
      matrix = matrix_of_part(lab.task, head, which, set.part);
      if (std::ssize(set.painted) == matrix.size())
        std::copy(set.painted.begin(), set.painted.end(), matrix.data());
    }
  }
  return heads;
}

void set_matrix(HandmadeLab& lab, int head, HeadMatrix which, const Matrix& matrix) {
  HandSet& set = lab.*matrix_set(head, which);
  set = {};
  for (const HeadPart part : parts_for(lab.task, head, which)) {
    if (matrix_of_part(lab.task, head, which, part) != matrix) continue;
    set.part = part;
    return;
  }
  set.painted.assign(matrix.data(), matrix.data() + matrix.size());
}

void set_head(HandmadeLab& lab, int head, const HeadMatrices& matrices) {
  for (const HeadMatrix which : matrices_of_a_head) set_matrix(lab, head, which, matrix_of(matrices, which));
}

int head_shown(const HandmadeLab& lab) { return std::min(lab.head, heads_of(lab.task) - 1); }

namespace {

// In pieces of some steps each.
std::shared_ptr<const HeadLearner> learned_heads(const LabInput& input, const HandmadeLab& settings) {
  constexpr int steps_a_piece = 25;
  const std::string what = "handmade " + std::to_string(static_cast<int>(settings.task)) + " " +
                           std::to_string(settings.start) + " ";
  std::shared_ptr<const HeadLearner> now;
  for (int steps = steps_a_piece; steps <= trained_steps; steps += steps_a_piece) {
    if (input.cancel != nullptr && input.cancel->requested()) throw LabCancelled();
    now = input.piece(what + std::to_string(steps), [&] {
      HeadLearner next =
          now != nullptr ? *now : HeadLearner(settings.task, static_cast<std::uint64_t>(settings.start));
      next.advance(steps_a_piece);
      return next;
    });
    if (input.progress) input.progress(static_cast<float>(steps) / trained_steps);
  }
  return now;
}

void learn(const LabInput& input, const HandmadeLab& settings, HandmadeStudy& study) {
  const auto* last = input.last == nullptr ? nullptr : LabWork::result_in<HandmadeStudy>(input.last);
  const bool known = last != nullptr && last->learned != nullptr && last->learned_task == settings.task &&
                     last->learned_start == settings.start;
  if (!known && !settings.trained) return;
  study.learned = known ? last->learned : learned_heads(input, settings);
  study.learned_task = settings.task;
  study.learned_start = settings.start;
}

void compute_handmade(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<HandmadeLab>();
  HandmadeStudy study;
  learn(input, settings, study);
  Random random(static_cast<std::uint64_t>(settings.seed));
  study.text = drawn_text(settings.task, random);
  study.heads = settings.trained ? study.learned->heads() : heads_set(settings);
  const float strength = settings.trained ? 1 : settings.strength;
  study.run = run_built(settings.task, study.heads, strength, study.text);
  study.accuracy = built_accuracy(settings.task, study.heads, strength, other_rows, seed_of_others);
  LabRecord recorded;
  for (std::size_t head = 0; head < study.run.heads.size(); ++head)
    recorded.set(static_cast<int>(head), study.run.heads[head]);
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  work.shown = "attention_lab.weights";
  work.tables = tables_of(settings, study);
  work.keep(std::move(study));
}

LabCaption handmade_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<HandmadeLab>();
  const auto* study = asked.result<HandmadeStudy>();
  const NamedValue task{"task", std::string(task_said(lab.task))};
  const std::string says = lab.trained ? drawn(say("{task}, as {n} steps of training found it",
                                                   {task, {"n", std::to_string(trained_steps)}}),
                                               lab.start)
                                       : say("{task}, by a head whose matrices were set by hand", {task});
  if (study == nullptr) return {says, {}, false};
  return {drawn(say("{head}: right at {n} of {all} places", {{"head", says},
                                                             {"n", std::to_string(study->run.right)},
                                                             {"all", std::to_string(study->run.asked)}}),
                lab.seed),
          {},
          false};
}

constexpr std::array handmade_drags{
    LabDrag{
        "built by hand, the strength of a head",
        [](Labs& labs, int i) { labs.get<HandmadeLab>().strength = 2 + 0.1F * static_cast<float>(i % 200); }},
    LabDrag{"built by hand, the letters", [](Labs& labs, int i) {
              labs.get<HandmadeLab>().task = HeadTask::induction;
              labs.get<HandmadeLab>().seed = 2 + i;
            }}};

}  // namespace

constinit const Lab HandmadeLab::lab_row{.name = "handmade",
                                         .title = "Handmade",
                                         .question = "Can you build a head yourself?",
                                         .settings = settings_of<HandmadeLab>(),
                                         .compute = compute_handmade,
                                         .caption = handmade_caption,
                                         .drags = handmade_drags};

}  // namespace headlight
