// A float array in NumPy's own format, for numpy.load.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace headlight {

// Writes little-endian float32 in row-major order, format version 1.0. `shape` is outermost first: [rows,
// columns] or [panels, rows, columns]. Throws std::invalid_argument when it does not fit `values`,
// AccessError when the place cannot be written.
void write_npy(const std::filesystem::path& path, const std::vector<std::int64_t>& shape,
               std::span<const float> values);

}  // namespace headlight
