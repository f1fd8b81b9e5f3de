// Decoding as a row of the labs.
#include "app/labs/decoding/decoding_lab.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "app/lab/lab_settings.h"
#include "core/explain/view.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

std::optional<int> known_word(std::string word, const Vocabulary& vocabulary) {
  if (const auto id = vocabulary.id(word)) return id;
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return vocabulary.id(word);
}

// "l’" as books print it is "l'".
std::string with_plain_apostrophes(std::string text) {
  constexpr std::string_view printed = "’";
  for (std::size_t at = text.find(printed); at != std::string::npos; at = text.find(printed, at))
    text.replace(at, printed.size(), "'");
  return text;
}

// The longest beginning of `text` that is a word and ends in an apostrophe, or at a point that ends the text.
std::size_t end_of_part(const std::string& text) {
  const std::size_t apostrophe = text.find('\'');
  if (apostrophe != std::string::npos && apostrophe + 1 < text.size()) return apostrophe + 1;
  if (text.size() > 1 && std::string_view(".,?!").find(text.back()) != std::string_view::npos)
    return text.size() - 1;
  return text.size();
}

TypedWords typed_characters(const std::vector<std::string>& pieces, const Vocabulary& vocabulary) {
  TypedWords typed;
  for (const std::string& piece : pieces) {
    for (const char32_t letter : composed_code_points(piece)) {
      std::string character;
      append_utf8(character, letter);
      const auto id = known_word(character, vocabulary);
      if (!id) {
        typed.unknown = character;
        return typed;
      }
      typed.ids.push_back(*id);
    }
  }
  return typed;
}

}  // namespace

TypedWords typed_words(const std::vector<std::string>& pieces, const Vocabulary& vocabulary,
                       std::string_view between) {
  if (between.empty()) return typed_characters(pieces, vocabulary);
  TypedWords typed;
  for (const std::string& piece : pieces) {
    if (const auto id = vocabulary.id(piece)) {
      typed.ids.push_back(*id);
      continue;
    }
    std::istringstream parts(with_plain_apostrophes(piece));
    for (std::string part; parts >> part;) {
      while (!part.empty()) {
        const bool whole = known_word(part, vocabulary).has_value();
        const std::size_t end = whole ? part.size() : end_of_part(part);
        const auto id = known_word(part.substr(0, end), vocabulary);
        if (!id) {
          typed.unknown = part.substr(0, end);
          return typed;
        }
        typed.ids.push_back(*id);
        part.erase(0, end);
      }
    }
  }
  return typed;
}

namespace {

constexpr std::size_t words_of_next = 24;
constexpr int number_of_draws = 8;
constexpr int words_of_lens = 5;
constexpr std::size_t most_known = 1000;
// What is unsure may go on and on: so far it is looked ahead.
constexpr int most_words_ahead = 48;

class DecodingComputed {
 public:
  DecodingComputed(const LabInput& input, LabWork& work)
      : input_(input),
        work_(work),
        settings_(input.settings<DecodingLab>()),
        side_(input.run_on_stage()),
        writing_(*writing_of(input)) {}

  void compute() {
    using Page = DecodingLab::Page;
    const NextWords inner = next_under(writing_, side_.edits);
    study_.known = known_before();
    next_ = [this, inner](std::span<const int> added) {
      if (input_.progress) input_.progress(done_);
      if (input_.cancel != nullptr && input_.cancel->requested()) throw LabCancelled();
      std::map<std::vector<int>, std::vector<float>>& known = study_.known->next;
      const std::vector<int> words(added.begin(), added.end());
      if (const auto found = known.find(words); found != known.end()) return found->second;
      if (known.size() >= most_known) known.clear();
      return known[words] = inner(added);
    };
    if (!side_.edits.empty() && !writing_.trace)
      work_.without_edits = "Without your edits: this model writes only from its states.";
    const Anatomy& has = input_.model->anatomy();
    if (has.typed() != has.stacks.back().stream) study_.read = side_.text;
    study_.given = writing_.given;
    if (writing_.end.word) study_.end = shown_word(*writing_.end.word);
    take_words();
    if (!study_.ended) find_next();
    if (settings_.page == Page::words && !study_.ended) {
      if (settings_.strategy == DecodingLab::Strategy::sampling) draw();
      if (settings_.strategy == DecodingLab::Strategy::beam) search_beam();
    }
    if (settings_.page == Page::cache) count();
    if (settings_.page != Page::cache && writing_.trace) record();
    work_.tables = decoding_tables(settings_, study_);
    if (!study_.alignment_path.empty() && settings_.page == Page::words)
      work_.tables.push_back({.name = "attention", .maps = {"attention"}});
    work_.keep(std::move(study_));
  }

