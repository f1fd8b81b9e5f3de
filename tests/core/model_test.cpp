// The laws that hold for every model, whatever family it is of; and what is special to those of text.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/explain/dependencies.h"
#include "core/files/whole_file.h"
#include "core/layers/sites.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/models/run.h"
#include "core/models/trace.h"
#include "core/models/transformer.h"
#include "core/text/encode.h"
#include "core/text/unicode.h"
#include "tests/core/alike.h"
#include "tests/core/every_model.h"
#include "tests/long_labeller.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_model.h"
#include "tests/tiny_pictures.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

class Laws : public testing::TestWithParam<int> {
 protected:
  const ModelRow& row() const { return every_model()[static_cast<std::size_t>(GetParam())]; }
  const Model& model() const { return *row().model; }
};
INSTANTIATE_TEST_SUITE_P(Models, Laws, testing::Range(0, static_cast<int>(every_model().size())),
                         [](const testing::TestParamInfo<int>& param) {
                           std::string name = every_model()[static_cast<std::size_t>(param.param)].name;
                           std::erase_if(name, [](char each) { return each == '-' || each == ' '; });
                           return name;
                         });

void expect_same(const TracePtr& a, const TracePtr& b) {
  ASSERT_NE(a, nullptr);
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(a->words().target, b->words().target);
  ASSERT_EQ(a->tape().size(), b->tape().size());
  for (int id = 0; id < a->tape().size(); ++id) {
    ASSERT_EQ(a->label(id).path, b->label(id).path);
    EXPECT_EQ(a->read(id).view().map(), b->read(id).view().map()) << a->label(id).path;
  }
}

std::vector<float> last_probabilities(const TracePtr& trace) {
  return last_row(trace->read("probabilities").view());
}

TEST_P(Laws, AFolderIsReadAsItsFamily) {
  const ModelPtr again = load_model(row().folder);
  EXPECT_EQ(again->family().name, model().family().name);
  expect_same(again->trace({.text = row().text}), model().trace({.text = row().text}));
  const OutlinePtr outline = outline_of(row().folder);
  EXPECT_EQ(outline->tokenizer().encoded(row().text), model().read(row().text));
  EXPECT_EQ(outline->anatomy().attentions.size(), model().anatomy().attentions.size());
  EXPECT_EQ(outline->anatomy().max_tokens, model().anatomy().max_tokens);
  EXPECT_NO_THROW(load_model(row().folder, model().anatomy().answer));
  const bool labels = model().anatomy().answer == AnswerKind::labels;
  EXPECT_THROW(load_model(row().folder, labels ? AnswerKind::caption : AnswerKind::labels), FormatError);
}

// Its words are those of its numbers, and what labels them.
TEST_P(Laws, ATraceIsOfWhatWasTyped) {
  const TracePtr trace = model().trace({.text = row().text});
  ASSERT_NE(trace, nullptr);
  const std::vector<int> read = model().read(row().text);
  EXPECT_EQ(trace->lender(), &model().weights());
  EXPECT_FALSE(trace->words().next.empty());
  const Trace::Words& words = trace->words();
  EXPECT_EQ(trace->typed().size(), read.size());
  EXPECT_EQ(trace->anatomy().typed() == Stream::source ? words.source_ids : words.target_ids, read);
  EXPECT_EQ(words.next.size(), words.next_ids.size());
  ASSERT_EQ(words.target.size(), words.target_ids.size());
  const std::vector<std::string> labels = model().target().labels_of_text(words.target_ids);
  for (std::size_t i = 0; i < words.target.size(); ++i) EXPECT_EQ(words.target[i], labels[i]);
}

