// Functions of the model that is open, whichever it is: what it has, how it cut the text, what is measured
// over all heads of the self-attention of what was typed, and what goes over the rows of a node.
//
//   model(heads)          also layers, width, parameters, vocabulary, longest, name, and by its config kind,
//                         key_heads, positions, norm, norm_place, activation
//   tokens(all)           of the first text; also words, cut (words of several tokens), pieces (of those)
//   heads(sink)           in how many heads a trait that is measured on the model reaches its threshold
//   heads(HEAD.weights[it, animal] > 0.5)   in how many of them this is true; of several, all
//   average(first)        the mean over heads of a trait (core/explain/traits.h) or of a number
//   best(induction)       the largest of them
//   with_model("seq2seq", translation)   what another model makes of it
//   best_head(induction)  and whose it is: "layer 5, head 1" of the first head of the
//   fifth layer, of a translator "encoder layer 5, head 1"
//   each(node, ROW ...)   in how many rows of a node it is true, or that number of each
//   surprise(probabilities[row], 4)   bits that the tokens cost that are read after the row
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>

#include "app/lessons/counting.h"
#include "core/explain/head_measures.h"
#include "core/explain/view.h"
#include "core/models/model.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

using Node = ExpressionNode;
using Kind = Node::Kind;

Quantity counted(std::int64_t number) { return {static_cast<double>(number), NumberFormat::value, true}; }

// Of the first sentence.
const Trace& first_trace(const Results& results) { return trace_of_side(Node{}, results); }

const Model& open_model(const Results& results) {
  if (results.model == nullptr)
    throw ExpressionError(results.error.empty() ? "no model is open" : results.error);
  return *results.model;
}

const AttentionHeads& attention_read(const Results& results) {
  const AttentionHeads* attention = open_model(results).anatomy().reading();
  if (attention == nullptr) throw ExpressionError("this model reads its text without attention");
  return *attention;
}

// The word between the brackets of model(...) or tokens(...).
const std::string& word_of(const Node& call, const std::string& there_are) {
  if (call.parts.size() != 1 || call.parts[0].kind != Kind::values || !call.parts[0].row.empty())
    throw ExpressionError(call.name + "(...) takes one of " + there_are);
  return call.parts[0].name;
}

// What the config of a Transformer says, in the words of the lessons; nothing where it has no such word.
std::optional<ExpressionValue> of_config(const std::string& what, const TransformerConfig& config,
                                         const AttentionHeads& attention) {
  if (what == "kind") {
    const bool reads = config.encoder_layers > 0, writes = config.decoder_layers > 0;
    return std::string(reads && writes ? "encoder-decoder" : writes ? "decoder-only" : "encoder-only");
  }
  if (what == "key_heads")
    return counted(config.key_value_heads > 0 ? config.key_value_heads : attention.in(0));
  if (what == "positions") return name_of(config.positions);
  if (what == "norm_place") return std::string(config.norm_place == NormPlace::pre ? "before" : "after");
  if (what == "norm") {
    switch (config.normalization) {
      case Normalization::layer:
        return std::string("LayerNorm");
      case Normalization::rms:
        return std::string("RMSNorm");
      case Normalization::scale_only:
        return std::string("LayerNorm without a shift");
    }
  }
  if (what == "activation") {
    switch (config.feed_forward) {
      case FeedForward::relu:
        return std::string("ReLU");
      case FeedForward::gelu:
      case FeedForward::gelu_tanh:
      case FeedForward::gelu_sigmoid:
        return std::string("GELU");
      case FeedForward::silu:
        return std::string("SiLU");
      case FeedForward::swiglu:
        return std::string("SwiGLU");
      case FeedForward::geglu:
      case FeedForward::geglu_tanh:
        return std::string("GeGLU");
    }
  }
  return std::nullopt;
}

ExpressionValue of_model(const Node& call, const Results& results) {
  const std::string there_are =
      "name, layers, heads, width, parameters, vocabulary, longest, kind, key_heads, positions, norm, "
      "norm_place and activation";
  const std::string& what = word_of(call, there_are);
  const Model& model = open_model(results);
  if (what == "name") return std::filesystem::path(results.model_name).filename().string();
  if (what == "parameters") return counted(static_cast<std::int64_t>(model.weights().parameters()));
  if (what == "vocabulary") return counted(model.tokenizer().vocabulary().size());
  if (what == "longest") return counted(model.anatomy().max_tokens);
  if (what == "layers") return counted(attention_read(results).layers());
  if (what == "heads") return counted(attention_read(results).count());
  if (what == "width") {
    const Trace& trace = first_trace(results);
    return counted(trace.tape().node(trace.at(model.anatomy().first_states())).shape.cols);
  }
  if (const auto config = model.transformer()) {
    if (auto said = of_config(what, *config, attention_read(results))) return std::move(*said);
  }
  throw ExpressionError("model(" + what + ") is not known; there are " + there_are);
}

