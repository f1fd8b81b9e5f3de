// What some libraries lack of C++20: libc++ before 20, and so Emscripten's. Where the library has it, it is
// the library's own.
#pragma once

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <system_error>
#include <type_traits>

namespace headlight::portable {

// The bits of a number as another type of the same size: std::bit_cast.
template <typename To, typename From>
To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<From>);
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// An array that is not filled: std::make_shared_for_overwrite.
template <typename T>
std::shared_ptr<T[]> unset_array(std::size_t count) {
#ifdef __cpp_lib_smart_ptr_for_overwrite
  return std::make_shared_for_overwrite<T[]>(count);
#else
  return std::shared_ptr<T[]>(new T[count]);
#endif
}

// Of float and double.
#ifdef __cpp_lib_to_chars
using std::from_chars;
using std::to_chars;
#else
template <typename Number>
std::from_chars_result from_chars(const char* first, const char* last, Number& value) {
  static_assert(std::is_floating_point_v<Number>);
  // strtod() also takes blanks, "+1" and "0x1", and needs an end.
  const std::string text(first, last);
  const std::size_t digits = text.starts_with('-') ? 1 : 0;
  const char next = digits < text.size() ? text[digits] : ' ';
  if (next == ' ' || (next >= '\t' && next <= '\r') || next == '+' || (next == '-' && digits == 1))
    return {first, std::errc::invalid_argument};
  if (next == '0' && digits + 1 < text.size() && (text[digits + 1] | 0x20) == 'x') {
    value = 0;
    return {first + digits + 1, std::errc{}};
  }
  char* end = nullptr;
  errno = 0;
  Number found = 0;
  if constexpr (std::is_same_v<Number, float>) {
    found = std::strtof(text.c_str(), &end);
  } else {
    found = std::strtod(text.c_str(), &end);
  }
  if (end == text.c_str()) return {first, std::errc::invalid_argument};
  const char* const stopped = first + (end - text.c_str());
  if (errno == ERANGE) return {stopped, std::errc::result_out_of_range};
  value = found;
  return {stopped, std::errc{}};
}

inline std::to_chars_result to_chars(char* first, char* last, double value, std::chars_format format,
                                     int precision) {
  const auto room = static_cast<std::size_t>(last - first);
  const char* const how = format == std::chars_format::fixed ? "%.*f" : "%.*g";
  std::string text(room + 1, '\0');
  const int length = std::snprintf(text.data(), text.size(), how, precision, value);
  if (length < 0 || static_cast<std::size_t>(length) > room) return {last, std::errc::value_too_large};
  std::memcpy(first, text.data(), static_cast<std::size_t>(length));
  return {first + length, std::errc{}};
}

// With the fewest digits that are read as the same number.
template <typename Number>
std::to_chars_result to_chars(char* first, char* last, Number value) {
  static_assert(std::is_floating_point_v<Number>);
  for (int digits = 1;; ++digits) {
    const std::to_chars_result written = to_chars(first, last, value, std::chars_format::general, digits);
    Number back = 0;
    if (digits == std::numeric_limits<Number>::max_digits10 || written.ec != std::errc{}) return written;
    if (from_chars(first, written.ptr, back).ec == std::errc{} && back == value) return written;
  }
}
#endif

}  // namespace headlight::portable
