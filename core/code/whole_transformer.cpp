// Vaswani et al. 2017 with the options of its config; the lines are those of the ops that were recorded.
#include <algorithm>
#include <string>
#include <vector>

#include "core/code/whole_writer.h"

namespace headlight {
namespace {

std::string of_number(int number) { return std::to_string(number); }

class TransformerCode {
 public:
  TransformerCode(WholeWriter& writer, const TransformerConfig& config) : w_(writer), config_(config) {
    if (config.encoder_layers > 0) blocks_.push_back({"encoder.0.self_attention.", Which::encoder});
    if (config.decoder_layers > 0) blocks_.push_back({"decoder.0.self_attention.", Which::decoder});
    if (config.decoder_layers > 0 && config.encoder_layers > 0)
      blocks_.push_back({"decoder.0.cross_attention.", Which::cross});
  }

  void write() {
    sizes();
    w_.linear_function(blocks_.front().path + "head.0.query", true);
    norm();
    if (config_.positions == Positions::rotary) rotate();
    attention();
    feed_forward();
    if (config_.norm_place == NormPlace::post) add_and_norm();
    embed();
    if (config_.encoder_layers > 0) stack("encoder");
    if (config_.decoder_layers > 0) stack("decoder");
    output();
  }

 private:
  enum class Which { encoder, decoder, cross };
  struct BlockOf {
    std::string path;
    Which which;
  };

  // Which of the attentions have a part of a head: some are those that ask themselves, or have a window.
  enum class In { none, some, all };
  In in(const std::string& part) const {
    bool any = false, every = true;
    for (const BlockOf& block : blocks_) {
      for (int layer = 0; layer < layers_of(block); ++layer) {
        const bool has = !example(block, layer, part).empty();
        any |= has;
        every &= has;
      }
    }
    return !any ? In::none : every ? In::all : In::some;
  }
  int layers_of(const BlockOf& block) const {
    return block.which == Which::encoder ? config_.encoder_layers : config_.decoder_layers;
  }
  // A node of a part, in any head.
  std::string example(const BlockOf& block, int layer, const std::string& part) const {
    const std::string stack = block.path.substr(0, block.path.find('.'));
    const std::string attention = block.path.substr(block.path.find('.', stack.size() + 1));
    for (int head = 0; head < 2; ++head) {
      const std::string path =
          stack + "." + of_number(layer) + attention + "head." + of_number(head) + "." + part;
      if (w_.has(path)) return path;
    }
    return "";
  }
  // In any layer too.
  std::string example(const BlockOf& block, const std::string& part) const {
    for (int layer = 0; layer < layers_of(block); ++layer) {
      const std::string path = example(block, layer, part);
      if (!path.empty()) return path;
    }
    return "";
  }
  std::string example(const std::string& part) const {
    for (const BlockOf& block : blocks_) {
      const std::string path = example(block, part);
      if (!path.empty()) return path;
    }
    return "";
  }

  void sizes() {
    w_.section("The sizes of the model.");
    w_.line("d_model, d_ff = " + of_number(config_.d_model) + ", " + of_number(config_.d_ff));
    const bool encodes = config_.encoder_layers > 0, decodes = config_.decoder_layers > 0;
    if (encodes)
      w_.line("encoder_layers, encoder_heads = " + of_number(config_.encoder_layers) + ", " +
              of_number(config_.encoder_heads));
    if (decodes) {
      w_.line("decoder_layers, decoder_heads = " + of_number(config_.decoder_layers) + ", " +
              of_number(config_.decoder_heads));
    }
    if (encodes && decodes) w_.line("cross_heads = " + of_number(config_.cross_heads));
    if (config_.key_value_heads > 0)
      w_.line("key_value_heads = " + of_number(config_.key_value_heads), "the other heads share these");
    w_.line("epsilon = " + python_number(config_.norm_epsilon), "so that a norm never divides by 0");
    if (config_.positions == Positions::alibi)
      w_.line("slope = " + python_number(config_.position_slope),
              "of the first head; halved from head to head");
  }

