#include "operation.hpp"

#include <cstring>
#include <random>
#include <stdexcept>

namespace lab {

namespace {

Octets randomOctets(std::size_t size, int caller, int call) {
    std::mt19937 random(static_cast<std::uint32_t>(31 * caller + call));
    Octets octets(size);
    for (auto& octet : octets) {
        octet = static_cast<std::uint8_t>(random());
    }
    return octets;
}

std::string sentAndGot(std::int64_t sent, std::int64_t got) {
    return "sent " + std::to_string(sent) + ", got " + std::to_string(got);
}

class OctetsThereAndBack : public Operation {
public:
    explicit OctetsThereAndBack(std::size_t bytes) : bytes(bytes) {}

    std::unique_ptr<Task> task() const override { return std::make_unique<Calls>(bytes); }

    std::string check(Service& service, int caller, int call) const override {
        Octets sent = randomOctets(bytes, caller, call);
        std::string wrong = "got no answer";
        service.octets(sent, [&](View got) {
            bool same = got.size == sent.size() && (got.size == 0 || !std::memcmp(got.data, sent.data(), got.size));
            wrong = same ? "" : sentAndGot(sent.size(), got.size) + " bytes; they differ";
        });
        return wrong;
    }

private:
    class Calls : public Task {
    public:
        explicit Calls(std::size_t bytes) : sent(bytes) {}

        std::string call(Service& service) override {
            got = sent.size() + 1;
            service.octets(sent, look);
            return got == sent.size() ? "" : sentAndGot(sent.size(), got) + " bytes";
        }

    private:
        const Octets sent;
        std::size_t got = 0;
        const Look look = [this](View answer) { got = answer.size; };
    };

    const std::size_t bytes;
};

class AddOne : public Operation {
public:
    std::unique_ptr<Task> task() const override { return std::make_unique<Calls>(); }

    std::string check(Service& service, int caller, int call) const override {
        // The whole range of numbers, including the two ends.
        std::int32_t sent = call == 0 ? INT32_MAX : caller * 1'000'003 * (call % 2 == 0 ? 1 : -1) + call;
        std::int32_t got = service.addOne(sent);
        return got == after(sent) ? "" : sentAndGot(sent, got);
    }

private:
    static std::int32_t after(std::int32_t number) { return number == INT32_MAX ? INT32_MIN : number + 1; }

    class Calls : public Task {
    public:
        std::string call(Service& service) override {
            std::int32_t sent = number;
            number = service.addOne(sent);
            return number == after(sent) ? "" : sentAndGot(sent, number);
        }

    private:
        std::int32_t number = 0;
    };
};

std::size_t bytes(const Params& params) {
    auto found = params.find("bytes");
    if (found == params.end() || found->second < 0 || found->second > INT32_MAX) {
        throw std::invalid_argument("the operation needs bytes of 0 or more");
    }
    return static_cast<std::size_t>(found->second);
}

}  // namespace

std::unique_ptr<Operation> Operation::of(const std::string& name, const Params& params) {
    if (name == "octets") {
        return std::make_unique<OctetsThereAndBack>(bytes(params));
    }
    if (name == "addOne") {
        return std::make_unique<AddOne>();
    }
    throw std::invalid_argument("unknown operation " + name + "; known: octets and addOne");
}

}  // namespace lab
