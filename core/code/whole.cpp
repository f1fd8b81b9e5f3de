#include "core/code/whole.h"

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>

#include "core/code/names.h"
#include "core/code/whole_writer.h"
#include "core/files/json.h"
#include "core/files/safetensors.h"
#include "core/models/characters.h"
#include "core/models/given.h"
#include "core/models/picture_models.h"
#include "core/models/seq2seq.h"

namespace headlight {
namespace {

const char* const reads_numbers = R"(def read_safetensors(path):
    """Tensors by name, and words: 8 bytes that say how long the header is, the header as JSON, then all numbers."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        numbers = bytearray(file.read())
    words = {name: json.loads(text) for name, text in header.pop("__metadata__").items()}
    tensors = {}
    for name, tensor in header.items():
        begin, end = tensor["data_offsets"]
        tensors[name] = torch.frombuffer(numbers[begin:end], dtype=torch.float32).reshape(tensor["shape"])
    return tensors, words


trace, words = read_safetensors("{file}")
w = {path[len("parameters."):]: tensor for path, tensor in trace.items() if path.startswith("parameters.")}
checking, worst = False, {})";

const char* const site_function = R"(def site(path, value, row=None):
    """The value of a step. While checking it must be the trace's, and the next step goes on from the trace."""
    if not checking:
        return value
    expected = trace[path] if row is None else trace[path][row:row + 1]  # a matrix with a row for each word
    assert value.shape == expected.shape, f"{path} is {list(expected.shape)} in the trace, {list(value.shape)} here"
    off = (value - expected).masked_fill(value == expected, 0).abs().max()  # −∞ less −∞ is NaN
    largest = trace[path][trace[path].isfinite()].abs().max().clamp(min=1e-30)
    worst[path] = max(worst.get(path, 0), (off / largest).item())
    assert worst[path] <= 1e-5, f"{path}: off by {worst[path]:.1e} of its largest number"
    return expected)";

// How the parts are called: what is read once, what gives P for the words so far, and the same for the
// trace's.
struct Calls {
  std::vector<std::string> read;
  std::vector<std::string> next;      // P, its last row that after the last of `written`
  std::vector<std::string> compared;  // the same of `expected`
};

class Search {
 public:
  Search(WholeWriter& writer, const Model& model, const Calls& calls)
      : w_(writer), model_(model), calls_(calls), ends_(model.ends()) {}

  void write() {
    what_is_read();
    switch (model_.anatomy().answer) {
      case AnswerKind::translation:
      case AnswerKind::caption:
        greedy();
        break;
      case AnswerKind::next_token:
        goes_on();
        break;
      default:
        labels();
    }
    compare();
  }

 private:
  bool picture() const { return model_.anatomy().picture.has_value(); }
  std::string typed() const { return model_.anatomy().typed() == Stream::target ? "target" : "source"; }

  void what_is_read() {
    w_.section("What is read.");
    if (picture()) {
      w_.line("pixels = trace[\"picture\"]",
              "[pixels, 3]  red, green and blue of each, as small numbers around 0");
    } else {
      w_.line("", "Tokens of your own, with blanks between them; if there are none, those of the trace.");
      w_.line("sentence = \"\"");
      w_.line("ids = [words[\"" + typed() + "\"].index(word) for word in sentence.split()]",
              "fails at one that the vocabulary does not have");
      w_.line("ids = ids or trace[\"" + typed() + ".tokens\"][:, 0].int().tolist()");
    }
    for (const std::string& line : calls_.read) w_.line(line);
  }

  std::string text_of(const std::string& ids) const {
    const bool translation = model_.anatomy().answer == AnswerKind::translation;
    return "\"" + std::string(pieces() ? "" : ends_.between) + "\".join(words[\"target\"][i] for i in " +
           ids + ")" + (translation && !pieces() ? ".replace(\"' \", \"'\")" : "");
  }
  bool pieces() const { return w_.trace().words().pieces; }
  bool marked_pieces() const {
    const std::vector<std::string>& all = model_.target().words();
    return std::any_of(all.begin(), all.end(),
                       [](const std::string& word) { return word.size() > 2 && word.starts_with("##"); });
  }

  void greedy() {
    w_.section("Greedy search: always the most probable word, until that is the end.");
    w_.line("", "Greedy search: always the most probable word, until that is the end.");
    w_.line("start, end = " + std::to_string(ends_.start.value_or(0)) + ", " +
            std::to_string(ends_.end.value_or(-1)));
    w_.line("written = [start]");
    w_.begin("while written[-1] != end and len(written) <= " + std::to_string(ends_.most) + ":");
    for (const std::string& line : calls_.next) w_.line(line);
    w_.line("written.append(int(P[-1].argmax()))", "the last row says what comes after the last word");
    w_.end();
    w_.line("text = " + text_of("written if i not in (start, end)"));
    if (marked_pieces())
      w_.line("text = text.replace(\" ##\", \"\").replace(\"## \", \"\")",
              "pieces of words are marked with ##");
    w_.line("print(text)");
  }