ExpressionValue of_tokens(const Node& call, const Results& results) {
  const std::string there_are = "all, words, cut and pieces";
  const std::string& what = word_of(call, there_are);
  const Trace& trace = first_trace(results);
  const auto all = static_cast<std::int64_t>(trace.typed().size());
  if (what == "all") return counted(all);
  const Axis axis =
      info(attention_read(results).id).asks == Stream::target ? Axis::target_token : Axis::source_token;
  const std::shared_ptr<const PieceWords>& pieces = trace.pieces(axis);
  const auto words = pieces == nullptr ? all : static_cast<std::int64_t>(pieces->words.size());
  if (what == "words") return counted(words);
  std::int64_t cut = 0, of_cut = 0;
  for (std::int64_t word = 0; pieces != nullptr && word < words; ++word) {
    const auto parts = std::count(pieces->word_of.begin(), pieces->word_of.end(), static_cast<int>(word));
    if (parts < 2) continue;
    ++cut;
    of_cut += parts;
  }
  if (what == "cut") return counted(cut);
  if (what == "pieces") return counted(of_cut);
  throw ExpressionError("tokens(" + what + ") is not known; there are " + there_are);
}

// Over heads.

std::optional<Trait> trait_named(const Node& node) {
  if (node.kind != Kind::values || !node.row.empty()) return std::nullopt;
  for (int i = 0; i < trait_count; ++i) {
    if (node.name == info(static_cast<Trait>(i)).id) return static_cast<Trait>(i);
  }
  return std::nullopt;
}

Node with_head(Node node, const std::string& path) {
  constexpr std::string_view head = "HEAD";
  if (node.kind == Kind::values && node.name.starts_with(head)) node.name.replace(0, head.size(), path);
  for (Node& part : node.parts) part = with_head(std::move(part), path);
  return node;
}

// Calls `visit` for each head with its path, "encoder.1.self_attention.head.0".
void for_heads(const Results& results,
               const std::function<void(AttentionHeads::Place place, const std::string& path)>& visit) {
  const AttentionHeads& attention = attention_read(results);
  for (int number = 0; number < attention.count(); ++number) {
    const AttentionHeads::Place place = attention.place_of(number);
    std::string path = attention.info().path(place.layer, place.head, "");
    while (path.ends_with('.')) path.pop_back();
    visit(place, path);
  }
}

// What is asked of each head, in their order; nothing where a head has no such trait.
std::vector<std::optional<double>> over_heads(const Node& call, const Results& results) {
  if (call.parts.size() != 1)
    throw ExpressionError(call.name + "(...) takes a trait of heads, or a number with HEAD in it: " +
                          call.name + "(HEAD.weights[it, animal])");
  const Node& asked = call.parts[0];
  const std::optional<Trait> trait = trait_named(asked);
  std::shared_ptr<const MeasuredHeads> measured;
  if (trait && is_of_model(*trait)) measured = measured_heads(open_model(results));
  const Trace& trace = first_trace(results);
  std::vector<std::optional<double>> values;
  for_heads(results, [&](AttentionHeads::Place, const std::string& path) {
    const std::string weights = path + ".weights";
    if (!trait) {
      values.emplace_back(quantity(with_head(asked, path), results).value);
    } else if (measured != nullptr) {
      const auto found = measured->find(weights);
      values.emplace_back(found == measured->end() ? std::nullopt : found->second[*trait]);
    } else {
      values.emplace_back(traits_of(view_of(trace, weights), true)[*trait]);
    }
  });
  if (std::none_of(values.begin(), values.end(), [](const auto& value) { return value.has_value(); }))
    throw ExpressionError(asked.name + " cannot be measured on this model");
  return values;
}

ExpressionValue heads_counted(const Node& call, const Results& results) {
  std::int64_t count = 0;
  if (call.parts.size() == 1 && trait_named(call.parts[0])) {
    const Trait trait = *trait_named(call.parts[0]);
    if (!is_of_model(trait))
      throw ExpressionError("heads(" + call.parts[0].name + "): there is no threshold for it; compare " +
                            "numbers instead, with HEAD for the head");
    for (const std::optional<double>& value : over_heads(call, results))
      count += value && *value >= static_cast<double>(info(trait).least) ? 1 : 0;
    return counted(count);
  }
  for_heads(results, [&](AttentionHeads::Place, const std::string& path) {
    count += std::all_of(call.parts.begin(), call.parts.end(), [&](const Node& part) {
      const ExpressionValue value = evaluate(with_head(part, path), results);
      const bool* truth = std::get_if<bool>(&value);
      if (truth == nullptr)
        throw ExpressionError("heads(...) counts comparisons: HEAD.weights[it, animal] > 0.5");
      return *truth;
    });
  });
  return counted(count);
}

