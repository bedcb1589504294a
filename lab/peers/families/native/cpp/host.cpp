#include "host.hpp"

#include <cstdlib>

namespace lab {

std::string Host::own() {
    const char* told = std::getenv("LAB_HOST");
    return told ? told : "127.0.0.1";
}

Host Host::parse(const std::string& text) {
    auto colon = text.rfind(':');
    return {text.substr(0, colon), static_cast<std::uint16_t>(std::stoi(text.substr(colon + 1)))};
}

}  // namespace lab