 private:
  // What the last settings asked of the same sentence: how it is chosen from changes nothing of it.
  std::shared_ptr<KnownNext> known_before() const {
    const TracePtr trace = input_.sentence_on_stage();
    const auto* last = input_.last == nullptr ? nullptr : LabWork::result_in<DecodingStudy>(input_.last);
    if (last != nullptr && last->known != nullptr && last->known->sentence == trace) return last->known;
    return std::make_shared<KnownNext>(KnownNext{trace, {}});
  }

  static std::optional<Writing> writing_of(const LabInput& input) {
    const TracePtr trace = input.sentence_on_stage();
    const Run& run = input.run_on_stage();
    std::optional<Writing> writing = input.model->writing(run.text);
    if (!writing) {
      throw std::runtime_error(
          "This model picks a label and writes nothing. Open one that translates or predicts the next word.");
    }
    return writing;
  }

  const std::string& word(int id) const { return writing_.words->text(id); }

  std::string shown_word(int id) const { return visible(word(id)); }

  std::string text_with(const std::vector<int>& added) const {
    std::vector<std::string> words;
    for (const std::vector<int>* part : {&ids_, &added}) {
      for (const int id : *part) {
        if (id != writing_.end.word) words.push_back(word(id));
      }
    }
    return text_of(words, input_.model->anatomy().answer, writing_.between);
  }

  void take_words() {
    const TypedWords typed = typed_words(settings_.written, *writing_.words, writing_.between);
    study_.unknown = typed.unknown;
    for (const int id : typed.ids) {
      if (study_.ended) break;
      const std::vector<float> p = next_(ids_);
      study_.written.push_back({word(id), static_cast<double>(p[id])});
      ids_.push_back(id);
      study_.cut = static_cast<int>(ids_.size()) >= writing_.end.most;
      study_.ended = id == writing_.end.word || study_.cut;
    }
    study_.ended = study_.ended || writing_.end.most < 1;
  }

  NextWords behind() const {
    return [this](std::span<const int> added) {
      std::vector<int> all = ids_;
      all.insert(all.end(), added.begin(), added.end());
      return next_(all);
    };
  }
  SearchEnd rest() const {
    SearchEnd end = writing_.end;
    end.most = std::min(end.most - static_cast<int>(ids_.size()), most_words_ahead);
    return end;
  }

  DecodingStudy::Way way_of(const std::vector<AddedWord>& added) const {
    DecodingStudy::Way way;
    std::vector<int> ids;
    for (const AddedWord& each : added) {
      ids.push_back(each.word);
      way.words.push_back({word(each.word), each.probability});
      way.log_probability += std::log(each.probability);
    }
    way.text = text_with(ids);
    way.ended = !ids.empty() && ids.back() == writing_.end.word;
    return way;
  }

  void find_next() {
    const bool drawn = settings_.strategy == DecodingLab::Strategy::sampling;
    const Sampling how = drawn ? settings_.sampling() : Sampling{};
    std::vector<Candidate> all = candidates(next_(ids_), how);
    const auto left = static_cast<int>(
        std::count_if(all.begin(), all.end(), [](const Candidate& each) { return each.drawn > 0; }));
    const int by_k =
        how.top_k > 0 ? std::min(how.top_k, static_cast<int>(all.size())) : static_cast<int>(all.size());
    study_.cut_by_k = static_cast<int>(all.size()) - by_k;
    study_.cut_by_p = by_k - left;
    for (std::size_t i = words_of_next; i < all.size(); ++i) {
      ++study_.others;
      study_.others_probability += all[i].probability;
      study_.others_drawn += all[i].drawn;
    }
    all.resize(std::min(all.size(), words_of_next));
    study_.next = std::move(all);
    for (const Candidate& each : study_.next) study_.next_words.push_back(word(each.word));
    study_.onwards = way_of(greedy(behind(), rest()));
  }

