#include "app/lessons/figure.h"

#include <cstdio>
#include <string_view>

#include "app/lessons/expression.h"
#include "core/models/card.h"
#include "core/models/outline.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

using FigureKind = LessonFigure::Kind;

constexpr std::size_t most_series = 4;
constexpr std::string_view head_in_change = "HEAD";

std::string trimmed_line(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

struct FigureLine {
  std::string name, says;
  int number = 0;
};

std::string with_head(std::string text, const std::string& head) {
  for (std::size_t at = text.find(head_in_change); at != std::string::npos;
       at = text.find(head_in_change, at)) {
    text.replace(at, head_in_change.size(), head);
    at += head.size();
  }
  return text;
}

class FigureReader {
 public:
  FigureReader(const MarkdownBlock& block, FigureKind kind, const Session& session, OwnSentencesPtr sentences,
               const std::string& file, std::vector<Problem>& problems)
      : session_(session), sentences_(std::move(sentences)), file_(file), problems_(problems) {
    figure_.kind = kind;
    figure_.line = block.line;
    int number = block.line;
    for (std::string_view rest = block.text; !rest.empty(); ++number) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string line = trimmed_line(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (!line.empty()) add(line, number);
    }
  }

  std::optional<LessonFigure> read() {
    if (values_.empty() || values_.size() > (figure_.kind == FigureKind::curve ? most_series : 1)) {
      problem(figure_.line, figure_.kind == FigureKind::curve
                                ? "a ```curve block has one to four lines \"name: value\""
                                : "a ```heads block has one line \"name: value\"");
    }
    if (figure_.kind == FigureKind::curve) {
      if (figure_.across.empty())
        problem(figure_.line,
                "say what the horizontal axis shows: \"across: weight of it on street, 0 to 1\"");
      if (changes_.empty() || changes_.find('x') == std::string::npos)
        problem(figure_.line, "say what x changes: \"change: share(path[row, column] = x)\"");
    }
    if (failed_) return std::nullopt;
    if (figure_.kind == FigureKind::heads) return heads();
    for (const FigureLine& line : values_) {
      const ExpressionPtr expression = parsed("when(" + changes_ + ", " + line.says + ")", line.number);
      figure_.series.push_back({line.name, expression});
    }
    return done();
  }

 private:
  void problem(int line, const std::string& what) {
    problems_.push_back({file_, line, what});
    failed_ = true;
  }
  std::optional<LessonFigure> done() { return failed_ ? std::nullopt : std::optional(std::move(figure_)); }

  ExpressionPtr parsed(const std::string& text, int line) {
    try {
      return LessonExpression::parse(text, sentences_);
    } catch (const ExpressionError& error) {
      problem(line, error.what());
      return nullptr;
    }
  }

  void add(const std::string& line, int number) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos || colon == 0)
      return problem(number, "write \"name: what it is\" on a line of a figure");
    const std::string name = line.substr(0, colon);
    const std::string says = trimmed_line(line.substr(colon + 1));
    if (name == "change") {
      changes_ += (changes_.empty() ? "" : ", ") + says;
    } else if (name == "across" && figure_.kind == FigureKind::curve) {
      across(says, number);
    } else if (name == "attention" && figure_.kind == FigureKind::heads) {
      attention(says, number);
    } else {
      values_.push_back({name, says, number});
    }
  }

  void across(const std::string& says, int number) {
    const std::size_t comma = says.rfind(", ");
    const bool read = comma != std::string::npos &&
                      std::sscanf(says.c_str() + comma + 2, "%lf to %lf", &figure_.from, &figure_.to) == 2;
    if (!read || !(figure_.from < figure_.to))
      return problem(number, "end the line with the range of x: \"across: weight, 0 to 1\"");
    figure_.across = says.substr(0, comma);
  }

  void attention(const std::string& says, int number) {
    for (const auto& [kind, name] : attention_names()) {
      if (says == name) {
        attention_ = kind;
        return;
      }
    }
    problem(number,
            say("{word} is not an attention; choose encoder, decoder or cross", {{"word", in_quotes(says)}}));
  }

  std::optional<LessonFigure> heads() {
    const AttentionHeads* there = nullptr;
    Anatomy anatomy;
    try {
      anatomy = outline_of(model_folder(session_.model))->anatomy();
      there = anatomy.find(attention_);
    } catch (const std::exception& error) {
      problem(figure_.line, error.what());
      return std::nullopt;
    }
    if (there == nullptr) {
      problem(figure_.line,
              "this model has no such attention; write \"attention: encoder\", decoder or cross");
      return std::nullopt;
    }
    const std::string change = changes_.empty() ? "HEAD.output = 0" : changes_;
    const FigureLine& line = values_.front();
    LessonFigure::Series series{line.name, parsed(line.says, line.number)};
    Session at = session_;
    at.attention = attention_;
    for (int layer = 0; layer < there->layers(); ++layer) {
      figure_.layers.push_back(there->in(layer));
      for (int head = 0; head < there->in(layer) && !failed_; ++head) {
        at.layer = layer;
        at.head = head;
        std::string path = selected_head_path(at, "");
        while (path.ends_with('.')) path.pop_back();
        series.of_heads.push_back(
            parsed("when(" + with_head(change, path) + ", " + line.says + ")", line.number));
      }
    }
    figure_.series.push_back(std::move(series));
    return done();
  }

  const Session& session_;
  OwnSentencesPtr sentences_;
  const std::string& file_;
  std::vector<Problem>& problems_;
  LessonFigure figure_;
  Attention attention_ = Attention::encoder;
  std::string changes_;
  std::vector<FigureLine> values_;
  bool failed_ = false;
};

}  // namespace

std::optional<LessonFigure> read_figure(const MarkdownBlock& block, LessonFigure::Kind kind,
                                        const Session& session, const OwnSentencesPtr& sentences,
                                        const std::string& file, std::vector<Problem>& problems) {
  return FigureReader(block, kind, session, sentences, file, problems).read();
}

double curve_x(const LessonFigure& figure, int point) {
  return figure.from + (figure.to - figure.from) * point / (curve_points - 1);
}

bool compute_figure(const LessonFigure& figure, const Results& results, FigureValues& values,
                    const std::function<bool()>& go_on) {
  try {
    values.series.resize(figure.series.size());
    for (std::size_t each = 0; each < figure.series.size(); ++each) {
      const LessonFigure::Series& series = figure.series[each];
      std::vector<double>& row = values.series[each];
      const bool curve = figure.kind == FigureKind::curve;
      if (!curve && row.empty()) values.unchanged = quantity(series.expression->root(), results).value;
      const std::size_t count = curve ? curve_points : series.of_heads.size();
      while (row.size() < count) {
        if (go_on && !go_on()) return false;
        const ExpressionNode node =
            curve ? with_x(series.expression->root(), curve_x(figure, static_cast<int>(row.size())))
                  : series.of_heads[row.size()]->root();
        row.push_back(quantity(node, results).value);
      }
    }
  } catch (const ExpressionError& error) {
    values.error = error.what();
  }
  return true;
}

FigureValues figure_values(const LessonFigure& figure, const Results& results) {
  FigureValues values;
  compute_figure(figure, results, values, {});
  return values;
}

}  // namespace headlight
