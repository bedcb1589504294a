#include "host.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <dlfcn.h>
#include <netinet/in.h>
#include <sys/socket.h>

/// Replaces the function of the C library: Cyclone receives on all addresses, whichever interface it uses, and a
/// process of the lab at one only.
extern "C" int bind(int socket, const sockaddr* address, socklen_t length) noexcept {
    static const auto real = reinterpret_cast<decltype(&::bind)>(dlsym(RTLD_NEXT, "bind"));
    if (address->sa_family == AF_INET) {
        sockaddr_in own = *reinterpret_cast<const sockaddr_in*>(address);
        if (inet_pton(AF_INET, lab::Host::own().c_str(), &own.sin_addr) != 1) {
            errno = EADDRNOTAVAIL;
            return -1;
        }
        return real(socket, reinterpret_cast<const sockaddr*>(&own), sizeof own);
    }
    return real(socket, address, length);
}
