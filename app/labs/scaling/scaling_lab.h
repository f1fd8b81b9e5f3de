// The lab on scaling: why scores are divided by the square root of d_k.
#pragma once

#include "app/labs/lab_kind.h"
#include "app/labs/seed.h"
#include "app/shared/fields.h"
#include "core/labs/scaling.h"

namespace headlight {

struct Lab;

struct ScalingLab {
  static constexpr LabKind lab = LabKind::scaling;
  static const Lab lab_row;
  enum class Page { products, softmax };  // what is plotted: q.k, or what a softmax makes of it
  enum class Source { sampled, model };   // whose q and k

  Page page = Page::products;
  Source source = Source::sampled;
  int dimensions = 64;  // d_k; of a model's head at most its own
  int samples = 2000;   // pairs of q and k that are drawn
  int keys = 16;        // that one query asks
  int draw = 1;         // the seed

  bool operator==(const ScalingLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("page", self.page, EnumNames<Page>{{Page::products, "products"}, {Page::softmax, "softmax"}});
    visit("source", self.source, EnumNames<Source>{{Source::sampled, "sampled"}, {Source::model, "model"}});
    visit("dimensions", self.dimensions, Within{1, most_dimensions});
    visit("samples", self.samples, Within{100, 10000});
    visit("keys", self.keys, Within{2, 64});
    visit("draw", self.draw, Within{1, most_seed});
  }
};

}  // namespace headlight
