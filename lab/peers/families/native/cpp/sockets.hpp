#pragma once

#include <set>
#include <string>

namespace lab {

/// Asks the kernel what this process shares with others, whatever its libraries claim.
class Sockets {
public:
    /// Remembers what is open now, which does not belong to the system.
    Sockets();

    /// Returns the kinds of connections, and of sockets that need none, that are open now and were not before: "tcp",
    /// "unix", "udp", several with plus signs, or "none". It returns only "shm" if memory is shared with other
    /// processes.
    std::string transport() const;

private:
    std::set<std::string> before;
    bool mappedBefore;
};

}  // namespace lab
