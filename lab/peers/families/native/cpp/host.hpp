#pragma once

#include <cstdint>
#include <string>

namespace lab {

/// The host and port at which a server listens, and which its address names.
struct Host {
    std::string name;
    std::uint16_t port;

    /// The address at which this process listens: loopback, unless the harness has placed the other end elsewhere.
    static std::string own();

    /// Parses a text such as 127.0.0.1:4711.
    static Host parse(const std::string& text);

    std::string text() const { return name + ":" + std::to_string(port); }
};

}  // namespace lab
