#include "histogram.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lab {

int Histogram::doublings(std::uint64_t value) {
    return value < 2 * HALF ? 0 : 63 - __builtin_clzll(value) - 10;
}

int Histogram::doublingsAt(std::size_t index) { return index < 2 * HALF ? 0 : static_cast<int>(index / HALF) - 1; }

std::uint64_t Histogram::lowest(std::size_t index) {
    int shift = doublingsAt(index);
    return (index - static_cast<std::size_t>(shift) * HALF) << shift;
}

double Histogram::middle(std::size_t index) {
    return (static_cast<double>(lowest(index)) + static_cast<double>(lowest(index + 1) - 1)) / 2;
}

void Histogram::record(std::uint64_t nanos) {
    std::uint64_t value = std::min(nanos, LONGEST);
    int shift = doublings(value);
    counts[static_cast<std::size_t>(shift) * HALF + (value >> shift)]++;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
}

void Histogram::add(const Histogram& other) {
    for (std::size_t i = 0; i < counts.size(); i++) {
        counts[i] += other.counts[i];
    }
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
}

std::uint64_t Histogram::count() const { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

double Histogram::mean() const {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); i++) {
        sum += static_cast<double>(counts[i]) * middle(i);
    }
    std::uint64_t all = count();
    return all == 0 ? 0 : sum / static_cast<double>(all);
}

double Histogram::standardDeviation() const {
    double mean = this->mean();
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); i++) {
        double off = middle(i) - mean;
        sum += static_cast<double>(counts[i]) * off * off;
    }
    std::uint64_t all = count();
    return all == 0 ? 0 : std::sqrt(sum / static_cast<double>(all));
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> Histogram::pairs() const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
    for (std::size_t i = 0; i < counts.size(); i += TOLD_AS_ONE) {
        auto first = counts.begin() + static_cast<std::ptrdiff_t>(i);
        std::uint64_t calls = std::accumulate(first, first + TOLD_AS_ONE, std::uint64_t{0});
        if (calls > 0) {
            pairs.emplace_back(lowest(i + TOLD_AS_ONE) - 1, calls);
        }
    }
    return pairs;
}

std::uint64_t Histogram::percentile(double percent) const {
    auto wanted = std::max(1.0, std::ceil(percent / 100 * static_cast<double>(count())));
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < counts.size(); i++) {
        below += counts[i];
        if (static_cast<double>(below) >= wanted) {
            return std::min(greatest, lowest(i + 1) - 1);
        }
    }
    return 0;
}

}  // namespace lab
