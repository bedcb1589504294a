#include "service.hpp"

#include <stdexcept>

namespace lab {

namespace {
/// Overflows like an int in Java.
std::int32_t wrapped(std::uint32_t number) { return static_cast<std::int32_t>(number); }
}  // namespace

std::int32_t Service::addOne(std::int32_t) { throw std::logic_error("it does not offer addOne"); }

View Work::octets(View sent) {
    count.fetch_add(1, std::memory_order_relaxed);
    return sent;
}

std::int32_t Work::addOne(std::int32_t number) {
    count.fetch_add(1, std::memory_order_relaxed);
    return wrapped(static_cast<std::uint32_t>(number) + 1);
}

}  // namespace lab
