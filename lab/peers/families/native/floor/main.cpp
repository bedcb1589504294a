#include "floor.hpp"

#include <iostream>

/// The least that a remote call can do: four bytes and the content, without a framework. The first argument names the
/// transport.
int main(int count, char** words) {
    std::vector<std::string> arguments(words + 1, words + count);
    std::unique_ptr<lab::Adapter> (*floors[])() = {lab::tcpFloor, lab::unixFloor, lab::memoryFloor};
    const char* names[] = {"tcp", "unix", "shm"};
    for (int i = 0; i < 3 && !arguments.empty(); i++) {
        if (arguments[0] == names[i]) {
            return lab::run({arguments.begin() + 1, arguments.end()}, *floors[i]());
        }
    }
    std::cerr << "expected: tcp, unix or shm, and then server, or client ADDRESS" << std::endl;
    return 1;
}
