#include "core/text/tokenizers/piece_models.h"

namespace headlight {
namespace {

class WordPiece final : public PieceModel {
 public:
  WordPiece(const Vocabulary& vocabulary, const WordPieceRules& rules)
      : vocabulary_(vocabulary), rules_(rules) {}

  void cut(const SpannedText& word, std::vector<Piece>& pieces) const override {
    if (word.empty()) return;
    const std::size_t before = pieces.size();
    const auto unknown = [&] {
      pieces.resize(before);
      pieces.push_back({rules_.unknown, {word.front().from.begin, word.back().from.end}});
    };
    if (static_cast<int>(word.size()) > rules_.longest) return unknown();
    for (auto at = word.begin(); at != word.end();) {
      auto end = word.end();
      std::optional<int> id;
      for (; end != at; --end) {
        id = vocabulary_.id((at == word.begin() ? "" : rules_.prefix) + utf8_of(at, end));
        if (id) break;
      }
      if (!id) return unknown();
      pieces.push_back({*id, {at->from.begin, (end - 1)->from.end}});
      at = end;
    }
  }

 private:
  Vocabulary vocabulary_;
  WordPieceRules rules_;
};

}  // namespace

std::unique_ptr<const PieceModel> word_piece(const Vocabulary& vocabulary, const WordPieceRules& rules) {
  return std::make_unique<const WordPiece>(vocabulary, rules);
}

}  // namespace headlight
