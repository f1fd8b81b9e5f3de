// What the sheets for files and models show. Reading and writing are requests (app/widgets/request.h); what
// comes of them stands here.
#pragma once

#include <string>
#include <vector>

#include "app/workspace/folder_listing.h"
#include "core/models/shelf.h"

namespace headlight {

struct FileDialog {
  FolderListing listing;  // to open one of
  std::string folder;     // to save in
  std::string name;       // and under
  std::string error;
  bool overwrite = false;  // the file exists: the next press replaces it
  bool fresh = true;
};

// The models to choose from.
struct ModelSheet {
  std::vector<ShelfModel> shelf;
  std::string error;  // why the one that was asked for cannot be opened
};

}  // namespace headlight
