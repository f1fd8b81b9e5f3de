#include "app/lessons/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <stdexcept>

#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// What stands for the "*" of a path between {{ and }} while md4c reads: to it that would begin emphasis. No
// text can have it.
constexpr char star_of_a_path = '\x01';

std::string with_covered_stars(std::string text) {
  for (std::size_t at = text.find("{{"); at != std::string::npos; at = text.find("{{", at)) {
    const std::size_t end = text.find("}}", at);
    if (end == std::string::npos) break;
    std::replace(text.begin() + static_cast<std::ptrdiff_t>(at),
                 text.begin() + static_cast<std::ptrdiff_t>(end), '*', star_of_a_path);
    at = end;
  }
  return text;
}

// Line ends and tabs are text; nothing else that a terminal or a screen would obey is.
bool is_plain(char32_t letter) {
  const bool control = letter < 0x20 || (letter >= 0x7F && letter < 0xA0);
  return !control || letter == U'\n' || letter == U'\r' || letter == U'\t';
}

// What md4c calls back, gathered.
class Builder {
 public:
  Builder(const std::string& text, const std::string& file, int first_line, std::vector<Problem>& problems)
      : text_(text), file_(file), first_line_(first_line), line_(first_line), problems_(problems) {}

  std::vector<MarkdownBlock> blocks() {
    int line = first_line_;
    for (MarkdownBlock& block : blocks_) {
      if (block.line == 0) block.line = line;  // an empty one says nothing of its place
      line = block.line;
    }
    return std::move(blocks_);
  }

  void enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_H:
        open(MarkdownBlock::Kind::heading).level =
            static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_P:
        // The paragraph of an item is the item, unless it is its second one.
        if (in_item_ && blocks_.back().runs.empty()) {
          open_ = true;
        } else {
          const int depth = in_item_ ? static_cast<int>(lists_.size()) : 0;
          open(MarkdownBlock::Kind::paragraph).level = depth;
        }
        break;
      case MD_BLOCK_UL:
        lists_.push_back(-1);
        break;
      case MD_BLOCK_OL:
        lists_.push_back(static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start));
        break;
      case MD_BLOCK_LI: {
        MarkdownBlock& item = open(MarkdownBlock::Kind::paragraph);
        item.level = static_cast<int>(lists_.size());
        item.marker = lists_.back() < 0 ? "•" : std::to_string(lists_.back()++) + ".";
        in_item_ = true;
        break;
      }
      case MD_BLOCK_CODE: {
        const auto& info = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->info;
        const bool known = see(info.text);
        MarkdownBlock& fence = open(MarkdownBlock::Kind::fence);
        fence.info = info.text == nullptr ? "" : std::string(info.text, info.size);
        if (known) fence.line = line_ + 1;
        break;
      }
      case MD_BLOCK_QUOTE:
        unused("a quotation (>)", "write a paragraph");
        break;
      case MD_BLOCK_HR:
        unused("a line (---)", "begin a step with ## instead");
        break;
      default:
        break;
    }
  }

  void leave(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) lists_.pop_back();
    if (type == MD_BLOCK_LI) in_item_ = false;
    if (type == MD_BLOCK_P || type == MD_BLOCK_H || type == MD_BLOCK_CODE || type == MD_BLOCK_LI)
      open_ = false;
  }

  void enter(MD_SPANTYPE type) {
    switch (type) {
      case MD_SPAN_EM:
        styles_.push_back(Inline::Kind::emphasis);
        break;
      case MD_SPAN_STRONG:
        styles_.push_back(Inline::Kind::strong);
        break;
      case MD_SPAN_CODE:
        styles_.push_back(Inline::Kind::code);
        break;
      case MD_SPAN_LATEXMATH:
      case MD_SPAN_LATEXMATH_DISPLAY:
        styles_.push_back(Inline::Kind::formula);
        break;
      case MD_SPAN_IMG:
        unused("a picture", "set a session that shows what you mean");
        styles_.push_back(Inline::Kind::plain);
        break;
      default:
        unused("a link", "write what it says");
        styles_.push_back(Inline::Kind::plain);
    }
  }
  void leave() { styles_.pop_back(); }

  void text(MD_TEXTTYPE type, const char* text, std::size_t size) {
    see(text);
    if (blocks_.empty()) return;
    // A list inside an item leaves that item behind.
    if (!open_ && blocks_.back().kind != MarkdownBlock::Kind::fence) open(MarkdownBlock::Kind::paragraph);
    MarkdownBlock& block = blocks_.back();
    if (block.line == 0) block.line = line_;
    std::string piece(text, size);
    std::replace(piece.begin(), piece.end(), star_of_a_path, '*');
    if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR) piece = " ";
    if (type == MD_TEXT_NULLCHAR) piece = "\uFFFD";
    if (type == MD_TEXT_ENTITY) piece = entity(piece);
    if (block.kind == MarkdownBlock::Kind::fence) {
      block.text += piece;
      return;
    }
    const Inline::Kind kind = styles_.empty() ? Inline::Kind::plain : styles_.back();
    if (block.runs.empty() || block.runs.back().kind != kind) block.runs.push_back({kind, "", {}});
    MarkdownInline& run = block.runs.back();
    run.lines.emplace_back(run.text.size(), line_);
    run.text += piece;
  }

  void problem(int line, const std::string& what) { problems_.push_back({file_, line, what}); }

 private:
  MarkdownBlock& open(MarkdownBlock::Kind kind) {
    open_ = true;
    blocks_.push_back({});
    blocks_.back().kind = kind;
    return blocks_.back();
  }

  // md4c points into the text itself: that is where the line comes from.
  bool see(const char* at) {
    if (at < text_.data() || at >= text_.data() + text_.size()) return false;
    if (at < seen_) {
      line_ = first_line_;
      seen_ = text_.data();
    }
    line_ += static_cast<int>(std::count(seen_, at, '\n'));
    seen_ = at;
    return true;
  }

  void unused(const std::string& what, const std::string& instead) {
    problem(line_, say("{what} is not used in lessons; {instead}", {{"what", what}, {"instead", instead}}));
  }

  static std::string entity(const std::string& name) {
    if (name == "&amp;") return "&";
    if (name == "&lt;") return "<";
    if (name == "&gt;") return ">";
    if (name == "&quot;") return "\"";
    if (name == "&nbsp;") return "\u00A0";
    return name;
  }

  const std::string& text_;
  const std::string& file_;
  int first_line_;
  int line_;
  const char* seen_ = text_.data();
  std::vector<Problem>& problems_;
  std::vector<MarkdownBlock> blocks_;
  std::vector<Inline::Kind> styles_;
  std::vector<int> lists_;  // the number of the next item; -1 for bullets
  bool in_item_ = false;
  bool open_ = false;
};

