#include "app/stage/motion.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace headlight::stage {
namespace {

// A piece on its way, in pixels from the board's corner: a board that scrolls takes its pieces along.
struct Way {
  Area from, to, now;
  double since = -1;    // of the move; negative: at rest
  double comes = -1;    // when it begins to show; negative: it was there with the board
  double goes = -1;     // when it went; negative: it is there
  int frame = 0;        // in which it was there last
  HeatmapPtr map = {};  // what it showed
};
struct BoardWays {
  Area area;
  int frame = -1;
  bool rests = true;  // in this frame
  std::map<Key, Way> ways;
};
struct StageWays {
  std::map<std::string, BoardWays> boards;
};

BoardWays& ways_of(Ui& ui, const std::string& board) { return ui.state<StageWays>().boards[board]; }

bool same(const Area& a, const Area& b) {
  return a.left == b.left && a.top == b.top && a.right == b.right && a.bottom == b.bottom;
}

Area mix(const Area& from, const Area& to, float way) {
  const auto along = [way](float a, float b) { return std::round(a + way * (b - a)); };
  return {along(from.left, to.left), along(from.top, to.top), along(from.right, to.right),
          along(from.bottom, to.bottom)};
}

// The box, where it is now.
Area follow(Ui& ui, BoardWays& board, const Key& key, const Area& box, const HeatmapPtr& map) {
  const Area to = box.moved(-board.area.left, -board.area.top);
  const auto [at, is_new] = board.ways.try_emplace(key);
  Way& way = at->second;
  const bool was_there = !is_new && way.goes < 0;
  if (board.rests) {
    way = {to, to, to};
  } else if (!was_there) {
    way = {to, to, to, -1, Ui::time() + static_cast<double>(move_ms - come_ms) / 1000};
  } else if (!same(way.to, to)) {
    way.from = way.now;
    way.to = to;
    way.since = Ui::time();
  }
  way.now = way.since < 0 ? way.to : mix(way.from, way.to, motion(ui, way.since, move_ms));
  way.frame = board.frame;
  way.map = map;
  return way.now.moved(board.area.left, board.area.top);
}

Key with_part(Key key, std::uint32_t part) {
  key.part = part;
  return key;
}

// Those that are new take the ways of their partners, which are gone.
void hand_over(BoardWays& board, const std::vector<Piece>& pieces) {
  const auto is_there = [&](const Key& key) {
    return std::any_of(pieces.begin(), pieces.end(), [&](const Piece& each) { return each.key == key; });
  };
  std::vector<Key> gone;
  for (const auto& [key, way] : board.ways) {
    if (way.map != nullptr && way.goes < 0 && !is_there(key)) gone.push_back(key);
  }
  for (const Piece& piece : pieces) {
    if (gone.empty()) return;
    if (!std::holds_alternative<Cells>(piece.look) || board.ways.contains(piece.key)) continue;
    const Key* partner = partner_of(piece.key, gone);
    if (partner == nullptr) continue;
    const Key from = *partner;
    std::vector<std::uint32_t> parts;
    for (const auto& [key, way] : board.ways) {
      if (with_part(key, 0) == from) parts.push_back(key.part);
    }
    for (const std::uint32_t part : parts) {
      auto way = board.ways.extract(with_part(from, part));
      way.key() = with_part(piece.key, part);
      board.ways.insert(std::move(way));
    }
    std::erase(gone, from);
  }
}

}  // namespace

void move_pieces(Ui& ui, const std::string& name, const Area& area, std::vector<Piece>& pieces) {
  BoardWays& board = ways_of(ui, name);
  const int frame = ImGui::GetFrameCount();
  const bool as_large = board.area.width() == area.width() && board.area.height() == area.height();
  board.rests = board.frame != frame - 1 || !as_large || ui.state().still || ui.exporting() ||
                ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (board.rests) board.ways.clear();
  board.area = area;
  board.frame = frame;
  hand_over(board, pieces);
  for (Piece& piece : pieces) {
    if (const Cells* cells = std::get_if<Cells>(&piece.look))
      piece.box = follow(ui, board, piece.key, piece.box, cells->map);
  }
  for (auto at = board.ways.begin(); at != board.ways.end();) {
    Way& way = at->second;
    if (way.frame >= frame - 1 && way.goes < 0) {  // bands follow once they are painted
      if (way.frame == frame || way.map == nullptr) {
        ++at;
        continue;
      }
      way.goes = Ui::time();
    }
    const float left = way.goes < 0 ? 0 : 1 - motion(ui, way.goes, leave_ms);
    if (left <= 0 || way.map == nullptr) {
      at = board.ways.erase(at);
      continue;
    }
    ui.cells({.map = way.map,
              .rows = way.map->rows,
              .columns = way.map->columns,
              .area = way.now.moved(area.left, area.top),
              .fade = 1 - left,
              .paper = ui.colours().stage,
              .unit = ui.scale()});
    ++at;
  }
}

float shown_of(Ui& ui, const std::string& board, const Key& key) {
  const auto& ways = ways_of(ui, board).ways;
  const auto at = ways.find(key);
  return at == ways.end() || at->second.comes < 0 ? 1 : motion(ui, at->second.comes, come_ms);
}

Area moved_box(Ui& ui, const std::string& board, const Key& key, const Area& box) {
  return follow(ui, ways_of(ui, board), key, box, nullptr);
}

}  // namespace headlight::stage
