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

/// The figures of one round of calls by concurrent callers.
struct Figures {
    std::uint64_t calls = 0;
    std::uint64_t failed = 0;
    double seconds = 0;
    double threadSeconds = 0;
    /// The mean absolute difference of the times of neighbouring calls; below 0 if there are none.
    double jitterNanos = -1;
    std::string firstFailure;
    Histogram latencies;
    /// How late callers were that had waited for a call to be due; empty in a closed loop.
    Histogram lateness;
};

/// Runs a round with new threads, one for each service. It ends after so many calls in all, or so many nanoseconds; the
/// other limit is UINT64_MAX. A pace says when calls are due; null is a closed loop. About every second it reports how
/// many calls have been answered.
Figures series(const Operation& operation, const Services& services, std::uint64_t calls, std::uint64_t nanos,
               Pace* pace, const std::function<void(std::uint64_t)>& going);

/// Lets all services call at once and compares all answers. Returns an empty text if they are right, else what is
/// wrong.
std::string conformance(const Operation& operation, const Services& services);

constexpr int CONFORMING_CALLERS = 16;
constexpr int CONFORMING_CALLS = 20;

}  // namespace lab