ExpressionValue average(const Node& call, const Results& results) {
  double sum = 0;
  int count = 0;
  for (const std::optional<double>& value : over_heads(call, results)) {
    if (!value) continue;
    sum += *value;
    ++count;
  }
  return Quantity{sum / count, NumberFormat::weight};
}

ExpressionValue best(const Node& call, const Results& results) {
  const auto values = over_heads(call, results);
  return Quantity{**std::max_element(values.begin(), values.end()), NumberFormat::weight};
}

ExpressionValue best_head(const Node& call, const Results& results) {
  const auto values = over_heads(call, results);
  const auto number = std::max_element(values.begin(), values.end()) - values.begin();
  const AttentionHeads::Place place = attention_read(results).place_of(static_cast<int>(number));
  // Of a model with another stack it has to be said which layers these are.
  if (open_model(results).anatomy().stacks.size() < 2)
    return say("layer {layer}, head {head}",
               {{"layer", from_one(place.layer)}, {"head", from_one(place.head)}});
  return say("{stack} layer {layer}, head {head}",
             {{"stack", std::string(attention_read(results).info().stack)},
              {"layer", from_one(place.layer)},
              {"head", from_one(place.head)}});
}

// The model between the brackets, first.
ModelPtr other_model(const Node& call, Card& card) {
  if (call.parts.empty() || call.parts[0].kind != Kind::text)
    throw ExpressionError(call.name + "(...) names a model: " + call.name + "(\"seq2seq\", ...)");
  try {
    const std::filesystem::path folder = model_folder(call.parts[0].name);
    ModelPtr model = shared_model(folder);
    card = load_card(folder);
    return model;
  } catch (const std::exception& error) {
    throw ExpressionError(error.what());
  }
}

int likeliest(const Reading& reading, int row, int but = -1) {
  int best = -1;
  for (int word = 0; word < reading.shape().cols; ++word) {
    if (word != but && (best < 0 || reading(row, word) > reading(row, best))) best = word;
  }
  return best;
}

}  // namespace

// with_model("seq2seq", value): the value as another model has it, of the same sentences, without edits.
ExpressionValue by_other_model(const ExpressionNode& call, const Results& results) {
  if (call.parts.size() != 2)
    throw ExpressionError("with_model(...) takes a model and a value: with_model(\"seq2seq\", translation)");
  Results other = results;
  other.model = other_model(call, other.card);
  other.model_name = call.parts[0].name;
  for (int side = 0; side < 2; ++side) {
    Run& run = other.side(side);
    if (run.text.empty()) continue;
    run.model = other.model;
    run.edits.clear();
    run.trace = run.unedited = nullptr;
    const bool is_read = reads(call.parts[1], side, false) || reads(call.parts[1], side, true);
    if (!is_read && (side == 1 || call.parts[1].name == "card")) continue;
    try {
      run.trace = run.unedited = other.model->trace({.text = run.text});
    } catch (const std::exception& error) {
      throw ExpressionError(error.what());
    }
  }
  return evaluate(call.parts[1], other);
}

// goes_on(): 1 where the model, given the answer that it writes with its own second choice in the place of
// the word in the middle, goes on with the same words as before; 0 where it does not. goes_on("seq2seq"): the
// second choice is that of another model that writes the same.
ExpressionValue goes_on_rightly(const ExpressionNode& call, const Results& results) {
  const Trace& trace = first_trace(results);
  const Model& model = open_model(results);
  if (!writes_from_start(model.anatomy().answer))
    throw ExpressionError("goes_on() needs a model that translates, but this one does not");
  const std::vector<int>& ids = trace.words().target_ids;
  std::vector<int> words(ids.begin() + 1, ids.end());
  const std::size_t middle = words.size() / 2;
  if (words.size() < 2) return Quantity{1, NumberFormat::value, true};
  const std::string& text = results.side(0).text;
  Card card;
  const ModelPtr other = call.parts.empty() ? results.model : other_model(call, card);
  try {
    const TracePtr asked = other->trace({.text = text, .words = words});
    words[middle] = likeliest(asked->read("probabilities"), static_cast<int>(middle), words[middle]);
    const TracePtr told = model.trace({.text = text, .words = words});
    for (std::size_t row = middle + 1; row < trace.words().next_ids.size(); ++row) {
      if (told->words().next_ids.at(row) != trace.words().next_ids[row])
        return Quantity{0, NumberFormat::value, true};
    }
  } catch (const std::exception& error) {
    throw ExpressionError(error.what());
  }
  return Quantity{1, NumberFormat::value, true};
}

const std::vector<OfOpenModel>& functions_of_open_model() {
  static const std::vector<OfOpenModel> all{{"model", of_model},      {"tokens", of_tokens},
                                            {"heads", heads_counted}, {"average", average},
                                            {"best", best},           {"best_head", best_head}};
  return all;
}

