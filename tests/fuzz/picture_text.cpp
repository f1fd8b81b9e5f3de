#include "core/pictures/picture.h"
#include "core/pictures/scene.h"
#include "tests/fuzz/targets.h"

namespace headlight {

void fuzz_picture_text(std::string_view input) {
  take([&] {
    const Picture picture = picture_of(input);
    const CoveredText parted = covered_text_of(input);
    require(picture_of(to_text(parted)) == picture, "other cells are covered when it is read again");
    const std::string turned = with_cell_turned(input, 9);
    require(covered_text_of(with_cell_turned(turned, 9)).covered == parted.covered,
            "a cell that was turned twice is not what it was");
    if (is_data_uri(parted.picture)) return;
    const Scene scene = scene_of(parted.picture);
    require(scene_of(to_text(scene)) == scene, "the scene is another when it is read again");
  });
}

}  // namespace headlight