// The answer of a trace, the answer alone, and a pass over that answer are the same.
TEST_P(Laws, GreedyWordsAreTheLikeliest) {
  const TracePtr trace = model().trace({.text = row().text});
  const ModelInput input = model().input(row().text);
  const Trace::Words& words = trace->words();
  const std::vector<int> answer = model().answer(input);
  if (!writes_from_start(model().anatomy().answer)) {
    EXPECT_EQ(answer, words.next_ids);
    expect_same(trace, model().trace({.input = input}));
    return;
  }
  ASSERT_EQ(words.next.size(), words.target.size());
  EXPECT_EQ(words.target_ids.front(), model().ends().start);
  for (std::size_t t = 1; t < words.target.size(); ++t) EXPECT_EQ(words.target[t], words.next[t - 1]);
  EXPECT_EQ(answer, std::vector<int>(words.target_ids.begin() + 1, words.target_ids.end()));
  expect_same(trace, model().trace({.input = input, .words = answer}));
  // Behind the first of its own words it goes on as it did.
  const std::vector<int> first(answer.begin(),
                               answer.begin() + static_cast<std::ptrdiff_t>(answer.size() / 2));
  expect_same(trace, model().trace({.input = input, .words = first, .goes_on = true}));
}

TEST_P(Laws, ADraftChangesNothing) {
  const TracePtr one = model().trace({.text = row().text});
  const TracePtr two = model().trace({.text = row().other});
  expect_same(model().trace({.text = row().other, .like = one.get()}), two);
  expect_same(model().trace({.text = row().text, .like = one.get()}), one);
  if (!writes_from_start(model().anatomy().answer)) return;
  const ModelInput input = model().input(row().text);
  const std::vector<int> answer = model().answer(input);
  std::vector<int> wrong = answer;
  wrong.insert(wrong.begin() + static_cast<std::ptrdiff_t>(wrong.size() / 2), 2);
  std::vector<int> longer = answer;
  longer.insert(longer.end(), answer.begin(), answer.end());
  for (const std::vector<int>& draft : {answer, wrong, longer}) {
    EXPECT_EQ(model().answer(input, {}, draft), answer);
    expect_same(model().trace({.text = row().text, .draft = draft}), one);
    expect_same(model().trace({.text = row().text, .edits = row().edits, .draft = draft}),
                model().trace({.text = row().text, .edits = row().edits}));
  }
}

TEST_P(Laws, AnEditEqualsAFreshRecording) {
  const TracePtr plain = model().trace({.text = row().text});
  const TracePtr edited = model().trace({.text = row().text, .edits = row().edits, .like = plain.get()});
  expect_same(edited, model().trace({.text = row().text, .edits = row().edits}));
  for (const Edit& edit : row().edits)
    EXPECT_EQ(edited->read(edit.path)(edit.row.value_or(0), 0), edit.values.front()) << edit.path;
  expect_same(model().trace({.text = row().text, .like = edited.get()}), plain);
}

// What a search asks is what a pass over the same words records, with keys and values kept or without.
TEST_P(Laws, WritingAsksForTheSameProbabilities) {
  const std::optional<Writing> writing = model().writing(row().text);
  const AnswerKind answer = model().anatomy().answer;
  ASSERT_EQ(writing.has_value(), writes_from_start(answer) || answer == AnswerKind::next_token);
  if (!writing) return;
  for (const std::vector<int>& added : {std::vector<int>{2, 3}, std::vector<int>{}, std::vector<int>{2}}) {
    const TracePtr pass = writing->trace(added, {});
    const std::vector<float> asked = writing->next(added);
    const std::vector<float> recorded = last_probabilities(pass);
    ASSERT_EQ(asked.size(), recorded.size());
    for (std::size_t i = 0; i < asked.size(); ++i) EXPECT_NEAR(asked[i], recorded[i], 1e-5F);
    EXPECT_EQ(pass->words().target.size(), writing->given.size() + added.size());
  }
}

TEST_P(Laws, GivesNothingOnceCancelled) {
  Cancel cancel;
  EXPECT_NE(model().trace({.text = row().text, .cancel = &cancel}), nullptr);
  cancel.request();
  EXPECT_EQ(model().trace({.text = row().text, .cancel = &cancel}), nullptr);
}

