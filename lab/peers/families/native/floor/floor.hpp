#pragma once

#include "channel.hpp"

namespace lab {

std::unique_ptr<Adapter> tcpFloor();
std::unique_ptr<Adapter> unixFloor();
std::unique_ptr<Adapter> memoryFloor();

}  // namespace lab
