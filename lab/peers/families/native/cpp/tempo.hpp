#pragma once

#include "histogram.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace lab {

std::uint64_t nanoTime();

/// When one caller makes its calls, and from when the time of each counts. Times are those of nanoTime.
class Tempo {
public:
    virtual ~Tempo() = default;

    /// Is called when all callers have been released. Returns the time from which this caller's time counts.
    virtual std::uint64_t begin() = 0;

    /// Returns whether another call is made, if so many were made until now.
    virtual bool goesOn(std::uint64_t made, std::uint64_t now) const = 0;

    /// Waits until the next call may be made. Returns the time from which it counts.
    virtual std::uint64_t next(std::uint64_t made) = 0;

    /// Returns when the time of so many calls is over, the last of which has just ended.
    virtual std::uint64_t end(std::uint64_t made) const = 0;

    /// Returns how late each call was for which it had waited until it was due; null in a closed loop.
    virtual const Histogram* lateness() const { return nullptr; }
};

/// A closed loop: it makes each call as soon as the one before has ended, for so many nanoseconds.
std::unique_ptr<Tempo> atOnce(std::uint64_t nanos);

/// An open loop: it offers calls at a fixed rate, whatever becomes of them. The n-th call of the round, from 0, is due
/// n intervals after its start. The callers take turns, so each has an even share and another phase. The time of a call
/// counts from when it was due, even if its caller was busy then. A late caller calls at once. So a stall shows in
/// every call that was due meanwhile, and not only in one.
class Pace {
public:
    /// Parses such as 1000 and, for the last of three processes, 2/3.
    Pace(const std::string& rate, const std::string& process);

    /// Sets the start of the round, before the callers are released.
    void start();

    /// Returns the turns of a caller, whose number in this process counts from 0: at most so many calls of a round of
    /// this length.
    std::unique_ptr<Tempo> of(std::size_t caller, std::size_t callers, std::uint64_t calls, std::uint64_t nanos) const;

private:
    class Turns;

    double interval;
    std::uint64_t process;
    std::uint64_t processes;
    std::uint64_t started = 0;
};

}  // namespace lab
