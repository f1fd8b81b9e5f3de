// Actions at random, however wrong: each kind that there is. A new kind does not compile until it is made
// here.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <utility>

#include "app/labs/every_lab.h"
#include "app/session/action.h"
#include "app/session/edits.h"
#include "core/matrix/random.h"
#include "core/models/trace.h"
#include "tests/tiny_model.h"

namespace headlight {

class AnyAction {
 public:
  // Names what `trace` has, and opens `opened` and `lessons`.
  AnyAction(std::uint64_t seed, Session opened, const Trace& trace, const LessonScripts& lessons)
      : random_(seed), opened_(std::move(opened)) {
    for (const auto& [name, script] : lessons) lessons_.push_back(name);
    for (int id = 0; id < trace.tape().size(); ++id) paths_.push_back(trace.label(id).path);
  }

  Action next() { return next(std::make_index_sequence<std::tuple_size_v<Action::Alternatives>>{}); }

  Random& random() { return random_; }
  std::string text() {
    static const std::array<std::string, 10> texts{
        "", "it", "the animal was tired", "\xff\xfe", " , . ", wide_sentence,
        // A letter with a hundred marks, writing from right to left, marks that turn it, four-byte letters.
        "e" + std::string(200, '\xcc') + "\xcc\x81", "\u05d0\u202e\u05d1 it",
        "\U0001f469\u200d\U0001f52c was", std::string(3000, 'w')};
    return of(texts);
  }

 private:
  template <typename Kind>
  struct Of {};

  template <std::size_t... place>
  Action next(std::index_sequence<place...>) {
    using Make = Action (AnyAction::*)();
    static constexpr std::array<Make, sizeof...(place)> kinds{
        &AnyAction::any<std::tuple_element_t<place, Action::Alternatives>>...};
    return (this->*of(kinds))();
  }
  template <typename Kind>
  Action any() {
    return make(Of<Kind>{});
  }

  Action make(Of<SetSentence>) { return SetSentence{number(), text()}; }
  Action make(Of<ShowOfPicture>) {
    return ShowOfPicture{coin() ? PictureShows::features : PictureShows::positions, number()};
  }
  Action make(Of<ReplaceWord>) {
    return ReplaceWord{number(), number(), text(), coin() ? std::nullopt : std::optional(number())};
  }
  Action make(Of<SwapSentences>) { return SwapSentences{}; }
  Action make(Of<SetCompare>) { return SetCompare{coin()}; }
  Action make(Of<AddRun>) { return AddRun{}; }
  Action make(Of<PutOnStage>) { return PutOnStage{number(), number()}; }
  Action make(Of<SetView>) { return SetView{of(view_names()).first}; }
  Action make(Of<OpenLab>) { return OpenLab{of(lab_names()).first}; }
  Action make(Of<OpenQuestions>) { return OpenQuestions{}; }
  Action make(Of<ReadTexts>) { return ReadTexts{coin()}; }
  template <auto field>
  Action make(Of<Set<field>>) {
    using Value = decltype(Set<field>::value);
    if constexpr (std::is_same_v<Value, bool>) {
      return Set<field>{coin()};
    } else {
      return Set<field>{of(names_of_values(Value{})).first};
    }
  }
  static const auto& names_of_values(Dial) { return dial_names(); }
  static const auto& names_of_values(Theme) { return theme_names(); }
  static const auto& names_of_values(Sides) { return sides_names(); }
  static const auto& names_of_values(HeadsShown) { return heads_shown_names(); }
  static const auto& names_of_values(std::optional<Trait>) { return sorting_names(); }
  Action make(Of<HideControls>) {
    HideControls action;
    HiddenControls::fields(action.value,
                           [&](const char*, bool& is_hidden, const auto&...) { is_hidden = coin(); });
    return action;
  }
  Action make(Of<SetColourScale>) {
    return SetColourScale{
        {coin(), coin(), static_cast<float>(number()), static_cast<float>(number()), coin()}};
  }
  Action make(Of<SetLabs>) {
    SetLabs action;
    EveryLab<AnySettings>::set(action.value, *this);
    return action;
  }
  Action make(Of<SelectAttention>) { return SelectAttention{of(attention_names()).first}; }
  Action make(Of<SelectHead>) {
    if (coin()) return SelectHead{number(), number()};
    return SelectHead{number(), number(), of(attention_names()).first};
  }
  Action make(Of<SelectPart>) {
    static const std::array<std::string, 5> parts{"weights", "scores", "query", "", "biased"};
    return SelectPart{of(parts)};
  }
  Action make(Of<SelectToken>) { return SelectToken{number()}; }
  Action make(Of<SelectTokensToo>) { return SelectTokensToo{{number(), number()}, coin()}; }
  Action make(Of<SelectSide>) { return SelectSide{number()}; }
  Action make(Of<SelectCell>) { return SelectCell{cell()}; }
  Action make(Of<GoDeeper>) { return GoDeeper{cell()}; }
  Action make(Of<GoBack>) { return GoBack{number()}; }
  Action make(Of<GoToStep>) { return GoToStep{path()}; }
  Action make(Of<GoTo>) {
    GoTo go;
    go.altitude = of(altitude_names()).first;
    if (coin()) go.head = HeadChoice{of(attention_names()).first, number(), number()};
    if (coin()) go.token = number();
    if (coin()) go.part = text();
    if (coin()) go.cell = cell();
    if (coin()) go.number = number();
    if (coin()) go.path = path();
    if (coin()) go.heads = of(heads_shown_names()).first;
    return go;
  }
  Action make(Of<MoveStep>) { return MoveStep{number()}; }
  Action make(Of<AddEdit>) { return AddEdit{edit(), side()}; }
  Action make(Of<AddEdits>) {
    return AddEdits{{SessionEdit(edit(), coin(), side()), SessionEdit(edit(), coin(), side())}};
  }
  Action make(Of<SetEditRun>) { return SetEditRun{number(), side()}; }
  Action make(Of<RemoveEdit>) { return RemoveEdit{number()}; }
  Action make(Of<SwitchEdit>) { return SwitchEdit{number(), coin()}; }
  Action make(Of<SwitchEdits>) { return SwitchEdits{coin()}; }
  Action make(Of<ClearEdits>) { return ClearEdits{}; }
  Action make(Of<OpenLesson>) { return OpenLesson{random_.chance(0.8) ? of(lessons_) : "none", number()}; }
  Action make(Of<CloseLesson>) { return CloseLesson{}; }
  Action make(Of<NextLessonStep>) { return NextLessonStep{}; }
  Action make(Of<PreviousLessonStep>) { return PreviousLessonStep{}; }
  Action make(Of<AnswerLesson>) { return AnswerLesson{number()}; }
  Action make(Of<ReturnToLesson>) { return ReturnToLesson{}; }
  Action make(Of<SetScale>) {
    static constexpr std::array scales{
        0.0F, -1.0F, 1.0F, 1.5F, 2.0F, 1e30F, std::numeric_limits<float>::quiet_NaN()};
    return SetScale{of(scales)};
  }
  Action make(Of<OpenSession>) { return OpenSession{opened_}; }

