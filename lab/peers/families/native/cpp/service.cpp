#include "service.hpp"

#include <stdexcept>

namespace lab {

namespace {
/// Overflows as Java's int does.
std::int32_t wrapped(std::uint32_t number) { return static_cast<std::int32_t>(number); }
}  // namespace

std::int32_t Service::invoke(std::int32_t, const Octets&) { throw std::logic_error("it does not offer payload"); }

std::int32_t Service::addOne(std::int32_t) { throw std::logic_error("it does not offer addOne"); }

View Work::octets(View sent) {
    count.fetch_add(1, std::memory_order_relaxed);
    return sent;
}

std::int32_t Work::invoke(std::int32_t number, View data) {
    count.fetch_add(1, std::memory_order_relaxed);
    return answer(number, data);
}

std::int32_t Work::addOne(std::int32_t number) {
    count.fetch_add(1, std::memory_order_relaxed);
    return wrapped(static_cast<std::uint32_t>(number) + 1);
}

std::int32_t Work::answer(std::int32_t number, View data) {
    if (number >= 0) {
        return number;
    }
    // As java.util.Arrays.hashCode(byte[]) has it, whose bytes are signed.
    std::uint32_t hash = 1;
    for (std::size_t i = 0; i < data.size; i++) {
        hash = 31 * hash + static_cast<std::uint32_t>(static_cast<std::int8_t>(data.data[i]));
    }
    return number ^ wrapped(hash);
}

}  // namespace lab