Builder& builder(void* data) { return *static_cast<Builder*>(data); }

}  // namespace

int MarkdownInline::line_at(std::size_t place) const {
  if (lines.empty()) return 0;
  const auto behind = std::upper_bound(lines.begin(), lines.end(), place,
                                       [](std::size_t at, const auto& each) { return at < each.first; });
  return behind == lines.begin() ? lines.front().second : std::prev(behind)->second;
}

std::vector<MarkdownBlock> parse_markdown(const std::string& text, const std::string& file, int first_line,
                                          std::vector<Problem>& problems) {
  const std::string covered = with_covered_stars(text);
  Builder built(covered, file, first_line, problems);
  try {
    const std::u32string letters = code_points(text);
    const auto strange = std::find_if_not(letters.begin(), letters.end(), is_plain);
    if (strange != letters.end()) {
      const auto line = first_line + static_cast<int>(std::count(letters.begin(), strange, U'\n'));
      built.problem(line, "there is a control character; save the file as plain text");
      return {};
    }
  } catch (const std::invalid_argument& error) {
    built.problem(first_line, std::string(error.what()) + "; save the file as UTF-8");
    return {};
  }
  MD_PARSER parser{};
  parser.flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS | MD_FLAG_LATEXMATHSPANS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* to) {
    builder(to).enter(type, detail);
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* to) {
    builder(to).leave(type);
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE type, void*, void* to) {
    builder(to).enter(type);
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE, void*, void* to) {
    builder(to).leave();
    return 0;
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* piece, MD_SIZE size, void* to) {
    builder(to).text(type, piece, size);
    return 0;
  };
  if (md_parse(covered.data(), static_cast<MD_SIZE>(covered.size()), &parser, &built) != 0) {
    built.problem(first_line, "cannot be read as Markdown; save the file again");
  }
  return built.blocks();
}

}  // namespace headlight