  std::optional<int> side() { return coin() ? std::nullopt : std::optional(number()); }

  template <typename... Settings>
  struct AnySettings {
    static void set(Labs& labs, AnyAction& any) {
      (Settings::fields(labs.get<Settings>(), AnyField{any}), ...);
    }
  };
  // Of what a lab's controls say, within the bounds, on them, and beyond.
  struct AnyField {
    AnyAction& any;

    template <typename T>
    void operator()(const char*, T& value) const {
      if constexpr (std::is_same_v<T, bool>) {
        value = any.coin();
      } else if constexpr (std::is_same_v<T, std::string>) {
        if (any.coin()) value = any.text();
      }
    }
    template <typename T>
    void operator()(const char*, T& value, const EnumNames<T>& names) const {
      value = any.of(names).first;
    }
    template <typename T>
    void operator()(const char*, T& value, const Within<T>& bounds) const {
      if (any.coin()) value = static_cast<T>(any.number());
      if (any.coin()) value = any.coin() ? bounds.lowest : bounds.highest;
    }
    void operator()(const char*, std::vector<std::string>& values, const AtMost&) const {
      values.resize(static_cast<std::size_t>(any.random_.below(9)));
      for (std::string& value : values) value = any.text();
    }
    template <typename T>
    void operator()(const char* name, std::vector<T>& values, const Within<T>& bounds) const {
      values.resize(static_cast<std::size_t>(any.random_.below(9)));
      for (T& value : values) (*this)(name, value, bounds);
    }
  };

  template <typename List>
  const typename List::value_type& of(const List& list) {
    return list.at(static_cast<std::size_t>(random_.below(static_cast<int>(list.size()))));
  }
  bool coin() { return random_.chance(0.5); }
  int number() {
    static constexpr std::array numbers{
        0, 1, 2, 3, 7, -1, 50, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
    return of(numbers);
  }
  std::string path() { return random_.chance(0.1) ? "encoder.x.no.such.node" : of(paths_); }
  CellName cell() { return {path(), number(), number()}; }
  Edit edit() {
    Edit edit;
    edit.path = path();
    edit.kind = of(edit_kind_names()).first;
    if (coin()) edit.row = number();
    if (coin()) edit.col = number();
    if (random_.chance(0.8)) edit.values = {static_cast<float>(number())};
    edit.other = number();
    return edit;
  }

  Random random_;
  Session opened_;
  std::vector<std::string> lessons_;
  std::vector<std::string> paths_;
};

}  // namespace headlight
