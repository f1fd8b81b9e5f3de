// The lab on order as a row of the labs.
#include "app/labs/order/order_lab.h"

#include <algorithm>
#include <array>

#include "app/labs/caption_words.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"
#include "app/labs/order/order_work.h"
#include "core/labs/order.h"

namespace headlight {
namespace {

LabCaption order_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<OrderLab>();
  std::string what =
      lab.shown == OrderShown::embedding ? "the words’ embeddings"
      : lab.shown == OrderShown::output
          ? "the encoder’s output"
          : "the weights of " + head_text("encoder", asked.layer(lab.layer), asked.head(lab.head));
  what += lab.positions ? ", with positions" : ", without positions";
  const std::vector<std::string>& words = asked.words(0);
  const std::vector<int> order = order_of(lab.order, static_cast<int>(words.size()));
  if (std::is_sorted(order.begin(), order.end())) return {what + ", the words as written", {0}};
  std::string moved;
  for (const std::string& word : in_order(words, order)) moved += (moved.empty() ? "" : " ") + word;
  return {what + ", for the words as written and as " + in_curly_quotes(moved), {0}};
}

constexpr std::array order_drags{
    LabDrag{"order, a word", [](Labs& labs, int i) {
              labs.get<OrderLab>().order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
              std::swap(labs.get<OrderLab>().order.front(),
                        labs.get<OrderLab>().order[static_cast<std::size_t>(i % 10 + 1)]);
              labs.get<OrderLab>().positions = true;
            }}};

}  // namespace

constinit const Lab OrderLab::lab_row{.kind = lab,
                                      .name = "order",
                                      .title = "Order",
                                      .question = "What if the words change places?",
                                      .settings = settings_of<OrderLab>(),
                                      .compute = compute_order,
                                      .caption = order_caption,
                                      .drags = order_drags};

}  // namespace headlight
