#include "core/files/torch_file.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <map>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/files/compressed.h"
#include "core/files/in_python.h"
#include "core/files/whole_file.h"
#include "core/files/zip.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

[[noreturn]] void fail_torch(const std::string& what) { throw std::invalid_argument(what); }

// torch.save(model), not of its tensors.
struct WholeModel : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
// Where the classes of models are: PyTorch's own, those of libraries, and those of the script that saved it.
constexpr std::array<std::string_view, 6> modules_of_models{
    "torch.nn.", "torchvision.models", "transformers.models", "__main__", "model", "models"};

constexpr const char* damaged_pickle = "has a damaged list of its tensors";
constexpr const char* long_pickle = "has an impossibly long list of its tensors";
// That of some ten thousand tensors.
constexpr std::size_t most_values = 1 << 20;

// What the program that is in a pickle has made so far.
struct Pickled {
  enum class Kind { none, number, other_number, text, sequence, dict, global, storage, tensor };
  Kind kind = Kind::none;
  std::int64_t number = 0;      // of a tensor: where in its storage it begins
  std::string_view text = {};   // also the name of a global, and the key of a storage
  std::string_view type = {};   // "torch.FloatStorage"
  std::vector<int> items = {};  // of a dict: each key and its value; of a tensor: its shape and its strides
};

// The names that tensors need.
constexpr std::string_view ordered_dict = "collections.OrderedDict",
                           tensor_maker = "torch._utils._rebuild_tensor_v2",
                           parameter_maker = "torch._utils._rebuild_parameter";

struct StorageType {
  std::string_view name;
  std::uint64_t size;  // bytes of one number
  StoredType type;
};
constexpr std::array storage_types{StorageType{"torch.FloatStorage", 4, StoredType::f32},
                                   StorageType{"torch.HalfStorage", 2, StoredType::f16},
                                   StorageType{"torch.BFloat16Storage", 2, StoredType::bf16},
                                   StorageType{"torch.DoubleStorage", 8, StoredType::other},
                                   StorageType{"torch.LongStorage", 8, StoredType::other},
                                   StorageType{"torch.IntStorage", 4, StoredType::other},
                                   StorageType{"torch.ShortStorage", 2, StoredType::other},
                                   StorageType{"torch.CharStorage", 1, StoredType::other},
                                   StorageType{"torch.ByteStorage", 1, StoredType::other},
                                   StorageType{"torch.BoolStorage", 1, StoredType::other}};

const StorageType* storage_type(std::string_view name) {
  const auto found = std::find_if(storage_types.begin(), storage_types.end(),
                                  [&](const StorageType& each) { return each.name == name; });
  return found == storage_types.end() ? nullptr : &*found;
}

// Follows the instructions of a pickle that make tensors, and refuses all others. Values stand in one list
// and name each other by their place there, so that nothing is copied, however often it is used.
class PickleReader {
 public:
  explicit PickleReader(std::string_view text) : text_(text) {}

