#include "tempo.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace lab {

namespace {

constexpr std::uint64_t MOST = 10'000'000;

/// Enough time for all callers to be there when the first call is due.
constexpr std::uint64_t LEAD = 20'000'000;

/// Calls that were due before the end are still made, for at most so long. Otherwise a stall just before the end would
/// not show.
constexpr std::uint64_t GRACE = 1'000'000'000;

/// The kernel wakes a thread some 70 us too late, or 95 us if the processor had gone to sleep. So the thread sleeps
/// until shortly before, and spins for the rest, which takes some 50 us of a processor a call.
constexpr std::uint64_t SPIN = 120'000;

/// One processor is left to threads that do not wait: if as many spin as there are processors, the rest are woken late.
/// On a single processor a spinning thread yields to all others first.
const bool alone = std::thread::hardware_concurrency() <= 1;
std::atomic<int> places{alone ? 1 : static_cast<int>(std::thread::hardware_concurrency()) - 1};

/// Waits until a time to the microsecond; returns false if it was over already.
bool waitUntil(std::uint64_t moment) {
    std::uint64_t now = nanoTime();
    if (now >= moment) {
        return false;
    }
    if (moment - now > SPIN) {
        std::this_thread::sleep_for(std::chrono::nanoseconds(moment - now - SPIN));
    }
    if (places.fetch_sub(1) > 0) {
        while (nanoTime() < moment) {
            if (alone) {
                std::this_thread::yield();
            }
        }
    } else {
        now = nanoTime();
        std::this_thread::sleep_for(std::chrono::nanoseconds(moment > now ? moment - now : 0));
    }
    places.fetch_add(1);
    return true;
}

class AtOnce : public Tempo {
public:
    explicit AtOnce(std::uint64_t nanos) : nanos(nanos) {}

    std::uint64_t begin() override { return began = nanoTime(); }
    bool goesOn(std::uint64_t, std::uint64_t now) const override { return now - began < nanos; }
    std::uint64_t next(std::uint64_t) override { return nanoTime(); }
    std::uint64_t end(std::uint64_t) const override { return nanoTime(); }

private:
    const std::uint64_t nanos;
    std::uint64_t began = 0;
};

}  // namespace

std::uint64_t nanoTime() {
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count());
}

std::unique_ptr<Tempo> atOnce(std::uint64_t nanos) { return std::make_unique<AtOnce>(nanos); }

class Pace::Turns : public Tempo {
public:
    Turns(const Pace& pace, std::uint64_t first, std::uint64_t step, std::uint64_t calls, std::uint64_t nanos)
        : pace(pace), first(first), step(step), calls(calls), nanos(nanos),
          latest(nanos == UINT64_MAX ? nanos : nanos + std::min(GRACE, nanos / 2)) {}

    std::uint64_t begin() override { return pace.started; }

    bool goesOn(std::uint64_t made, std::uint64_t now) const override {
        return due(made) < nanos && (now < pace.started || now - pace.started < latest);
    }

    std::uint64_t next(std::uint64_t made) override {
        std::uint64_t moment = pace.started + due(made);
        if (waitUntil(moment)) {
            std::uint64_t now = nanoTime();
            late.record(now > moment ? now - moment : 0);
        }
        return moment;
    }

    /// Waits until the interval of its last call is over, so that the round has its planned length.
    std::uint64_t end(std::uint64_t made) const override {
        std::uint64_t over = nanos;
        if (made == calls && calls > 0) {
            over = std::min(over, static_cast<std::uint64_t>((first + (calls - 1) * step + 1) * pace.interval));
        }
        return std::max(nanoTime(), pace.started + over);
    }

    const Histogram* lateness() const override { return &late; }

private:
    /// Nanoseconds from the start.
    std::uint64_t due(std::uint64_t call) const {
        return static_cast<std::uint64_t>(static_cast<double>(first + call * step) * pace.interval);
    }

    const Pace& pace;
    const std::uint64_t first;
    const std::uint64_t step;
    const std::uint64_t calls;
    const std::uint64_t nanos;
    /// Nanoseconds from the start.
    const std::uint64_t latest;
    Histogram late;
};

Pace::Pace(const std::string& rate, const std::string& whichProcess) {
    std::size_t slash = whichProcess.find('/');
    std::uint64_t perSecond = std::stoull(rate);
    process = std::stoull(whichProcess);
    processes = slash == std::string::npos ? 0 : std::stoull(whichProcess.substr(slash + 1));
    if (perSecond < 1 || perSecond > MOST || process >= processes) {
        throw std::invalid_argument("a rate is 1 to " + std::to_string(MOST) +
                                    " and a process is one of all of them, not " + rate + ", " + whichProcess);
    }
    interval = 1e9 / static_cast<double>(perSecond);
}

void Pace::start() { started = nanoTime() + LEAD; }

std::unique_ptr<Tempo> Pace::of(std::size_t caller, std::size_t callers, std::uint64_t calls, std::uint64_t nanos) const {
    return std::make_unique<Turns>(*this, caller * processes + process, callers * processes, calls, nanos);
}

}  // namespace lab