  // The first norm there is.
  std::string norm_path() const {
    for (const char* path : {"encoder.0.normalized_1", "decoder.0.normalized_1", "encoder.0.normalized_2",
                             "decoder.0.normalized_2"}) {
      if (w_.has(path)) return path;
    }
    return "";
  }
  void norm() {
    w_.section();
    const bool rms = config_.normalization == Normalization::rms;
    w_.begin(
        "def norm(path, x):",
        std::string(rms ? "Each row divided by the root of its mean square"
                        : "Each row less its mean, divided by its standard deviation") +
            (config_.normalization == Normalization::layer ? "; then gain and bias." : "; then the gain."));
    const std::string value = w_.value(norm_path(), {"x", "w[path + \".gain\"]", "w[path + \".bias\"]"},
                                       {{"epsilon", "epsilon"}, {"d", "d_model"}, {"less", "d_model - 1"}});
    w_.line("y = " + value, "[T, d_model]");
    w_.line("return site(path, y)");
    w_.end();
  }

  void rotate() {
    w_.section();
    w_.begin("def rotate(x" + turns() + "):",
             "Each pair of numbers turned, by an angle that grows with the place (Su et al. 2021, 3.4.2).");
    const bool some = config_.rotated_size > 0;
    w_.line(some ? "T, d = len(x), " + of_number(config_.rotated_size) : "T, d = x.shape",
            some ? "so many dimensions turn" : "");
    std::vector<NamedText> texts{{"T", "T"}, {"places", "T"}, {"d", "d"}, {"half", "d // 2"}};
    if (two_bases()) texts.push_back({"base", "base"});
    if (two_speeds()) texts.push_back({"factor", "slow"});
    w_.line("return " + w_.value(rotated_example(), {"x"}, texts));
    w_.end();
  }

  // What differs between layers with a window and without: the base of the turns, and whether they are
  // slower.
  bool two_bases() const { return config_.positions == Positions::rotary && config_.window_base > 0; }
  bool two_speeds() const { return two_bases() && config_.position_factor != 1; }
  std::string turns() const { return two_speeds() ? ", base, slow" : two_bases() ? ", base" : ""; }
  int window_of(const BlockOf& block, int layer) const {
    return config_.window_of(block.which == Which::encoder ? config_.encoder_window : config_.decoder_window,
                             layer);
  }
  // Of a layer whose turns are slower, where some are.
  std::string rotated_example() const {
    for (const BlockOf& block : blocks_) {
      for (int layer = 0; two_speeds() && layer < layers_of(block); ++layer) {
        const std::string path = window_of(block, layer) > 0 ? "" : example(block, layer, "query_rotated");
        if (!path.empty()) return path;
      }
    }
    return example("query_rotated");
  }

  void attention() {
    w_.section();
    const bool crosses = blocks_.back().which == Which::cross;
    const bool some_masked = in("masked") != In::none;
    const std::string more =
        turns() + (some_masked ? in("masked") == In::all ? ", hidden" : ", hidden=None" : "");
    w_.begin(
        "def multi_head(path, x, memory, h" + more + "):",
        "h heads (3.2): the rows of x ask, those of memory are asked; in self-attention both are the same.");
    const std::string size =
        config_.head_size > 0 ? of_number(config_.head_size) : std::string("d_model // h");
    w_.line("d_k, heads = " + size + ", []");
    if (config_.key_value_heads > 0)
      w_.line(std::string("group = h // key_value_heads") + (crosses ? " if x is memory else 1" : ""),
              "so many heads share keys and values");
    w_.begin("for i in range(h):");
    w_.line("at, own = f\"{path}head.{i}.\", slice(i * d_k, (i + 1) * d_k)",
            "its columns of W^Q, W^K and W^V");
    std::string of_keys = "own";
    if (config_.key_value_heads > 0) {
      w_.line("shared = slice(i // group * d_k, (i // group + 1) * d_k)");
      of_keys = "shared";
    }
    w_.step("Q", "at + \"query\"", "linear(x, path + \"query\", own)", "[T_q, d_k]");
    w_.step("K", "at + \"key\"", "linear(memory, path + \"key\", " + of_keys + ")", "[T_k, d_k]");
    w_.step("V", "at + \"value\"", "linear(memory, path + \"value\", " + of_keys + ")", "[T_k, d_k]");
    std::string q = "Q", k = "K";
    if (config_.query_norm) {
      for (std::string* const of : {&q, &k}) {
        const std::string part = of == &q ? "query_normalized" : "key_normalized";
        w_.step(*of + "_n", "at + \"" + part + "\"",
                w_.value(example(part),
                         {*of, "w[path + \"" + part + ".gain\"]", "w[path + \"" + part + ".bias\"]"},
                         {{"epsilon", "epsilon"}, {"d", "d_k"}, {"less", "d_k - 1"}}),
                "[T, d_k]");
        *of += "_n";
      }
    }
    const std::string turned_q = q, turned_k = k, base = turns();
    if (in("query_rotated") == In::all) {
      q = "Q_rotated";
      k = "K_rotated";
    }
    if (in("query_rotated") != In::none) {
      const bool all = in("query_rotated") == In::all;
      if (!all) w_.begin("if x is memory:");
      w_.step(q, "at + \"query_rotated\"", "rotate(" + turned_q + base + ")", "[T_q, d_k]");
      w_.step(k, "at + \"key_rotated\"", "rotate(" + turned_k + base + ")", "[T_k, d_k]");
      if (!all) w_.end();
    }
    scores(q, k);
    w_.line("heads.append(" + site_call("at + \"output\"", w_.value(example("output"), {"A", "V"})) + ")",
            "[T_q, d_k]");
    w_.end();
    w_.step("concat", "path + \"concatenated\"",
            w_.value(blocks_.front().path + "concatenated", {}, {{"inputs", "heads"}}),
            "[T_q, h d_k]  side by side");
    w_.returns("path + \"projected\"", "linear(concat, path + \"projected\")", "[T_q, d_model]");
    w_.end();
  }