// The number that a formula gives is the cell's: of the last cell and of one in the middle.
TEST_P(Laws, EveryCellIsExplained) {
  const TracePtr trace = model().trace({.text = row().other});
  for (int id = 0; id < trace->tape().size(); ++id) {
    const Node& node = trace->tape().node(id);
    if (node.op == nullptr) continue;
    for (const Cell cell : {Cell{id, node.shape.rows - 1, node.shape.cols - 1},
                            Cell{id, node.shape.rows / 2, node.shape.cols / 2}}) {
      const Expression made = trace->tape().explain(cell);
      const double value = made.evaluate([&](Cell of) { return static_cast<double>(trace->cell(of)); });
      EXPECT_NEAR(value, static_cast<double>(trace->cell(cell)), 1e-5) << node.label.path;
    }
  }
}

// Every step and every tensor, of the times the first.
std::string names_of(const std::string& title, const Trace& trace) {
  std::string list = title + "\n";
  for (int id = 0; id < trace.tape().size(); ++id) {
    const Node& node = trace.tape().node(id);
    if (place_of(node.label.path).time.value_or(0) != 0) continue;
    if (node.kind != Node::Kind::parameter) {
      EXPECT_NE(site_of(node.label.path), nullptr) << node.label.path;
    }
    list += "  " + node.label.path + " [" + std::string(info(node.label.rows).letter) + ", " +
            std::string(info(node.label.cols).letter) + "]\n";
  }
  return list;
}

TEST(Model, NamesAreFrozen) {
  const auto frozen = [](const char* file) {
    std::ifstream in(std::string(HEADLIGHT_SOURCE_DIR "/tests/golden/") + file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  };
  std::string recurrent, pictures;
  for (const ModelRow& row : every_model()) {
    const bool picture = row.model->anatomy().picture.has_value();
    if (!picture && !row.model->anatomy().recurrent()) continue;
    (picture ? pictures : recurrent) += names_of(row.name, *row.model->trace({.text = row.other}));
  }
  EXPECT_EQ(recurrent, frozen("recurrent_names.txt"));
  EXPECT_EQ(pictures, frozen("picture_names.txt"));
}

// Each has more than a fifth of what small ones may have together; their files are the same.
TEST(Model, OfSmallOnesThoseUsedLastStayInMemory) {
  const TemporaryFolder folder;
  const std::filesystem::path files = folder / "files";
  tiny_language_model(
      {.d_model = 160, .d_ff = 22500, .encoder_layers = 0, .decoder_layers = 1, .decoder_heads = 2})
      .save(files);
  std::vector<std::filesystem::path> names;
  for (int i = 0; i < 5; ++i) {
    names.push_back(folder / std::to_string(i));
    std::filesystem::create_directory(names.back());
    for (const auto& file : std::filesystem::directory_iterator(files))
      std::filesystem::create_hard_link(file.path(), names.back() / file.path().filename());
  }
  std::vector<std::weak_ptr<const Model>> models;
  for (int i = 0; i < 4; ++i) models.push_back(shared_model(names[static_cast<std::size_t>(i)]));
  EXPECT_FALSE(models[1].expired());
  shared_model(names[0]);
  models.push_back(shared_model(names[4]));
  EXPECT_TRUE(models[1].expired()) << "the one that was used longest ago";
  for (const std::size_t i : {0U, 2U, 3U, 4U}) EXPECT_FALSE(models[i].expired()) << i;
}

TEST(Model, AFamilyThatIsNotKnownIsNamedWithThoseThatAre) {
  const TemporaryFolder folder;
  replace_file(folder.path() / "config.json", std::string_view("{\"family\": \"reservoir\"}"));
  try {
    load_model(folder.path());
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("\"reservoir\""), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("seq2seq"), std::string::npos) << error.what();
  }
}

