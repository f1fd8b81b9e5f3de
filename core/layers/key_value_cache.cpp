#include "core/layers/key_value_cache.h"

#include "core/tape/ops/ops.h"

namespace headlight {

std::optional<KeysAndValues> KeyValueCache::find(const std::string& head) const {
  const auto found = parts_.find(head);
  if (found == parts_.end() || found->second.empty()) return std::nullopt;
  return found->second.front();
}

KeysAndValues KeyValueCache::add(Tape& tape, const std::string& head, KeysAndValues recorded, bool grows) {
  std::vector<KeysAndValues>& parts = parts_[head];
  parts.push_back(recorded);
  if (!grows || parts.size() == 1) return recorded;
  std::vector<int> keys, values;
  for (const KeysAndValues& part : parts) {
    keys.push_back(part.key);
    values.push_back(part.value);
  }
  const auto stacked = [&](std::vector<int> rows, const char* what) {
    const int all = tape.record({head + what, Axis::target_key, Axis::head}, stack(), std::move(rows));
    // One step reads it: of every token's stack nothing stays.
    tape.make_droppable(all);
    return all;
  };
  return {stacked(std::move(keys), ".kept_keys"), stacked(std::move(values), ".kept_values")};
}

void KeyValueCache::advance(int tokens) { rows_ += tokens; }

void KeyValueCache::rewind(int size, int rows) {
  rows_ = rows;
  for (auto& [head, parts] : parts_)
    std::erase_if(parts, [&](const KeysAndValues& part) { return part.key >= size; });
}

}  // namespace headlight