  void scores(const std::string& q, const std::string& k) {
    enum class Kind { scores, scaled, capped, biased, masked };
    struct Step {
      Kind kind;
      std::string part, letter;
    };
    std::vector<Step> steps{{Kind::scores, "scores", "S"}};
    for (const Step& step :
         {Step{Kind::scaled, "scaled", "S_scaled"}, Step{Kind::capped, "capped", "S_capped"},
          Step{Kind::biased, "biased", "S_biased"}, Step{Kind::masked, "masked", "M"}}) {
      if (in(step.part) != In::none) steps.push_back(step);
    }
    // From the step before the first that not all have, one name goes on.
    std::size_t same = steps.size();
    for (std::size_t i = steps.size(); i-- > 1;) {
      if (in(steps[i].part) == In::some) same = i - 1;
    }
    for (std::size_t i = same; i < steps.size(); ++i) steps[i].letter = "M";
    std::string before;
    for (const Step& step : steps) {
      const bool condition = in(step.part) == In::some;
      if (condition) w_.begin(step.kind == Kind::masked ? "if hidden is not None:" : "if x is memory:");
      const std::string at = "at + \"" + step.part + "\"";
      switch (step.kind) {
        case Kind::scores:
          w_.step(step.letter, at, w_.value(example(step.part), {q, k}), "[T_q, T_k]");
          break;
        case Kind::scaled:
          w_.step(
              step.letter, at,
              w_.value(example(step.part), {before},
                       {{"n", config_.scores_divided_by > 0 ? of_number(config_.scores_divided_by) : "d_k"}}),
              "[T_q, T_k]");
          break;
        case Kind::capped:
          w_.step(step.letter, at, w_.value(example(step.part), {before}), "[T_q, T_k]  none beyond the cap");
          break;
        case Kind::biased:
          w_.step(
              "B", "at + \"position_bias\"",
              w_.value(
                  example("position_bias"), {"w[path + \"positions\"]"},
                  {{"head", "i"}, {"T_k", "len(memory)"}, {"queries", "len(x)"}, {"m", "(slope / 2 ** i)"}}),
              "[T_q, T_k]  what the distance adds");
          w_.step(step.letter, at, w_.value(example(step.part), {before, "B"}), "[T_q, T_k]");
          break;
        case Kind::masked:
          w_.step(step.letter, at, mask_value(before), "[T_q, T_k]  True hides");
          break;
      }
      if (condition) w_.end();
      before = step.letter;
    }
    w_.step("A", "at + \"weights\"", w_.value(example("weights"), {before}), "[T_q, T_k]  rows add up to 1");
  }

  bool one_sided() const { return config_.positions == Positions::alibi && config_.position_one_sided; }