  void goes_on() {
    w_.section("What comes next: always the most probable token.");
    w_.line("", "What comes next: always the most probable token.");
    w_.line("written = list(ids)");
    w_.begin("for _ in range(8):");
    for (const std::string& line : calls_.next) w_.line(line);
    w_.line("written.append(int(P[-1].argmax()))", "the last row says what comes after the last token");
    if (ends_.end) {
      w_.begin("if written[-1] == " + std::to_string(*ends_.end) + ":");
      w_.line("break");
      w_.end();
    }
    w_.end();
    w_.line("print(" + text_of("written") + ")");
  }

  void labels() {
    w_.section("The answer.");
    w_.line("", "The answer");
    for (const std::string& line : calls_.next) w_.line(line);
    const AnswerKind answer = model_.anatomy().answer;
    if (answer == AnswerKind::one_label && model_.anatomy().separate_labels) {
      w_.line("print([words[\"target\"][i] for i, p in enumerate(P[0]) if p > 0.5])", "each by itself");
    } else if (answer == AnswerKind::one_label) {
      w_.line("print(words[\"target\"][int(P.argmax())])");
    } else {
      w_.begin("for i, best in zip(ids, P.argmax(dim=1).tolist()):");
      w_.line("print(words[\"source\"][i], \"->\", words[\"target\"][best])");
      w_.end();
    }
  }

  void compare() {
    const AnswerKind answer = model_.anatomy().answer;
    const bool writes = writes_from_start(answer);
    w_.section(
        "The same numbers as in the trace? Each step starts from the trace's own, so that an error shows at "
        "the step that makes it.");
    w_.line("",
            "Once more, each step from the trace's own numbers, so that an error shows at the step that "
            "makes it.");
    if (!picture()) w_.begin("if not sentence:");
    w_.line("checking = True");
    if (writes) w_.line("expected = trace[\"target.tokens\"][:, 0].int().tolist()");
    for (const std::string& line : calls_.read) w_.line(line);
    for (const std::string& line : calls_.compared) w_.line(line);
    w_.line("checking = False");
    w_.line(
        "print(f\"{len(worst)} steps as in the trace; the worst is off by {max(worst.values()):.1e} of its "
        "largest number\")");
    if (writes) w_.line("assert written[:len(expected)] == expected, \"other words than in the trace\"");
    if (!picture()) w_.end();
  }