// At each place it says what follows, from what stands up to there alone; the answer is what follows the
// last.
TEST(LanguageModel, SaysWhatComesNextAtEveryPlace) {
  const Model model = tiny_language_model();
  const std::vector<int> whole = model.read("it was too tired");
  const TracePtr trace = model.trace({.input = whole});
  EXPECT_TRUE(trace->words().source.empty());
  EXPECT_EQ(trace->words().target, (std::vector<std::string>{"it", "was", "too", "tired"}));
  const Reading probabilities = trace->read("probabilities");
  EXPECT_EQ(probabilities.shape(), (Shape{4, model.target().size()}));
  const std::vector<int> next = model.answer(whole);
  for (std::size_t count = 1; count <= whole.size(); ++count) {
    const std::vector<int> begins(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(count));
    EXPECT_EQ(model.answer(begins).back(), next[count - 1]) << "no word sees what follows it";
    EXPECT_EQ(trace->words().next[count - 1], model.target().word(next[count - 1]));
  }
  EXPECT_EQ(written(*trace), trace->words().next.back());
  EXPECT_EQ(row_of_written(*trace, 0), 3);
  EXPECT_THROW(model.read(""), std::invalid_argument);
  const ModelPtr again = load_model(tiny_language_model_folder());
  EXPECT_EQ(Matrix(again->trace({.text = "it was"})->read("logits").view().map()),
            Matrix(model.trace({.input = model.read("it was")})->read("logits").view().map()));
}