  std::string mask_value(const std::string& of) {
    const std::string hidden = one_sided() ? "hidden[i % 2]" : "hidden";
    return of + ".masked_fill(" + hidden + ", -math.inf)";
  }

  // The mask of a node, of `rows` rows that ask themselves.
  std::string mask_of(const std::string& path, const std::string& rows) {
    const int node = w_.trace().at(path);
    const Node& step = w_.trace().tape().node(node);
    const OpCode code = step.op->code(std::vector<Shape>{step.shape});
    std::vector<NamedText> texts{{"T_k", "len(" + rows + ")"}, {"queries", "len(" + rows + ")"}};
    texts.insert(texts.end(), code.attributes.begin(), code.attributes.end());
    const std::string line = filled(code.all.of(Library::torch), texts);
    return line.substr(line.find(" = ") + 3, line.find('\n') - line.find(" = ") - 3);
  }

  void feed_forward() {
    w_.section();
    w_.begin("def feed_forward(path, x):", "Each row on its own (3.3).");
    const std::string layer = blocks_.front().path.substr(0, blocks_.front().path.find("self_attention"));
    const std::string part = layer + "feed_forward.";
    w_.step("H", "path + \"hidden\"", "linear(x, path + \"hidden\")", "[T, d_ff]");
    std::string fired = "F";
    if (w_.has(part + "gate")) {
      w_.step("G", "path + \"gate\"", "linear(x, path + \"gate\")", "[T, d_ff]");
      w_.step("F", "path + \"activated\"", w_.value(part + "activated", {"G"}), "[T, d_ff]");
      w_.step("F_gated", "path + \"gated\"", w_.value(part + "gated", {"F", "H"}), "[T, d_ff]");
      fired = "F_gated";
    } else {
      w_.step("F", "path + \"activated\"", w_.value(part + "activated", {"H"}), "[T, d_ff]");
    }
    w_.returns("path + \"output\"", "linear(" + fired + ", path + \"output\")", "[T, d_model]");
    w_.end();
  }

  void add_and_norm() {
    w_.section();
    w_.begin("def add_and_norm(at, n, x, sublayer):", "LayerNorm(x + Sublayer(x)) (3.1).");
    w_.step("R", "f\"{at}residual_{n}\"", "x + sublayer", "[T, d_model]");
    w_.line("return norm(f\"{at}normalized_{n}\", R)");
    w_.end();
  }

  void embed() {
    const bool source = w_.has("source.embedded"), target = w_.has("target.embedded");
    if (!source && !target) return;
    const std::string stream = source ? "source" : "target";
    w_.section();
    w_.begin("def embed(stream, ids):",
             config_.positions_in_input() ? "Rows of the embedding matrix (3.4), with their positions (3.5)."
                                          : "Rows of the embedding matrix (3.4).");
    w_.compares("stream + \"tokens\"", "torch.tensor(ids)[:, None]", "[T, 1]");
    const std::string table = config_.shared_embedding ? "w[\"" + std::string(config_.target_table()) + "\"]"
                                                       : "w[stream + \"embedding\"]";
    w_.step("e", "stream + \"embedded\"", w_.value(stream + ".embedded", {"ids", table}), "[T, d_model]");
    std::string x = "e";
    if (config_.scaled_embedding) {
      w_.step("e_scaled", "stream + \"scaled\"", w_.value(stream + ".scaled", {"e"}, {{"n", "d_model"}}),
              "[T, d_model]");
      x = "e_scaled";
    }
    if (w_.has("source.typed")) {
      w_.line("s = [0] * len(ids)", "one text: all of the first type");
      w_.compares("stream + \"types\"", "torch.tensor(s)[:, None]", "[T, 1]");
      w_.step("TE", "stream + \"type_vectors\"",
              w_.value("source.type_vectors", {"s", "w[stream + \"type_vectors\"]"}), "[T, d_model]");
      w_.step("e_typed", "stream + \"typed\"", w_.value("source.typed", {x, "TE"}), "[T, d_model]");
      x = "e_typed";
    }
    if (config_.positions_in_input()) {
      const std::string width =
          config_.positions == Positions::appended ? of_number(config_.position_dimensions) : "d_model";
      const std::string value =
          w_.value(stream + ".positions", {"w[stream + \"positions\"]"},
                   {{"d", width}, {"T", "len(ids)"}, {"places", "len(ids)"}, {"rows", ":len(ids)"}});
      const bool long_line = config_.position_sinusoids();
      if (long_line) w_.line("sin_cos = " + value, "[T, " + width + "]");
      w_.step("PE", "stream + \"positions\"", long_line ? "sin_cos" : value, "[T, " + width + "]");
      const bool appended = config_.positions == Positions::appended;
      w_.step("X", "stream + \"input\"",
              w_.value(stream + ".input", {x, "PE"}, {{"inputs", "[" + x + ", PE]"}}),
              appended ? "[T, d_model]  beside it" : "[T, d_model]");
      x = "X";
    }
    w_.line(config_.normalized_input ? "return norm(stream + \"normalized\", " + x + ")" : "return " + x);
    w_.end();
  }