  void draw() {
    for (int i = 0; i < number_of_draws; ++i) {
      done_ = static_cast<float>(i) / number_of_draws;
      const auto seed = static_cast<std::uint64_t>(settings_.seed) + static_cast<std::uint64_t>(i);
      study_.draws.push_back(
          way_of(sample(behind(), settings_.sampling(), seed, rest(), static_cast<int>(ids_.size()))));
    }
  }

  void search_beam() {
    const SearchEnd end = rest();
    const NextWords growing = [&, next = behind()](std::span<const int> added) {
      done_ = static_cast<float>(added.size()) / static_cast<float>(std::max(1, end.most));
      return next(added);
    };
    study_.tree = beam_search(growing, settings_.beam(), end);
    for (std::size_t i = 0; i < study_.tree.nodes.size(); ++i) {
      std::vector<int> ids;
      for (const AddedWord& each : study_.tree.path(static_cast<int>(i))) ids.push_back(each.word);
      study_.tree_words.push_back(i == 0 ? "" : word(study_.tree.nodes[i].word));
      study_.tree_texts.push_back(text_with(ids));
    }
  }

  void count() {
    if (!writing_.cost) return;
    const auto given = static_cast<int>(study_.given.size());
    const auto steps = static_cast<int>(study_.written.size() + study_.onwards.words.size());
    for (int t = 0; t < steps; ++t) {
      study_.cached.push_back(t == 0 ? writing_.cost(0, given) : writing_.cost(given + t - 1, 1));
      study_.whole.push_back(writing_.cost(0, given + t));
    }
  }

  void record() {
    std::vector<int> read = ids_;
    if (!read.empty() && read.back() == writing_.end.word) read.pop_back();
    const TracePtr trace = writing_.trace(read, side_.edits);
    auto record = std::make_shared<LabRecord>();
    record->set(input_.side_on_stage(), trace);
    work_.recorded = std::move(record);
    if (settings_.page == DecodingLab::Page::words) align(*trace, read.size());
    if (settings_.page == DecodingLab::Page::layers) look_through(*trace);
  }

  // Of the attention on what was read where there is one, else of the decoder on itself: the selected head,
  // or the last layer's first.
  std::optional<HeadChoice> head_of(const Anatomy& has) const {
    const AttentionHeads* found = has.find(Attention::cross);
    if (found == nullptr) found = has.find(Attention::decoder);
    if (found == nullptr) return std::nullopt;
    if (input_.head.attention == found->id) return input_.head;
    return HeadChoice{found->id, found->layers() - 1, 0};
  }

  void align(const Trace& trace, std::size_t read) {
    const std::optional<HeadChoice> head = head_of(trace.anatomy());
    const std::string path = head ? head->path("weights") : "";
    const int node = head ? trace.find(path) : -1;
    if (node < 0) return;
    const auto rows = static_cast<int>(read) + 1;
    const int first = trace.tape().node(node).shape.rows - rows;
    Heatmap map = view_of_rows(trace, path, first, rows);
    const AttentionInfo& about = info(head->attention);
    study_.alignment_title = say("{title}, layer {layer}, head {head}", {{"title", std::string(about.title)},
                                                                         {"layer", from_one(head->layer)},
                                                                         {"head", from_one(head->head)}});
    study_.alignment_path = path;
    study_.alignment_rows.resize(static_cast<std::size_t>(rows));
    std::iota(study_.alignment_rows.begin(), study_.alignment_rows.end(), first);
    map.row_labels.clear();
    for (const DecodingStudy::Word& each : study_.written) map.row_labels.push_back(visible(each.word));
    // The row behind the last word is that of the word to come.
    map.row_labels.resize(static_cast<std::size_t>(rows));
    if (!study_.ended) map.row_labels.back() = "next";
    const auto all = static_cast<int>(study_.written.size() + study_.onwards.words.size());
    study_.rows_to_come = std::max(0, all - rows);
    map.row_axis = "word written";
    map.title = RichText(study_.alignment_title);
    study_.alignment = std::make_shared<const Heatmap>(std::move(map));
    work_.maps["attention"] = study_.alignment;
  }