  WholeWriter& w_;
  const Model& model_;
  const Calls& calls_;
  Ends ends_;
};

Calls calls_of_transformer(const TransformerConfig& config, const std::string& input) {
  const std::string written = "embed(\"target.\", written)";
  Calls calls;
  if (config.encoder_layers > 0 && config.decoder_layers > 0) {
    calls.read = {"memory = encoder(" + input + ")"};
    calls.next = {"P = output(decoder(" + written + ", memory))"};
    calls.compared = {"output(decoder(embed(\"target.\", expected), memory))"};
  } else if (config.decoder_layers > 0) {
    calls.next = {"P = output(decoder(" + written + "))"};
    calls.compared = {"output(decoder(embed(\"target.\", ids)))"};
  } else {
    calls.next = {"P = output(encoder(" + input + "))"};
    calls.compared = calls.next;
  }
  return calls;
}

// The end of an encoder that gives `returned`, and all that reads it, where it is called `given`.
void write_from_first_state(WholeWriter& w, RecurrentCell cell, int d_state, const std::string& returned,
                            const std::string& given, const std::string& read, Calls& calls) {
  const std::string state = state_names(cell);
  w.step("s", "\"decoder.0.bridge\"", w.value("decoder.0.bridge", {"a"}), "[1, d_state]");
  if (cell == RecurrentCell::lstm)
    w.step("c", "\"decoder.0.first_cell\"", "torch.zeros(1, " + std::to_string(d_state) + ")");
  w.line("return " + returned + ", " + state);
  w.end();
  write_recurrent_decoder(w, cell, given);
  calls.read = {given + ", " + state + " = " + read};
  calls.next = {"P, " + state + " = write(len(written) - 1, written[-1], " + state + ", " + given + ")"};
  calls.compared = {"for i, word in enumerate(expected):",
                    "    P, " + state + " = write(i, word, " + state + ", " + given + ")"};
}

void write_seq2seq(WholeWriter& w, const Seq2SeqConfig& config, Calls& calls) {
  w.linear_function("encoder.0.projected_input", false);
  write_cell(w, config.cell, "encoder.0.time.0.");
  write_reading(w, config.cell, "encoder.0.", config.d_encoder);
  const std::string given = config.attention ? "h, K" : "context";
  if (config.attention) {
    w.section();
    w.line("cross = \"decoder.0.cross_attention.\"");
  }
  w.section();
  w.begin("def encoder(ids):",
          config.attention ? "The annotations h, a row for each word; their keys; the decoder's first state."
                           : "All that the decoder is given: the last state, and its own first one.");
  w.compares("\"source.tokens\"", "torch.tensor(ids)[:, None]", "[T, 1]");
  w.step("x", "\"source.embedded\"", w.value("source.embedded", {"ids", "w[\"source.embedding\"]"}),
         "[T, d_embedding]");
  std::string last = "last";
  if (config.attention) {
    w.line("forward, last = read(\"encoder.0.\", x, range(len(x)))", "[T, d], [1, d]");
    w.line("backward, first = read(\"encoder.0.backwards.\", x, reversed(range(len(x))))",
           "ends at the first word");
    const std::string parts =
        config.embedding_in_annotation ? "[forward, backward, x]" : "[forward, backward]";
    w.step("h", "\"encoder.0.annotations\"", w.value("encoder.0.annotations", {}, {{"inputs", parts}}),
           "[T, d_context]");
    w.step("K", "cross + \"head.0.key\"", "linear(h, cross + \"key\")", "[T, d]");
    w.step("both", "\"encoder.0.last_states\"",
           w.value("encoder.0.last_states", {}, {{"inputs", "[last, first]"}}), "[1, 2 d]");
    last = "both";
  } else {
    w.line("states, last = read(\"encoder.0.\", x, range(len(x)))", "[T, d], [1, d]");
  }
  w.step("a", "\"decoder.0.bridge_sum\"", "linear(" + last + ", \"decoder.0.bridge\")", "[1, d_state]");
  write_from_first_state(w, config.cell, config.d_state, config.attention ? "h, K" : last, given,
                         "encoder(ids)", calls);
}

void write_characters(WholeWriter& w, const CharacterConfig& config, Calls& calls) {
  w.linear_function("decoder.0.projected_input", false);
  write_cell(w, config.cell, "decoder.0.time.0.");
  write_reading(w, config.cell, "decoder.0.", config.d_state);
  w.section();
  w.begin("def model(ids):", "What may come behind each character.");
  w.compares("\"target.tokens\"", "torch.tensor(ids)[:, None]", "[T, 1]");
  w.step("x", "\"target.embedded\"", w.value("target.embedded", {"ids", "w[\"target.embedding\"]"}),
         "[T, d_embedding]");
  w.begin("for layer in range(" + std::to_string(config.layers) + "):");
  w.line("x, last = read(f\"decoder.{layer}.\", x, range(len(x)))",
         "the states of one are the inputs of the next");
  w.end();
  w.step("Z", "\"logits\"", "linear(x, \"output\")", "[T, V]");
  w.returns("\"probabilities\"", w.value("probabilities", {"Z"}), "[T, V]");
  w.end();
  calls.next = {"P = model(written)"};
  calls.compared = {"model(ids)"};
}

// The grid with a learned vector for each place.
void write_cells(WholeWriter& w) {
  w.section();
  w.begin("def look(pixels):", "The picture as cells: what the convolutions found, and where.");
  w.line("G = features(pixels)", "[cells, d]");
  std::string x = "G";
  if (w.has("source.with_class")) {
    w.step("e", "\"source.with_class\"",
           w.value("source.with_class", {}, {{"inputs", "[w[\"source.class\"], G]"}}),
           "[1 + cells, d]  a token that belongs to no cell");
    x = "e";
  }
  w.step("PE", "\"source.positions\"",
         w.value("source.positions", {"w[\"source.positions\"]"}, {{"rows", ":len(" + x + ")"}}));
  if (!w.has("source.annotations")) {
    w.returns("\"source.input\"", w.value("source.input", {x, "PE"}));
  } else {
    w.step("X", "\"source.input\"", w.value("source.input", {x, "PE"}));
    w.returns("\"source.annotations\"", w.value("source.annotations", {"X"}), "[cells, d]");
  }
  w.end();
}

void write_captioner(WholeWriter& w, const RecurrentCaptionerConfig& config, Calls& calls) {
  w.linear_function("features.reduced", false);
  write_features(w, config.features);
  write_cells(w);
  write_cell(w, config.cell, "decoder.0.time.0.");
  const std::string given = config.attention ? "h, K" : "context";
  if (config.attention) {
    w.section();
    w.line("cross = \"decoder.0.cross_attention.\"");
  }
  w.section();
  w.begin("def encoder(pixels):", "What the decoder is given, and its first state.");
  w.line("h = look(pixels)", "[cells, d]");
  w.step("reduced", "\"features.reduced\"", "linear(h, \"features.reduced\")", "[cells, d_reduced]");
  w.line("g_sum = convolve(reduced, \"features.summary\", " + std::to_string(config.features.grid()) + ", " +
             std::to_string(config.features.grid()) + ", 1, 0)",
         "a kernel as large as the grid");
  w.line("g_sum = " + site_call("\"features.summary_sum\"", "g_sum"), "[1, d_summary]");
  w.step("context", "\"features.summary\"", w.value("features.summary", {"g_sum"}), "[1, d_summary]");
  w.step("a", "\"decoder.0.bridge_sum\"", "linear(context, \"decoder.0.bridge\")", "[1, d_state]");
  if (config.attention) w.step("K", "cross + \"head.0.key\"", "linear(h, cross + \"key\")", "[cells, d]");
  write_from_first_state(w, config.cell, config.d_state, given, given, "encoder(pixels)", calls);
}

}  // namespace

