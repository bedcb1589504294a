#pragma once

#include "histogram.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace lab {

std::uint64_t nanoTime();

/// When one caller makes its calls, and from which moment the time of each counts. Moments are those of nanoTime.
class Tempo {
public:
    virtual ~Tempo() = default;

    /// All callers have been released; returns the moment from which this one's time counts.
    virtual std::uint64_t begin() = 0;

    /// Whether another call is to be made, so many having been made by this moment.
    virtual bool goesOn(std::uint64_t made, std::uint64_t now) const = 0;

    /// Returns the moment from which the time of the next call counts, once it may be made.
    virtual std::uint64_t next(std::uint64_t made) = 0;

    /// The moment at which the time of so many calls is over, the last of which has just ended.
    virtual std::uint64_t end(std::uint64_t made) const = 0;

    /// How late it was each time that it had waited for a call to be due; null in a closed loop.
    virtual const Histogram* lateness() const { return nullptr; }
};

/// A closed loop: each call as soon as the one before has ended, for so many nanoseconds.
std::unique_ptr<Tempo> atOnce(std::uint64_t nanos);

/// An open loop: so many calls a second are offered, whatever becomes of them. The n-th call of the round, from 0, is due n
/// intervals after its start, and the callers take them in turn, so each has an even share and a phase of its own. A call's
/// time counts from the moment at which it was due, whether or not its caller was free by then; one who is late goes on at
/// once. Thus a stall shows in every call that came due meanwhile, and not in a single one.
class Pace {
public:
    /// Such as 1000 and, for the last of three processes, 2/3.
    Pace(const std::string& rate, const std::string& process);

    /// Sets the start of the round, before the callers are released.
    void start();

    /// The turns of a caller, whose number in this process counts from 0: at most so many calls of a round so long.
    std::unique_ptr<Tempo> of(std::size_t caller, std::size_t callers, std::uint64_t calls, std::uint64_t nanos) const;

private:
    class Turns;

    double interval;
    std::uint64_t process;
    std::uint64_t processes;
    std::uint64_t started = 0;
};

}  // namespace lab