  // What the pickle stands for.
  const Pickled& read() {
    while (true) {
      const auto code = static_cast<unsigned char>(bytes(1)[0]);
      if (code == '.') break;
      follow(code);
    }
    if (stack_.size() != 1 || !marks_.empty()) fail_torch(damaged_pickle);
    return values_[static_cast<std::size_t>(stack_.front())];
  }
  const Pickled& at(int value) const { return values_[static_cast<std::size_t>(value)]; }
  // None below 0.
  std::vector<std::int64_t> numbers(int sequence) const {
    const Pickled& of = at(sequence);
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < of.items.size(); ++i) {
      all.push_back(item(of, i, Kind::number).number);
      if (all.back() < 0) fail_torch(damaged_pickle);
    }
    return all;
  }

 private:
  using Kind = Pickled::Kind;

  void follow(unsigned char code) {
    switch (code) {
      case 0x80:  // PROTO
        if (bytes(1)[0] != 2) fail_torch("was saved with another protocol of pickle than 2");
        return;
      case '(':
        return marks_.push_back(stack_.size());
      case 'N':
        return push({});
      case 0x88:  // NEWTRUE
      case 0x89:  // NEWFALSE
        return push({.kind = Kind::other_number});
      case 'K':
        return push({.kind = Kind::number, .number = unsigned_number(1)});
      case 'M':
        return push({.kind = Kind::number, .number = unsigned_number(2)});
      case 'J':
        return push({.kind = Kind::number, .number = static_cast<std::int32_t>(unsigned_number(4))});
      case 0x8a:  // LONG1
        return push(long_number());
      case 'G':
        bytes(8);
        return push({.kind = Kind::other_number});
      case 'X':
        return push({.kind = Kind::text, .text = bytes(static_cast<std::size_t>(unsigned_number(4)))});
      case '}':
        return push({.kind = Kind::dict});
      case ']':
      case ')':
        return push({.kind = Kind::sequence});
      case 't':
        return push({.kind = Kind::sequence, .items = since_mark()});
      case 0x85:  // TUPLE1
      case 0x86:
      case 0x87:
        return push({.kind = Kind::sequence, .items = last(code - 0x84U)});
      case 'a':
        return add_to(Kind::sequence, last(1));
      case 'e':
        return add_to(Kind::sequence, since_mark());
      case 's':
        return add_to(Kind::dict, last(2));
      case 'u':
        return add_to(Kind::dict, since_mark());
      case 'q':
        return keep(unsigned_number(1));
      case 'r':
        return keep(unsigned_number(4));
      case 'h':
        return recall(unsigned_number(1));
      case 'j':
        return recall(unsigned_number(4));
      case 'c':
        return push_global();
      case 'Q':
        return push_storage();
      case 'R':
        return call();
      case 'b':
        // What a dict has beside its members: "_metadata" of state_dict().
        pop();
        if (values_[static_cast<std::size_t>(top())].kind != Kind::dict) fail_torch(damaged_pickle);
        return;
      default:
        fail_torch("has in its pickle the instruction " + std::to_string(code) +
                   ", which tensors do not need: none is followed");
    }
  }

  std::string_view bytes(std::size_t count) {
    if (count > text_.size() - at_) fail_torch("has a list of its tensors that is cut off");
    at_ += count;
    return text_.substr(at_ - count, count);
  }
  std::int64_t unsigned_number(std::size_t size) {
    std::int64_t number = 0;
    const std::string_view own = bytes(size);
    for (std::size_t i = size; i-- > 0;) number = number << 8 | static_cast<unsigned char>(own[i]);
    return number;
  }
  // As many bytes as it needs, the highest with a sign.
  Pickled long_number() {
    const auto size = static_cast<std::size_t>(unsigned_number(1));
    if (size > 7) {
      bytes(size);
      return {.kind = Kind::other_number};
    }
    std::int64_t number = unsigned_number(size);
    if (size > 0 && (number >> (8 * size - 1) & 1) != 0) number -= std::int64_t{1} << 8 * size;
    return {.kind = Kind::number, .number = number};
  }
  std::string_view line() {
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) fail_torch(damaged_pickle);
    const std::string_view own = text_.substr(at_, end - at_);
    at_ = end + 1;
    return own;
  }

  void push(Pickled value) {
    if (values_.size() == most_values) fail_torch(long_pickle);
    stack_.push_back(static_cast<int>(values_.size()));
    values_.push_back(std::move(value));
  }
  int top() const {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) fail_torch(damaged_pickle);
    return stack_.back();
  }
  int pop() {
    const int value = top();
    stack_.pop_back();
    return value;
  }
  std::vector<int> last(std::size_t count) {
    std::vector<int> items(count);
    for (std::size_t i = count; i-- > 0;) items[i] = pop();
    return items;
  }
  std::vector<int> since_mark() {
    if (marks_.empty()) fail_torch(damaged_pickle);
    const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
    marks_.pop_back();
    const std::vector<int> items(begin, stack_.end());
    stack_.erase(begin, stack_.end());
    return items;
  }
  void add_to(Kind kind, const std::vector<int>& items) {
    Pickled& into = values_[static_cast<std::size_t>(top())];
    if (into.kind != kind || (kind == Kind::dict && items.size() % 2 != 0)) fail_torch(damaged_pickle);
    into.items.insert(into.items.end(), items.begin(), items.end());
  }
  void keep(std::int64_t place) { kept_[place] = top(); }
  void recall(std::int64_t place) {
    const auto found = kept_.find(place);
    if (found == kept_.end()) fail_torch(damaged_pickle);
    stack_.push_back(found->second);
  }

  void push_global() {
    const std::string_view module = line(), name = line();
    for (const std::string_view each : {ordered_dict, tensor_maker, parameter_maker}) {
      if (is_joined(each, module, name)) return push({.kind = Kind::global, .text = each});
    }
    for (const StorageType& each : storage_types) {
      if (is_joined(each.name, module, name)) return push({.kind = Kind::global, .text = each.name});
    }
    const bool of_model =
        std::any_of(modules_of_models.begin(), modules_of_models.end(), [&](std::string_view each) {
          return module == each ||
                 (module.starts_with(each) && (each.ends_with('.') || module[each.size()] == '.'));
        });
    if (of_model)
      throw WholeModel(
          "holds a whole model and not only its tensors, as torch.save(model) makes it: it asks for the "
          "class " +
          in_quotes(std::string(module) + "." + std::string(name), 60) +
          ", and nothing that it asks for is run");
    fail_torch("asks in its pickle for " + in_quotes(std::string(module) + "." + std::string(name), 60) +
               ", which is no tensor: nothing that it asks for is run");
  }
  static bool is_joined(std::string_view whole, std::string_view module, std::string_view name) {
    return whole.size() == module.size() + 1 + name.size() && whole.starts_with(module) &&
           whole[module.size()] == '.' && whole.ends_with(name);
  }

  const Pickled& item(const Pickled& of, std::size_t i, Kind kind) const {
    if (of.kind != Kind::sequence || i >= of.items.size()) fail_torch(damaged_pickle);
    const Pickled& found = at(of.items[i]);
    if (found.kind != kind) fail_torch(damaged_pickle);
    return found;
  }
  // ("storage", its type, its key, ...)
  void push_storage() {
    const Pickled& told = at(pop());
    const std::string_view type = item(told, 1, Kind::global).text;
    if (item(told, 0, Kind::text).text != "storage" || storage_type(type) == nullptr)
      fail_torch(damaged_pickle);
    push({.kind = Kind::storage, .text = item(told, 2, Kind::text).text, .type = type});
  }

  void call() {
    const int arguments = pop(), called = pop();
    const Pickled& given = at(arguments);
    if (at(called).kind != Kind::global) fail_torch(damaged_pickle);
    const std::string_view name = at(called).text;
    if (name == ordered_dict) {
      if (given.kind != Kind::sequence || !given.items.empty()) fail_torch(damaged_pickle);
      return push({.kind = Kind::dict});
    }
    if (name == parameter_maker) {
      item(given, 0, Kind::tensor);
      return stack_.push_back(given.items[0]);
    }
    if (name != tensor_maker) fail_torch(damaged_pickle);
    // (storage, where it begins, shape, strides, ...)
    const Pickled& storage = item(given, 0, Kind::storage);
    const std::int64_t first = item(given, 1, Kind::number).number;
    item(given, 2, Kind::sequence), item(given, 3, Kind::sequence);
    if (first < 0) fail_torch(damaged_pickle);
    push({.kind = Kind::tensor,
          .number = first,
          .text = storage.text,
          .type = storage.type,
          .items = {given.items[2], given.items[3]}});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Pickled> values_;
  std::vector<int> stack_;
  std::vector<std::size_t> marks_;  // where the stack stood
  std::map<std::int64_t, int> kept_;
};

