#pragma once

#include "histogram.hpp"
#include "operation.hpp"
#include "tempo.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lab {

using Services = std::vector<std::shared_ptr<Service>>;

/// The figures of one round of calls by some callers at once.
struct Figures {
    std::uint64_t calls = 0;
    std::uint64_t failed = 0;
    double seconds = 0;
    double threadSeconds = 0;
    /// The mean absolute difference of the times of neighbouring calls; below 0 where there are none.
    double jitterNanos = -1;
    std::string firstFailure;
    Histogram latencies;
    /// How late callers were who had waited for a call to be due; empty in a closed loop.
    Histogram lateness;
};

/// Runs a round with new threads, one for each service: so many calls in all, or until so many nanoseconds are over;
/// the other limit is UINT64_MAX. Calls are due at a pace, where there is one; null is a closed loop. Tells about every
/// second how many calls have been answered.
Figures series(const Operation& operation, const Services& services, std::uint64_t calls, std::uint64_t nanos,
               Pace* pace, const std::function<void(std::uint64_t)>& going);

/// Lets all services call at once and compares all answers: empty where they are right, else what is wrong.
std::string conformance(const Operation& operation, const Services& services);

constexpr int CONFORMING_CALLERS = 16;
constexpr int CONFORMING_CALLS = 20;

}  // namespace lab
