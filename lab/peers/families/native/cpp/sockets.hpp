#pragma once

#include <set>
#include <string>

namespace lab {

/// Asks the kernel what this process shares with others, whatever its libraries say about themselves.
class Sockets {
public:
    /// Remembers what is open now, which is none of the system's.
    Sockets();

    /// "tcp", "unix", "udp", several with plus signs, or "none": the kinds of connections that are open now and were
    /// not before, and of sockets that need none. Only "shm" where there is memory shared with others.
    std::string transport() const;

private:
    std::set<std::string> before;
    bool mappedBefore;
};

}  // namespace lab