// A dict that has tensors, in the order of the file; of two of one name the second. Null where it has none.
using NamedValues = std::vector<std::pair<std::string_view, const Pickled*>>;
NamedValues tensors_in(const PickleReader& reader, const Pickled& dict) {
  NamedValues all;
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2) {
    const Pickled &name = reader.at(dict.items[i]), &value = reader.at(dict.items[i + 1]);
    if (name.kind != Pickled::Kind::text || value.kind != Pickled::Kind::tensor) continue;
    const auto [place, is_new] = places.emplace(name.text, all.size());
    if (is_new) {
      all.emplace_back(name.text, &value);
    } else {
      all[place->second].second = &value;
    }
  }
  return all;
}

// Those of the dict itself, or of the one in it that training scripts give these names.
NamedValues named_tensors(const PickleReader& reader, const Pickled& root) {
  if (root.kind != Pickled::Kind::dict) fail_torch("is not a dict of tensors");
  const NamedValues own = tensors_in(reader, root);
  if (!own.empty()) return own;
  const Pickled* inner = nullptr;
  for (std::size_t i = 0; i + 1 < root.items.size(); i += 2) {
    const Pickled &name = reader.at(root.items[i]), &value = reader.at(root.items[i + 1]);
    const bool known = name.text == "state_dict" || name.text == "model_state_dict" || name.text == "model";
    if (known && value.kind == Pickled::Kind::dict) inner = &value;
  }
  const NamedValues all = inner == nullptr ? NamedValues() : tensors_in(reader, *inner);
  if (all.empty()) fail_torch("has no dict of tensors in it");
  return all;
}