  // The masks of a stack's self-attention, each with its name; empty where nothing is hidden.
  std::string hidden(const std::string& stack, const std::string& x) {
    const auto path = [&](int layer, int head) {
      return stack + "." + of_number(layer) + ".self_attention.head." + of_number(head) + ".masked";
    };
    const bool decoder = stack == "decoder";
    if (one_sided()) {
      const bool second = w_.has(path(0, 1));
      w_.line("hidden = [" + mask_of(path(0, 0), x) + ",", "even heads look back");
      w_.line("          " + mask_of(path(0, second ? 1 : 0), x) + "]", "odd heads look ahead");
      return "hidden";
    }
    const int window = decoder ? config_.decoder_window : config_.encoder_window;
    const int layers = decoder ? config_.decoder_layers : config_.encoder_layers;
    std::vector<int> whole, with_window;
    for (int layer = 0; layer < layers; ++layer)
      (config_.window_of(window, layer) == 0 ? whole : with_window).push_back(layer);
    const bool both = !whole.empty() && !with_window.empty();
    const std::string near = with_window.empty() ? "" : path(with_window.front(), 0);
    const std::string far = whole.empty() ? "" : path(whole.front(), 0);
    if (!far.empty() && w_.has(far))
      w_.line("hidden = " + mask_of(far, x), "[T, T]  True: row i may not look at column j");
    if (near.empty()) return w_.has(far) ? "hidden" : "";
    if (!w_.has(near)) return "";
    w_.line((both ? "near = " : "hidden = ") + mask_of(near, x),
            w_.has(far) ? "[T, T]  the same, and what is far away"
                        : "[T, T]  True: row i may not look at column j");
    if (!both) return "hidden";
    std::string list;
    for (const int layer : whole) list += (list.empty() ? "" : ", ") + of_number(layer);
    return std::string("(") + (w_.has(far) ? "hidden" : "None") + " if layer in [" + list + "] else near)";
  }

  // A number of each layer's rotation.
  std::string of_layers(bool decoder, double Rotation::*number) const {
    const BlockOf& block = decoder ? blocks_[config_.encoder_layers > 0 ? 1 : 0] : blocks_.front();
    std::string list;
    for (int layer = 0; layer < layers_of(block); ++layer)
      list +=
          (list.empty() ? "" : ", ") + python_number(config_.rotation(window_of(block, layer) > 0).*number);
    return list;
  }

