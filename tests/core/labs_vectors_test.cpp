// Principal components and cosines of vectors.
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>
#include <stdexcept>

#include "core/labs/vectors.h"
#include "core/matrix/random.h"

namespace headlight {
namespace {

Matrix drawn_vectors(int count, int dimensions, std::uint64_t seed) {
  Random random(seed);
  Matrix vectors = normal_matrix(count, dimensions, random);
  for (int k = 0; k < dimensions; ++k) vectors.col(k) *= 3.0F / static_cast<float>(1 + k);
  return vectors;
}

std::vector<std::string> numbered(int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return names;
}

TEST(PrincipalAxes, AreThoseOfTheSingularValues) {
  for (const auto& [count, dimensions] : {std::pair{30, 8}, {7, 20}, {2, 5}}) {
    const Matrix vectors = drawn_vectors(count, dimensions, 3);
    const Eigen::MatrixXd centred = (vectors.rowwise() - vectors.colwise().mean()).cast<double>();
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(centred, Eigen::ComputeThinV);
    const double whole = svd.singularValues().squaredNorm();
    const PrincipalAxes found = principal_axes(vectors, 3);
    for (int k = 0; k < 3; ++k) {
      const bool there = k < svd.singularValues().size() && svd.singularValues()(k) > 1e-3;
      const double share = there ? std::pow(svd.singularValues()(k), 2) / whole : 0;
      EXPECT_NEAR(found.share[static_cast<std::size_t>(k)], share, 1e-6);
      if (!there) continue;
      const double along = svd.matrixV().col(k).dot(found.axes.col(k).cast<double>());
      EXPECT_NEAR(std::abs(along), 1, 1e-4);
      EXPECT_GT(found.axes.col(k).maxCoeff(), -found.axes.col(k).minCoeff()) << "the largest is positive";
    }
  }
}

TEST(PrincipalAxes, EqualVectorsHaveNone) {
  const Matrix same = Matrix::Constant(6, 4, 0.7F);
  const PrincipalAxes found = principal_axes(same, 3);
  EXPECT_EQ(found.share, (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(found.axes.cwiseAbs().maxCoeff(), 0);
}

TEST(RecordVectors, CoordinatesKeepDistancesAndCosinesAreOfTheVectors) {
  const Matrix vectors = drawn_vectors(9, 3, 5);  // three axes are all there are
  const TracePtr trace = record_vectors(vectors, numbered(9), principal_axes(vectors, 3));
  const Matrix points = trace->read("vectors_lab.projected").view().map();
  const Matrix cosines = trace->read("vectors_lab.similarity").view().map();
  for (int a = 0; a < 9; ++a) {
    for (int b = 0; b < 9; ++b) {
      EXPECT_NEAR((points.row(a) - points.row(b)).norm(), (vectors.row(a) - vectors.row(b)).norm(), 1e-4F);
      EXPECT_NEAR(cosines(a, b), vectors.row(a).normalized().dot(vectors.row(b).normalized()), 1e-5F);
    }
  }
  EXPECT_THROW(record_vectors(vectors, numbered(8), principal_axes(vectors, 3)), std::invalid_argument);
}

TEST(ShortLabels, AreCutWhereTheTextsDiffer) {
  const std::vector<std::string> texts{"the animal didn't cross the street because it was too tired",
                                       "the animal didn't cross the street because it was too wide",
                                       "the animal didn't cross the street because it was too tired",
                                       "i love bears", "she bears the pain because she is so very brave"};
  const std::vector<std::string> labels = short_labels(texts);
  EXPECT_TRUE(labels[0].starts_with("… ") && labels[0].ends_with("too tired")) << labels[0];
  EXPECT_TRUE(labels[1].ends_with("too wide")) << labels[1];
  EXPECT_EQ(labels[0], labels[2]) << "one text, one label";
  EXPECT_EQ(labels[3], "i love bears");
  EXPECT_EQ(labels[4], "she bears the …");
}

// Whatever the texts: those that differ have labels that differ.
TEST(ShortLabels, DifferentTextsHaveDifferentLabels) {
  std::vector<std::string> texts;
  for (const char* first : {"one", "two"}) {
    for (const char* middle : {"red", "blue", "green"}) {
      for (const char* last : {"cat", "dog"})
        texts.push_back(std::string(first) + " long beginning of a text with a " + middle +
                        " word in it and the same long ending of a " + last);
    }
  }
  const std::vector<std::string> labels = short_labels(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(labels[i], labels[j]) << texts[i] << " / " << texts[j];
  }
  EXPECT_EQ(short_labels({}).size(), 0U);
  EXPECT_EQ(short_labels({"", ""}).front(), "");
}

TEST(GroupCosines, AreMeansOverPairs) {
  Matrix vectors(4, 2);
  vectors << 1, 0, 2, 0, 0, 1, 0, -1;
  const GroupCosines found = group_cosines(vectors, {0, 0, 1, 1});
  EXPECT_NEAR(found.same, (1.0 - 1.0) / 2, 1e-6);
  EXPECT_NEAR(found.other, 0, 1e-6);
}

}  // namespace
}  // namespace headlight