class TorchReader {
 public:
  explicit TorchReader(const std::filesystem::path& path)
      : size_(size_of_file(path)), in_(open_file_to_read(path)) {
    note_read(path);
    const std::string begin = bytes(0, std::min<std::uint64_t>(size_, 2));
    if (begin == "\x80\x02") fail_torch("was saved by a PyTorch before version 1.6");
    if (begin != "PK") fail_torch("is not a file of torch.save()");
    try {
      entries_ = zip_entries(reading(), size_);
    } catch (const std::invalid_argument& error) {
      fail_torch(error.what());
    }
  }

  SafetensorsHeader header() {
    constexpr std::string_view list = "data.pkl";
    const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const ZipEntry& entry) {
      return entry.name == list || entry.name.ends_with("/" + std::string(list));
    });
    if (found == entries_.end()) fail_torch("has no list of tensors in it");
    folder_ = found->name.substr(0, found->name.size() - list.size());
    for (const ZipEntry& entry : entries_) places_.emplace(entry.name, &entry);
    if (const auto order = places_.find(folder_ + "byteorder"); order != places_.end()) {
      if (text_of(*order->second) != "little") fail_torch("has the bytes of its numbers the other way round");
    }
    const std::string text = text_of(*found);
    PickleReader reader(text);
    SafetensorsHeader header;
    const Pickled& root = reader.read();
    for (const auto& [name, tensor] : named_tensors(reader, root))
      header.entries.push_back(entry_of(valid_utf8(name), *tensor, reader.numbers(tensor->items[0]),
                                        reader.numbers(tensor->items[1])));
    return header;
  }

 private:
  std::string bytes(std::uint64_t begin, std::uint64_t count) {
    std::string text(count, '\0');
    in_.seekg(static_cast<std::streamoff>(begin));
    in_.read(text.data(), static_cast<std::streamsize>(count));
    if (!in_) fail_torch("ended while it was being read");
    return text;
  }
  ZipBytes reading() {
    return [this](std::uint64_t begin, std::uint64_t count) { return bytes(begin, count); };
  }
  std::uint64_t place_of(const ZipEntry& entry) {
    if (entry.method != 0 || entry.encrypted || entry.packed != entry.size)
      fail_torch("is compressed, which torch.save() does not do");
    return begin_of(reading(), size_, entry);
  }
  std::string text_of(const ZipEntry& entry) {
    const std::uint64_t begin = place_of(entry);
    if (entry.size > longest_header) fail_torch(long_pickle);
    std::string text = bytes(begin, entry.size);
    if (crc32_of(text) != entry.check) fail_torch("is damaged");
    return text;
  }

  HeaderEntry entry_of(std::string name, const Pickled& tensor, const std::vector<std::int64_t>& shape,
                       const std::vector<std::int64_t>& strides) {
    const StorageType& type = *storage_type(tensor.type);
    HeaderEntry entry{.name = std::move(name), .type = type.type, .shape = shape, .count = 1};
    const auto fail = [&](const std::string& what) {
      fail_torch("tensor " + in_quotes(entry.name) + " " + what);
    };
    if (strides.size() != shape.size()) fail_torch(damaged_pickle);
    bool in_rows = true;
    for (std::size_t axis = entry.shape.size(); axis-- > 0;) {
      const auto length = static_cast<std::uint64_t>(entry.shape[axis]);
      in_rows &= length == 1 || static_cast<std::uint64_t>(strides[axis]) == entry.count;
      if (length != 0 && entry.count > std::numeric_limits<std::int64_t>::max() / 8 / length)
        fail("has a shape too large to exist");
      entry.count *= length;
    }
    if (!in_rows && entry.count > 0) fail("does not lie row by row; save it .contiguous()");
    const auto place = places_.find(folder_ + "data/" + std::string(tensor.text));
    if (place == places_.end()) fail("has no numbers in the file");
    const std::uint64_t numbers = place->second->size / type.size;
    const auto first = static_cast<std::uint64_t>(tensor.number);
    if (first > numbers || entry.count > numbers - first) fail("has fewer numbers than its shape needs");
    entry.begin = place_of(*place->second) + first * type.size;
    entry.end = entry.begin + entry.count * type.size;
    return entry;
  }

  std::uint64_t size_;
  std::ifstream in_;
  std::vector<ZipEntry> entries_;
  std::map<std::string_view, const ZipEntry*> places_;
  std::string folder_;  // in the zip file, with "/" behind it
};

}  // namespace

SafetensorsHeader read_torch_header(const std::filesystem::path& path) {
  try {
    return TorchReader(path).header();
  } catch (const WholeModel& error) {
    throw FormatError(path, error.what(), in_python(SavedAs::module, path));
  } catch (const std::invalid_argument& error) {
    throw FormatError(path, error.what(), in_python(SavedAs::state, path));
  }
}

}  // namespace headlight
