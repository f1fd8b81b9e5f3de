// Recurrent layers and what is read from a picture; the lines are those of the ops that were recorded.
#include <string>

#include "core/code/whole_writer.h"

namespace headlight {
namespace {

std::string in_time(const std::string& part) { return "at + \"" + part + "\""; }
// A row of the trace's matrix of all words.
std::string one_row(const std::string& value) { return value + ", row=i"; }

}  // namespace

std::string state_names(RecurrentCell cell) { return cell == RecurrentCell::lstm ? "s, c" : "s"; }

void write_cell(WholeWriter& w, RecurrentCell cell, const std::string& times) {
  w.section();
  const auto value = [&](const std::string& part, const std::vector<std::string>& inputs) {
    return w.value(times + part, inputs);
  };
  switch (cell) {
    case RecurrentCell::rnn:
      w.begin("def rnn(at, from_input, from_state):", "One time of a recurrent network (Elman 1990).");
      w.step("a", in_time("sums"), value("sums", {"from_input", "from_state"}), "[1, d]");
      w.returns(in_time("state"), value("state", {"a"}), "[1, d]");
      break;
    case RecurrentCell::gru:
      w.begin("def gru(at, from_input, from_state, before):",
              "One time of a gated recurrent unit (Cho et al. 2014), with r behind the product, as "
              "nn.GRUCell has it.");
      w.line("x_r, x_z, x_n = from_input.chunk(3, dim=1)", "[1, d] each: what the word adds");
      w.line("h_r, h_z, h_n = from_state.chunk(3, dim=1)", "[1, d] each: what the state adds");
      w.step("r", in_time("reset_gate"), value("reset_gate", {"x_r + h_r"}),
             "[1, d]  0: the candidate is blind");
      w.step("z", in_time("update_gate"), value("update_gate", {"x_z + h_z"}), "[1, d]  1: the state stays");
      w.step("seen", in_time("reset_state"), value("reset_state", {"r", "h_n"}), "[1, d]");
      w.step("n", in_time("candidate"), value("candidate", {"x_n + seen"}), "[1, d]");
      w.returns(in_time("state"), value("state", {"z", "n", "before"}), "[1, d]");
      break;
    case RecurrentCell::lstm:
      w.begin("def lstm(at, from_input, from_state, c_before):",
              "One time of a long short-term memory (Hochreiter and Schmidhuber 1997), with a forget gate.");
      w.step("a", in_time("sums"), value("sums", {"from_input", "from_state"}), "[1, 4 d]");
      w.line("a_i, a_f, a_n, a_o = a.chunk(4, dim=1)", "[1, d] each: input, forget, candidate, output");
      w.step("i", in_time("input_gate"), value("input_gate", {"a_i"}), "[1, d]  how much is written");
      w.step("f", in_time("forget_gate"), value("forget_gate", {"a_f"}), "[1, d]  how much is kept");
      w.step("n", in_time("candidate"), value("candidate", {"a_n"}), "[1, d]");
      w.step("o", in_time("output_gate"), value("output_gate", {"a_o"}), "[1, d]  how much is shown");
      w.step("kept", in_time("kept"), value("kept", {"f", "c_before"}), "[1, d]");
      w.step("new", in_time("written"), value("written", {"i", "n"}), "[1, d]");
      w.step("c", in_time("cell"), value("cell", {"kept", "new"}), "[1, d]  what is remembered");
      w.step("shown", in_time("cell_activated"), value("cell_activated", {"c"}), "[1, d]");
      w.line("return " + site_call(in_time("state"), value("state", {"o", "shown"})) + ", c",
             "[1, d], [1, d]");
      break;
  }
  w.end();
}

namespace {

// "s = gru(at, from_input, from_state, s)", of the state's names.
std::string next_state(RecurrentCell cell, const std::string& s, const std::string& c) {
  switch (cell) {
    case RecurrentCell::rnn:
      return s + " = rnn(at, from_input, from_state)";
    case RecurrentCell::gru:
      return s + " = gru(at, from_input, from_state, " + s + ")";
    case RecurrentCell::lstm:
      return s + ", " + c + " = lstm(at, from_input, from_state, " + c + ")";
  }
  return "";
}

}  // namespace

void write_reading(WholeWriter& w, RecurrentCell cell, const std::string& path, int state) {
  const std::string d = std::to_string(state);
  w.section();
  w.begin("def read(path, x, order):",
          "A recurrent layer that goes over the rows in this order: its state at each of them, and the last "
          "one.");
  w.step("projected", "path + \"projected_input\"", "linear(x, path + \"input\")",
         "all at once: the input needs no state");
  w.step("h", "path + \"first_state\"", "torch.zeros(1, " + d + ")", "[1, d]");
  if (cell == RecurrentCell::lstm)
    w.step("c", "path + \"first_cell\"", "torch.zeros(1, " + d + ")", "[1, d]");
  w.line("states = [None] * len(x)");
  w.begin("for t in order:");
  w.line("at = f\"{path}time.{t}.\"");
  w.step("from_input", in_time("from_input"),
         w.value(path + "time.0.from_input", {"projected"}, {{"rows", "t:t + 1"}}), "a row of it");
  w.step("from_state", in_time("from_state"), "linear(h, path + \"state\")");
  w.line(next_state(cell, "h", "c"));
  w.line("states[t] = h");
  w.end();
  w.line("return " + site_call("path + \"states\"", w.value(path + "states", {}, {{"inputs", "states"}})) +
             ", h",
         "[T, d], [1, d]");
  w.end();
}

void write_recurrent_decoder(WholeWriter& w, RecurrentCell cell, const std::string& given) {
  const std::string time = "decoder.0.time.0.", layer = "decoder.0.";
  const bool attends = w.has(time + "scores");
  w.section();
  const std::string state = state_names(cell);
  w.begin("def write(i, word, " + state + ", " + given + "):",
          "Word number i is given, and the state before it: the state behind it, and what may come next.");
  w.line("at = f\"decoder.0.time.{i}.\"");
  w.compares("\"target.tokens\"", one_row("torch.tensor([[word]])"));
  w.step("e_word", "\"target.embedded\"",
         one_row(w.value("target.embedded", {"[word]", "w[\"target.embedding\"]"})), "[1, d_embedding]");
  w.step("y", in_time("word"), "e_word", "[1, d_embedding]");
  std::string context = given;
  if (attends) {
    std::string asking = "s";
    if (w.has(time + "query_input")) {
      w.step("s_y", in_time("query_input"), w.value(time + "query_input", {}, {{"inputs", "[s, y]"}}));
      asking = "s_y";
    }
    w.step("q", in_time("query"), "linear(" + asking + ", cross + \"query\")", "[1, d]");
    w.step("e", in_time("scores"), w.value(time + "scores", {"q", "K", "w[cross + \"scores.weight\"][0]"}),
           "[1, T]  q is added to each row of K");
    w.step("a", in_time("weights"), w.value(time + "weights", {"e"}), "[1, T]  adds up to 1");
    w.step("c_i", in_time("context"), w.value(time + "context", {"a", "h"}), "[1, d_context]");
    w.compares("cross + \"head.0.query\"", one_row("q"), "rows of what the head has of all words");
    w.compares("cross + \"head.0.scores\"", one_row("e"));
    w.compares("cross + \"head.0.weights\"", one_row("a"));
    context = "c_i";
  }
  w.compares("\"" + layer + "contexts\"", one_row(context));
  w.step("x", in_time("input"), w.value(time + "input", {}, {{"inputs", "[y, " + context + "]"}}));
  w.step("from_input", in_time("from_input"), "linear(x, \"" + layer + "input\")");
  w.step("from_state", in_time("from_state"), "linear(s, \"" + layer + "state\")");
  w.line(next_state(cell, "s", "c"));
  w.compares("\"" + layer + "states\"", one_row("s"));
  w.step("s_c_y", "\"" + layer + "readout_input\"",
         one_row(w.value(layer + "readout_input", {}, {{"inputs", "[s, " + context + ", y]"}})));
  w.step("a_t", "\"" + layer + "readout_sum\"", one_row("linear(s_c_y, \"" + layer + "readout\")"));
  w.step("t", "\"" + layer + "readout\"", one_row(w.value(layer + "readout", {"a_t"})), "[1, d]");
  const Node& logits = w.trace().tape().node(w.trace().at("logits"));
  if (logits.op->name() == "linear") {
    w.step("Z", "\"logits\"", one_row("linear(t, \"output\")"), "[1, V]");
  } else {
    w.step("Z", "\"logits\"",
           one_row(w.value("logits", {"t", "w[\"target.embedding\"]", "w[\"output.bias\"][0]"})),
           "[1, V]  the embedding again");
  }
  w.step("P", "\"probabilities\"", one_row(w.value("probabilities", {"Z"})), "[1, V]");
  w.line("return P, " + state);
  w.end();
}

void write_features(WholeWriter& w, const FeaturesConfig& config) {
  const std::string first = config.layers() > 1 ? "features.0.convolution" : "features.grid";
  w.section();
  w.begin("def convolve(x, path, side, k, s, p):",
          "A kernel of k x k goes over a picture in steps of s (LeCun et al. 1989). Pixels are rows, line by "
          "line.");
  w.line(
      "return " +
      w.value(
          first, {"x", "w[path + \".weight\"]", "w[path + \".bias\"][0]"},
          {{"height", "side"}, {"width", "side"}, {"c", "x.shape[1]"}, {"k", "k"}, {"s", "s"}, {"p", "p"}}));
  w.end();
  bool pools = false;
  std::string sizes;
  for (int layer = 0; layer < config.layers(); ++layer) {
    pools = pools || config.pool(layer) > 1;
    sizes += (layer == 0 ? "(" : ", (") + std::to_string(config.kernels[layer]) + ", " +
             std::to_string(config.strides[layer]) + ", " + std::to_string(config.paddings[layer]) + ", " +
             std::to_string(config.pool(layer)) + ")";
  }
  if (pools) {
    for (int layer = 0; layer < config.layers(); ++layer) {
      const std::string path = "features." + std::to_string(layer) + ".pooled";
      if (!w.has(path)) continue;
      w.section();
      w.begin("def max_pool(x, side, k):", "The largest number in each square, of each channel.");
      w.line("return " + w.value(path, {"x"},
                                 {{"height", "side"},
                                  {"width", "side"},
                                  {"c", "x.shape[1]"},
                                  {"k", "k"},
                                  {"s", "k"},
                                  {"p", "0"}}));
      w.end();
      break;
    }
  }
  w.section();
  w.begin("def features(x):", "From pixels to a grid of cells, a row each.");
  w.compares("\"picture\"", "x", "[pixels, 3]");
  w.line("side, layers = " + std::to_string(config.side) + ", [" + sizes + "]",
         "kernel, stride, padding, pooling");
  w.begin("for layer, (k, s, p, pool) in enumerate(layers):");
  w.line("C = convolve(x, f\"features.{layer}\", side, k, s, p)", "[places, channels]");
  w.line("side = (side + 2 * p - k) // s + 1");
  w.begin("if layer + 1 == len(layers):");
  w.returns("\"features.grid\"", "C", "[cells, channels]");
  w.end();
  const std::string fired = config.layers() > 1 ? w.value("features.0.activation", {"C"}) : "C";
  w.compares("f\"features.{layer}.convolution\"", "C");
  w.step("x", "f\"features.{layer}.activation\"", fired, "[places, channels]");
  if (pools) {
    w.begin("if pool > 1:");
    w.step("x", "f\"features.{layer}.pooled\"", "max_pool(x, side, pool)");
    w.line("side = side // pool");
    w.end();
  }
  w.end();
  w.end();
}

}  // namespace headlight
