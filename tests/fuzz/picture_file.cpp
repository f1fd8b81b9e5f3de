#include "core/pictures/picture_file.h"
#include "core/pictures/picture.h"
#include "tests/fuzz/targets.h"

namespace headlight {

// What a file shows is the same once it stands in a session.
void fuzz_picture_file(std::string_view input) {
  take([&] {
    const Picture picture = decode_picture(input).picture;
    require(picture_of_uri(data_uri(picture)) == picture, "the picture is another when it is read again");
  });
}

}  // namespace headlight