  void look_through(const Trace& trace) {
    if (!writing_.lens) return;
    study_.lens = writing_.lens(trace, words_of_lens);
    Heatmap map;
    map.rows = static_cast<int>(study_.lens.layers.size());
    map.columns = static_cast<int>(study_.lens.tokens.size());
    for (const LogitLens::Layer& layer : study_.lens.layers) {
      map.row_labels.push_back(layer.name);
      std::vector<std::vector<std::string>> places;
      for (const std::vector<Candidate>& said : layer.words) {
        map.values.push_back(said.empty() ? 0.0F : static_cast<float>(said.front().probability));
        std::vector<std::string> words;
        words.reserve(said.size());
        for (const Candidate& each : said) words.push_back(shown_word(each.word));
        places.push_back(std::move(words));
      }
      study_.lens_words.push_back(std::move(places));
    }
    if (map.rows == 0) return;
    map.column_labels = study_.lens.tokens;
    map.row_axis = "layer";
    map.column_axis = "word read";
    map.scale.label = "probability";
    map.title = RichText("The most probable word of each layer");
    work_.maps["logit lens"] = std::make_shared<const Heatmap>(std::move(map));
  }

  const LabInput& input_;
  LabWork& work_;
  const DecodingLab& settings_;
  const Run& side_;
  Writing writing_;
  NextWords next_;
  std::vector<int> ids_;
  float done_ = 0;  // of the draws or the beam, which take longest
  DecodingStudy study_;
};

void compute_decoding(const LabInput& input, LabWork& work) { DecodingComputed(input, work).compute(); }

namespace {

std::string strategy_text(const DecodingLab& lab) {
  switch (lab.strategy) {
    case DecodingLab::Strategy::greedy:
      return say("the most probable word each time");
    case DecodingLab::Strategy::beam:
      return joined({say(several(lab.beams, "beam search with {n} beam", "beam search with {n} beams"),
                         {{"n", std::to_string(lab.beams)}}),
                     lab.length_penalty == 0
                         ? ""
                         : say("length penalty {n}", {{"n", significant_text(lab.length_penalty, 3)}})});
    case DecodingLab::Strategy::sampling:
      break;
  }
  const std::string text =
      joined({say("drawn at T = {t}", {{"t", significant_text(lab.temperature, 3)}}),
              lab.top_k > 0 ? say("top-k {k}", {{"k", std::to_string(lab.top_k)}}) : "",
              lab.top_p < 1 ? say("top-p {p}", {{"p", significant_text(lab.top_p, 3)}}) : ""});
  return ::headlight::drawn(text, lab.seed);
}

}  // namespace

LabCaption decoding_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<DecodingLab>();
  const auto* study = asked.result<DecodingStudy>();
  std::string behind;
  if (study != nullptr) {
    for (const DecodingStudy::Word& each : study->written) behind += (behind.empty() ? "" : " ") + each.word;
  }
  behind =
      behind.empty() ? say("at the beginning") : say("after {words}", {{"words", in_curly_quotes(behind)}});
  switch (lab.page) {
    case DecodingLab::Page::cache:
      return {"what each word costs with and without a key-value cache", {asked.side}};
    case DecodingLab::Page::layers:
      return {say("what each layer would say, {where}", {{"where", behind}}), {asked.side}};
    case DecodingLab::Page::words:
      break;
  }
  return {say("the next word {where}, {how}", {{"where", behind}, {"how", strategy_text(lab)}}),
          {asked.side}};
}

constexpr std::array decoding_drags{
    LabDrag{"temperature of the draws",
            [](Labs& labs, int i) {
              labs.get<DecodingLab>().strategy = DecodingLab::Strategy::sampling;
              labs.get<DecodingLab>().temperature = 0.5F + 0.01F * static_cast<float>(i % 200);
            }},
    LabDrag{"beam search, length penalty", [](Labs& labs, int i) {
              labs.get<DecodingLab>().strategy = DecodingLab::Strategy::beam;
              labs.get<DecodingLab>().length_penalty = 0.01F * static_cast<float>(1 + i % 150);
            }}};

}  // namespace

constinit const Lab DecodingLab::lab_row{.name = "decoding",
                                         .title = "Decoding",
                                         .question = "What comes next?",
                                         .settings = settings_of<DecodingLab>(),
                                         .compute = compute_decoding,
                                         .caption = decoding_caption,
                                         .drags = decoding_drags,
                                         .of_word = true,
                                         .own_view = true};

}  // namespace headlight