TEST(LanguageModel, BeginsWithAStartWhereItsWordsDo) {
  TransformerConfig config{.d_model = 6, .d_ff = 4, .encoder_layers = 0};
  config.decoder_heads = 2;
  config.target_words = 3;
  const Model model(config, Weights::random(config, 1), WordsFile{{}, Vocabulary({"<s>", "it", "Was"})});
  EXPECT_EQ(model.read("It Was"), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(model.read("<s> it"), (std::vector<int>{0, 1}));
}

TEST(Model, NamesAllThatItDoesNotKnow) {
  const ModelPtr letters = load_model(tiny_labeller_folder());
  try {
    letters->read("A é B 3");
    FAIL();
  } catch (const UnknownWord& error) {
    EXPECT_EQ(error.place, 1);
    EXPECT_NE(std::string(error.what()).find("é"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("3"), std::string::npos) << error.what();
  } catch (const std::invalid_argument& error) {
    FAIL() << error.what();
  }
  EXPECT_THROW(letters->read(" "), std::invalid_argument);
  EXPECT_THROW(letters->read(std::string(65, 'a')), std::invalid_argument);
}

TEST(Model, OneOfSeveralIsNamedByItsFolders) {
  EXPECT_EQ(model_folder("positions/third/rotary"), positions_model("third", Positions::rotary));
  EXPECT_EQ(model_folder(tiny_model_folder()), std::filesystem::path(tiny_model_folder()));
  EXPECT_THROW(model_folder("positions/third"), std::invalid_argument);
  EXPECT_THROW(model_folder("positions/third/sideways"), std::invalid_argument);
  EXPECT_THROW(model_folder("positions/../../models/translator/x"), std::invalid_argument);
}

// The models at hand.

TEST(Catalogue, HasEveryShippedModelAndEachCanBeOpened) {
  const std::vector<CatalogueModel> catalogue = shipped_catalogue();
  const std::vector<std::string> own{
      "caption-attention", "caption-rnn", "caption-transformer", "causal",     "characters",
      "characters-rnn",    "seq2seq",     "seq2seq-attention",   "translator", "vit"};
  ASSERT_GE(catalogue.size(), 25U + own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    EXPECT_EQ(catalogue[i].name, own[i]);
    EXPECT_TRUE(catalogue[i].group.empty());
    ASSERT_FALSE(catalogue[i].measures.empty());
    EXPECT_FALSE(catalogue[i].other_names.empty()) << own[i] << " is to be found by what else it is called";
  }
  // What is shown first of a card is said in words.
  for (const auto& [model, measure, words] :
       {std::tuple{"translator", "exact_translation", "translations exactly right"},
        {"caption-rnn", "exact_captions", "captions exactly right"},
        {"vit", "accuracy", "answers right"}}) {
    EXPECT_EQ(catalogue_model(model).measures.front().name, measure);
    EXPECT_EQ(words_of_measure(measure), words);
  }
  EXPECT_EQ(words_of_measure("two_back_within_rotary"), "two back within rotary");
  std::set<std::string> names;
  for (const CatalogueModel& model : catalogue) {
    EXPECT_TRUE(names.insert(model.name).second) << model.name;
    EXPECT_NO_THROW(outline_of(model_folder(model.name))->anatomy()) << model.name;
    EXPECT_FALSE(model.title.empty()) << model.name;
    EXPECT_EQ(model.origin, "trained") << model.name;
    EXPECT_FALSE(model.data.empty()) << model.name;
    EXPECT_GT(model.bytes, 10000U) << model.name;
  }
  EXPECT_TRUE(names.contains("positions/two_back/causal_3_layers"));
}

TEST(Catalogue, DescribesAFolderOfOnesOwn) {
  EXPECT_EQ(catalogue_model("positions/third/rotary").title, "third · rotary");
  const CatalogueModel own = catalogue_model(tiny_labeller_folder());
  EXPECT_EQ(own.name, tiny_labeller_folder());
  EXPECT_EQ(own.origin, "yours");
  EXPECT_GT(own.bytes, 0U);
  EXPECT_THROW(catalogue_model("no such model"), std::invalid_argument);
}

// A trace of a long input, which does not keep the matrices between its tokens, against one that does.

constexpr const char* last_scaled = "encoder.1.self_attention.head.2.scaled";

// The same with everything kept.
Tape kept_whole(const Model& model, const std::string& letters, const std::vector<Edit>& edits = {}) {
  Tape tape;
  tape.set_edits(edits);
  Recording recording(tape, model.config(), model.weights());
  record_probabilities(recording, record_logits(recording, record_encoder(recording, model.read(letters))));
  tape.forward();
  return tape;
}

void expect_cells_of(const Trace& trace, const Tape& kept, std::uint64_t seed) {
  ASSERT_EQ(trace.tape().size(), kept.size());
  Random random(seed);
  for (int id = 0; id < kept.size(); ++id) {
    const Shape shape = kept.node(id).shape;
    const Cell cell{id, random.below(shape.rows), random.below(shape.cols)};
    const float wanted = kept.value(id)(cell.row, cell.col);
    EXPECT_TRUE(alike(trace.cell(cell), wanted, 1e-5)) << trace.label(id).path;
    const double explained = trace.tape().explain(cell).evaluate(CellReader(trace));
    EXPECT_TRUE(alike(static_cast<float>(explained), wanted, 1e-4)) << trace.label(id).path;
  }
}

TEST(LongTrace, HasTheCellsOfOneThatKeepsAll) {
  const Model model = long_labeller();
  const std::string letters = any_letters(1);
  const Tape kept = kept_whole(model, letters);
  const TracePtr trace = model.trace({.text = letters});
  EXPECT_GT(kept.bytes(), most_kept);
  EXPECT_LT(trace->tape().bytes(), kept.bytes() / 20);
  EXPECT_FALSE(trace->tape().holds(trace->at(last_scaled)));
  EXPECT_TRUE(trace->tape().holds(trace->at("encoder.1.self_attention.head.2.output")));
  expect_cells_of(*trace, kept, 2);

  // An edit goes on from its layer, to the same cells.
  const std::vector<Edit> edits{{.path = last_scaled, .kind = Edit::Kind::multiply, .values = {3.0F}}};
  const TracePtr edited = model.trace({.text = letters, .edits = edits, .like = trace.get()});
  EXPECT_LT(edited->tape().computed(), trace->tape().computed() / 3);
  expect_cells_of(*edited, kept_whole(model, letters, edits), 3);
}

TEST(LongTrace, NeverHoldsTheMatricesOfTwoHeads) {
  const Model model = long_labeller();
  std::int64_t most = 0;
  std::int64_t matrix = 0;
  const TracePtr trace = model.trace({.text = any_letters(1), .watch = [&](const Tape& tape, int id) {
                                        most = std::max(most, tape.bytes());
                                        matrix =
                                            std::max(matrix, std::int64_t{tape.node(id).shape.size()} * 4);
                                      }});
  EXPECT_EQ(matrix, std::int64_t{many_letters} * many_letters * 4);
  EXPECT_LT(most, trace->tape().bytes() + 2 * matrix + matrix / 2) << "a value and what it is made from";
}

TEST(LongTrace, GoesOnWhereItWasInterrupted) {
  const Model model = long_labeller();
  const std::string letters = any_letters(1);
  for (const std::vector<Edit>& edits :
       {std::vector<Edit>{}, {{.path = last_scaled, .kind = Edit::Kind::multiply, .values = {3.0F}}}}) {
    int steps = 0;
    const auto count = [&](const Tape&, int) { ++steps; };
    const TracePtr whole = model.trace({.text = letters, .edits = edits, .watch = count});
    const int all = std::exchange(steps, 0);
    std::shared_ptr<ModelRun> begun;
    TracePtr made;
    int turns = 0;
    for (; made == nullptr; ++turns) {
      const int before = steps;
      made = model.trace({.text = letters,
                          .edits = edits,
                          .watch = count,
                          .turn_is_over = [&] { return steps - before >= 7; },
                          .begun = &begun});
      ASSERT_LT(turns, all);
    }
    EXPECT_EQ(turns, (all + 6) / 7);
    EXPECT_EQ(steps, all) << "no step twice";
    EXPECT_EQ(begun, nullptr);
    for (const char* path : {"logits", last_scaled}) {
      const Matrix one = made->read(path).view().map(), other = whole->read(path).view().map();
      EXPECT_LE((one - other).cwiseAbs().maxCoeff(), 1e-5F * other.cwiseAbs().maxCoeff()) << path;
    }
  }
}

TEST(LongTrace, KeepsAllOfAShortInput) {
  const Model model = long_labeller();
  const TracePtr trace = model.trace({.text = any_letters(1, 64)});
  for (int id = 0; id < trace->tape().size(); ++id) EXPECT_TRUE(trace->tape().holds(id));
}

// Whatever is edited, the ripple is that of traces that keep all, to the last bit.
TEST(LongTrace, RipplesAlike) {
  const Model model = tiny_labeller();
  const std::string letters = any_letters(4, 9);
  const TracePtr plain = model.trace({.text = letters});
  const auto dropped = [&](const Trace& from, const std::vector<Edit>& edits) {
    Tape tape = from.tape().fork();
    tape.set_edits(edits);
    keep_what_fits(tape, 0);
    tape.forward();
    return Trace(std::move(tape), from.words(), nullptr);
  };
  const Trace was = dropped(*plain, {});
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    const int id =
        plain->steps()[static_cast<std::size_t>(random.below(static_cast<int>(plain->steps().size())))];
    if (plain->label(id).path.ends_with("tokens")) continue;
    const std::vector<Edit> edits{{.path = plain->label(id).path,
                                   .kind = random.chance(0.5) ? Edit::Kind::multiply : Edit::Kind::set,
                                   .row = random.below(9),
                                   .values = {static_cast<float>(random.normal())}}};
    const TracePtr now = model.trace({.text = letters, .edits = edits});
    EXPECT_EQ(ripple(was, dropped(was, edits)), ripple(*plain, *now)) << edits[0].path;
    EXPECT_EQ(ripple(was, *now), ripple(*plain, *now)) << edits[0].path;
  }
}

}  // namespace
}  // namespace headlight
