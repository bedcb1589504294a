#include "floor.hpp"

#include <chrono>
#include <thread>

namespace lab {

namespace {

/// The calling loop's way to the floor, on which one call is held up: after the 20 of the check, so that it is in a round.
class Stalling : public Service {
public:
    explicit Stalling(std::shared_ptr<Service> floor) : floor(std::move(floor)) {}

    void octets(const Octets& sent, const Look& look) override { floor->octets(sent, look); }

    std::int32_t addOne(std::int32_t number) override {
        if (++calls == 20 + 400) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return floor->addOne(number);
    }

    const std::shared_ptr<Service> floor;

private:
    int calls = 0;
};

class StallsOnce : public Adapter {
public:
    std::string serve(Work& work) override { return floor->serve(work); }

    std::shared_ptr<Service> connect(const std::string& address) override {
        return std::make_shared<Stalling>(floor->connect(address));
    }

    std::string serializer(Service& service) override {
        return floor->serializer(*dynamic_cast<Stalling&>(service).floor);
    }

private:
    const std::unique_ptr<Adapter> floor = tcpFloor();
};

}  // namespace

}  // namespace lab

int main(int count, char** words) {
    lab::StallsOnce adapter;
    return lab::run({words + 1, words + count}, adapter);
}
