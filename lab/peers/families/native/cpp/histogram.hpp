#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace lab {

/// Counts nanoseconds in the buckets of HdrHistogram with three digits: a bucket is at most 1/1024 of its values wide.
class Histogram {
public:
    Histogram() : counts((DOUBLINGS + 2) * HALF) {}

    void record(std::uint64_t nanos);
    void add(const Histogram& other);

    std::uint64_t count() const;
    std::uint64_t min() const { return count() == 0 ? 0 : least; }
    std::uint64_t max() const { return greatest; }
    double mean() const;
    double standardDeviation() const;

    /// Returns pairs of a time and the number of calls that took no longer, without those of the pair before. Pairs
    /// without a call are left out.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs() const;

    /// Returns the greatest value of the bucket at or below which this percentage of the values lies.
    std::uint64_t percentile(double percent) const;

private:
    static constexpr int HALF = 1024;
    /// The buckets that are reported as one: 1/64 of their values wide.
    static constexpr std::size_t TOLD_AS_ONE = 16;
    static constexpr int DOUBLINGS = 32;
    /// Some 70 minutes. A longer time is counted as this.
    static constexpr std::uint64_t LONGEST = (2ull * HALF << DOUBLINGS) - 1;

    /// How often a value, or the values of a bucket, must be halved until they are below twice HALF.
    static int doublings(std::uint64_t value);
    static int doublingsAt(std::size_t index);
    static std::uint64_t lowest(std::size_t index);
    static double middle(std::size_t index);

    std::vector<std::uint64_t> counts;
    std::uint64_t least = UINT64_MAX;
    std::uint64_t greatest = 0;
};

}  // namespace lab