CodeProgram whole_program(const Model& model, const Trace& trace, const std::string& numbers) {
  if (!trace.tape().edits().empty())
    throw std::invalid_argument(
        "an edit has changed this model's numbers, so that no code gives them: switch it off");
  if (trace.anatomy().answer == AnswerKind::vector || trace.anatomy().texts)
    throw std::invalid_argument(
        "of models that compare vectors there is code for each head and step, but none for all of it");
  WholeWriter writer(trace);
  Calls calls;
  std::string after = "Vaswani et al. 2017; numbers in brackets are its sections";
  if (model.is<TransformerConfig>()) {
    write_transformer(writer, model.config());
    calls = calls_of_transformer(model.config(), "embed(\"source.\", ids)");
  } else if (model.is<PictureTransformerConfig>()) {
    const auto& config = model.config<PictureTransformerConfig>();
    write_features(writer, config.features);
    write_cells(writer);
    write_transformer(writer, config.transformer());
    calls = calls_of_transformer(config.transformer(), "look(pixels)");
    after = "Dosovitskiy et al. 2021 and Vaswani et al. 2017; numbers in brackets are sections of the latter";
  } else if (model.is<Seq2SeqConfig>()) {
    write_seq2seq(writer, model.config<Seq2SeqConfig>(), calls);
    after = model.config<Seq2SeqConfig>().attention ? "Bahdanau et al. 2015"
                                                    : "Sutskever et al. 2014; Cho et al. 2014";
  } else if (model.is<CharacterConfig>()) {
    write_characters(writer, model.config<CharacterConfig>(), calls);
    after = "Graves 2013";
  } else if (model.is<RecurrentCaptionerConfig>()) {
    write_captioner(writer, model.config<RecurrentCaptionerConfig>(), calls);
    after = "Xu et al. 2015";
  } else {
    throw std::invalid_argument("there is no code for all of this. " + std::string(nothing_behind));
  }
  Search(writer, model, calls).write();
  CodeProgram program{.title = "The whole model in plain PyTorch, from what it reads to its answer.",
                      .describes = "After " + after + ". Everything is counted from 0."};
  std::string body;
  program.sections = writer.take();
  for (const CodeSection& section : program.sections) {
    for (const CodeLine& line : section.lines) body += line.text + "\n";
  }
  program.imports.emplace_back("import json");
  if (body.find("math.") != std::string::npos) program.imports.emplace_back("import math");
  program.imports.emplace_back("");
  program.imports.emplace_back("import torch");
  if (body.find("functional.") != std::string::npos)
    program.imports.emplace_back("from torch.nn import functional");
  program.imports.emplace_back("");
  const std::vector<NamedText> file{{"file", numbers}};
  std::string begin = reads_numbers;
  begin.replace(begin.find("{file}"), std::string("{file}").size(), numbers);
  program.begin = lines_in(begin);
  CodeSection site;
  for (const std::string& line : lines_in(site_function)) site.lines.push_back({line});
  program.sections.insert(program.sections.begin(), std::move(site));
  return program;
}

void write_whole_numbers(const Model& model, const Trace& trace, const std::filesystem::path& file) {
  std::vector<NamedShape> shapes;
  for (int node = 0; node < trace.tape().size(); ++node) {
    const Shape shape = trace.tape().node(node).shape;
    shapes.push_back({trace.label(node).path, {shape.rows, shape.cols}});
  }
  // What a trace does not keep is there while it is written.
  std::optional<Reading> reading;
  const auto numbers = [&](std::size_t node) {
    reading.emplace(trace.read(static_cast<int>(node)));
    return std::span(reading->view().data, static_cast<std::size_t>(reading->shape().size()));
  };
  const auto& texts = trace.words().target_texts;
  write_safetensors(file, shapes, numbers,
                    {{"source", Json(model.source().words()).dump()},
                     {"target", Json(texts != nullptr ? *texts : model.target().words()).dump()}});
}

}  // namespace headlight