  void stack(const std::string& name) {
    const bool decoder = name == "decoder", crosses = decoder && config_.encoder_layers > 0;
    const std::string x = decoder ? "y" : "x";
    w_.section();
    w_.begin("def " + name + "(" + x + (crosses ? ", memory" : "") + "):");
    const std::string mask = hidden(name, x);
    std::string more = mask.empty() ? "" : ", " + mask;
    if (two_bases()) {
      w_.line("bases = [" + of_layers(decoder, &Rotation::base) + "]", "of the turns in each layer");
      if (two_speeds())
        w_.line("slows = [" + of_layers(decoder, &Rotation::factor) + "]", "so many times slower they are");
      more = (two_speeds() ? ", bases[layer], slows[layer]" : ", bases[layer]") + more;
    }
    w_.begin("for layer in range(" + name + "_layers):");
    w_.line("at = f\"" + name + ".{layer}.\"");
    const std::string heads = name + "_heads";
    int n = 0;
    if (config_.parallel) w_.line("start = " + x, "every sub-layer reads the layer's input");
    const auto sub_layer = [&](const std::string& call_begin, const std::string& call_end, bool own) {
      ++n;
      const std::string number = of_number(n);
      if (config_.norm_place == NormPlace::post) {
        w_.line(x + " = add_and_norm(at, " + number + ", " + x + ", " + call_begin + x +
                (own ? ", " + x : "") + call_end + ")");
      } else {
        const std::string normal = "N_" + number;
        const std::string read = config_.parallel ? std::string("start") : x;
        w_.line(normal + " = " + (config_.normalizes(0, n) ? "" : read + " if layer == 0 else ") +
                    "norm(at + \"normalized_" + number + "\", " + read + ")",
                "before the sub-layer");
        std::string added = call_begin + normal + (own ? ", " + normal : "") + call_end;
        if (config_.output_norm) added = "norm(at + \"output_normalized_" + number + "\", " + added + ")";
        w_.step(x, "at + \"residual_" + number + "\"", x + " + " + added);
      }
    };
    sub_layer("multi_head(at + \"self_attention.\", ", ", " + heads + more + ")", true);
    if (crosses) sub_layer("multi_head(at + \"cross_attention.\", ", ", memory, cross_heads)", false);
    sub_layer("feed_forward(at + \"feed_forward.\", ", ")", false);
    w_.end();
    w_.line(config_.norm_place == NormPlace::pre ? "return norm(\"" + name + ".normalized\", " + x + ")"
                                                 : "return " + x);
    w_.end();
  }

  void output() {
    if (!w_.has("logits")) return;
    w_.section();
    const bool label = w_.shape("logits").rows == 1 && w_.has("first_token");
    w_.begin("def output(x):", "How likely each word is.");
    std::string x = "x";
    if (label) {
      w_.step("X_0", "\"first_token\"", w_.value("first_token", {"x"}), "[1, d_model]");
      w_.step("P_0", "\"pooled\"", "linear(X_0, \"pooled\")", "[1, d_model]");
      w_.step("P_activated", "\"pooled_activated\"", w_.value("pooled_activated", {"P_0"}), "[1, d_model]");
      x = "P_activated";
    }
    if (w_.has("encoder.class_token")) {
      w_.step("N_0", "\"encoder.class_token\"", w_.value("encoder.class_token", {"x"}), "[1, d_model]");
      x = "N_0";
    }
    if (w_.has("transformed")) {
      w_.step("T", "\"transformed\"", "linear(x, \"transformed\")", "[T, d_model]");
      w_.step("T_activated", "\"transformed_activated\"", w_.value("transformed_activated", {"T"}),
              "[T, d_model]");
      w_.line("N = norm(\"transformed_normalized\", T_activated)", "[T, d_model]");
      x = "N";
    }
    if (w_.has("divided")) {
      w_.step("N_divided", "\"divided\"", w_.value("divided", {x}, {{"n", "d_model"}}), "[T, d_model]");
      x = "N_divided";
    }
    const std::string path = w_.has("uncapped") ? "uncapped" : "logits";
    const std::string z = w_.has("uncapped") ? "Z_0" : "Z", at = "\"" + path + "\"";
    const Node& logits = w_.trace().tape().node(w_.trace().at(path));
    if (logits.op->name() == "linear") {
      const std::string weight = w_.trace().label(logits.inputs.at(1)).path;
      const std::string name = weight.substr(std::string("parameters.").size());
      w_.step(z, at, "linear(" + x + ", \"" + name.substr(0, name.rfind('.')) + "\")", "[T, V]");
    } else {
      const std::string table = w_.trace().label(logits.inputs.at(1)).path;
      w_.step(z, at,
              w_.value(path, {x, "w[\"" + table.substr(std::string("parameters.").size()) + "\"]",
                              "w[\"output.bias\"][0]"}),
              "[T, V]  the embedding again");
    }
    if (path != "logits") w_.step("Z", "\"logits\"", w_.value("logits", {z}), "[T, V]  none beyond the cap");
    w_.returns("\"probabilities\"", w_.value("probabilities", {"Z"}), "[T, V]");
    w_.end();
  }

  WholeWriter& w_;
  const TransformerConfig& config_;
  std::vector<BlockOf> blocks_;
};

}  // namespace

void write_transformer(WholeWriter& writer, const TransformerConfig& config) {
  TransformerCode(writer, config).write();
}

}  // namespace headlight
