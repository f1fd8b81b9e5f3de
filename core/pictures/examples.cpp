#include "core/pictures/examples.h"

#include <array>

namespace headlight {
namespace {

constexpr std::array captioned{
    ExamplePicture{
        "Three objects",
        "large red circle at 18,22; small blue square at 48,16; large yellow star at 42,46; background 7"},
    ExamplePicture{"One object", "large green star at 34,30; background 21"},
    ExamplePicture{"One above another",
                   "small white cross at 30,14; large purple triangle at 33,46; background 5"},
    ExamplePicture{"Side by side",
                   "large yellow circle at 15,30; small green square at 48,34; background 33"},
    ExamplePicture{"Two of one kind", "small blue star at 16,18; large blue star at 44,42; background 9"},
    ExamplePicture{
        "Three of one kind",
        "small red cross at 12,40; small red cross at 32,16; large red cross at 48,46; background 15"},
    ExamplePicture{
        "Three circles, three colours",
        "small red circle at 12,14; small blue circle at 34,36; small green circle at 53,54; background 3"},
    ExamplePicture{"One colour, three shapes",
                   "large purple square at 16,46; small purple star at 34,14; large purple circle at 50,44; "
                   "background 41"},
    ExamplePicture{"Nearly level: which is left?",
                   "small white triangle at 25,20; large red square at 40,45; background 27"},
    ExamplePicture{"One partly over another",
                   "large blue square at 28,32; large yellow circle at 40,38; background 13"},
    ExamplePicture{"At the edge", "small green cross at 7,56; large white star at 46,20; background 19"},
};

constexpr std::array questions{
    ExamplePicture{
        "One red circle among three",
        "large red circle at 18,22; small blue square at 46,16; large yellow star at 42,46; background 7"},
    ExamplePicture{
        "A small red cross among four",
        "small red cross at 50,50; large blue circle at 18,18; large green square at 46,20; small white star "
        "at 16,48; background 11"},
    ExamplePicture{"All triangles, one red",
                   "large red triangle at 46,44; large blue triangle at 18,16; small green triangle at "
                   "46,14; small white "
                   "triangle at 16,46; background 29"},
    ExamplePicture{
        "Nothing is red",
        "small white circle at 18,22; large blue square at 46,16; large yellow star at 42,46; background 7"},
    ExamplePicture{
        "Red beside purple",
        "small red square at 40,30; small purple circle at 24,30; large white cross at 32,52; background 37"},
};

}  // namespace

std::span<const ExamplePicture> captioned_examples() { return captioned; }
std::span<const ExamplePicture> question_examples() { return questions; }

}  // namespace headlight