// What goes over rows.

namespace {

// The row that "ROW", "BEFORE", "ROW-2" or "ROW+1" is; nothing for any other word.
std::optional<int> row_named(std::string_view name, int row) {
  if (name == "BEFORE") return std::max(0, row - 1);
  constexpr std::string_view here = "ROW";
  if (!name.starts_with(here)) return std::nullopt;
  name.remove_prefix(here.size());
  if (name.empty()) return row;
  if (name.front() == '+') name.remove_prefix(1);
  int by = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), by);
  return error == std::errc{} && end == name.data() + name.size() ? std::optional(row + by) : std::nullopt;
}

// `node` for one row of those that each(...) goes over.
Node at_row(Node node, int row, const std::vector<std::string>& labels) {
  if (node.kind == Kind::values && node.name == "ROW")
    return Node{.kind = Kind::number, .number = static_cast<double>(row)};
  if (node.kind == Kind::values && node.name == "label") {
    const int of = row_named(node.row.empty() ? "ROW" : node.row, row).value_or(-1);
    const bool there = of >= 0 && of < std::ssize(labels);
    return Node{.kind = Kind::text, .name = there ? labels[static_cast<std::size_t>(of)] : ""};
  }
  for (std::string* index : {&node.row, &node.col}) {
    if (const std::optional<int> named = row_named(*index, row)) *index = std::to_string(*named);
  }
  // A recurrent model has a node for each time: "decoder.0.time.ROW.forget_gate".
  for (const std::string_view name : {".ROW.", ".BEFORE."}) {
    const std::size_t at = node.kind == Kind::values ? node.name.find(name) : std::string::npos;
    if (at == std::string::npos) continue;
    const std::string_view word = name.substr(1, name.size() - 2);
    node.name.replace(at + 1, word.size(), std::to_string(*row_named(word, row)));
  }
  for (Node& part : node.parts) part = at_row(std::move(part), row, labels);
  return node;
}

}  // namespace

ExpressionValue over_rows(const ExpressionNode& call, const Results& results) {
  if (call.parts.size() < 2 || call.parts[0].kind != ExpressionNode::Kind::values)
    throw ExpressionError("each(...) takes a node and what is asked of its rows: each(source.embedded, " +
                          std::string("length(source.embedded[ROW]) > 2)"));
  const ExpressionNode& of = call.parts[0];
  const Trace& trace = trace_of_side(of, results);
  const NodePlace place = place_for(of, results);
  const int rows = trace.tape().node(place.node).shape.rows;
  const std::vector<std::string> labels = trace.labels(trace.label(place.node).rows, rows);
  const bool lists = !compares(call.parts[1]);
  Cells values{.cols = 1, .path = "each(...)"};
  int count = 0;
  for (int row = 0; row < rows; ++row) {
    const bool is =
        std::all_of(call.parts.begin() + (lists ? 2 : 1), call.parts.end(), [&](const ExpressionNode& part) {
          const ExpressionValue value = evaluate(at_row(part, row, labels), results);
          const bool* truth = std::get_if<bool>(&value);
          if (truth == nullptr) throw ExpressionError("each(...) counts comparisons, with ROW for the row");
          return *truth;
        });
    if (!is) continue;
    ++count;
    if (lists) values.values.push_back(quantity(at_row(call.parts[1], row, labels), results).value);
  }
  if (!lists) return counted(count);
  values.rows = count;
  return values;
}

// surprise(probabilities[row], count): how many bits the next so many tokens cost that are read behind the
// row, -log2 of their probabilities.
ExpressionValue surprise_behind(const ExpressionNode& call, const Results& results) {
  const bool of_row = !call.parts.empty() && call.parts.size() <= 2 &&
                      call.parts[0].kind == ExpressionNode::Kind::values && !call.parts[0].row.empty();
  if (!of_row)
    throw ExpressionError("surprise(...) takes a row of probabilities and how many tokens after it: " +
                          std::string("surprise(probabilities[ROW], 4)"));
  const Trace& trace = trace_of_side(call.parts[0], results);
  if (trace.anatomy().answer != AnswerKind::next_token)
    throw ExpressionError("surprise(...) needs a model that says what comes next after every token");
  const NodePlace place = place_for(call.parts[0], results);
  const std::vector<int>& ids = trace.words().target_ids;
  const auto count = call.parts.size() < 2 ? 1 : static_cast<int>(quantity(call.parts[1], results).value);
  const Reading read = trace.read(place.node);
  double bits = 0;
  for (int row = *place.row; row < *place.row + count && row + 1 < std::ssize(ids); ++row)
    bits -= std::log2(static_cast<double>(read(row, ids[static_cast<std::size_t>(row) + 1])));
  return Quantity{bits};
}

}  // namespace headlight
