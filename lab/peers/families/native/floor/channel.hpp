#pragma once

#include "../cpp/service.hpp"

#include <cstdint>
#include <initializer_list>
#include <stdexcept>

namespace lab {

enum class Method : std::uint32_t { OCTETS, ADD_ONE };

/// The four bytes before each message: its length, and in the uppermost byte the number of the method.
class Header {
public:
    static constexpr std::uint32_t LONGEST = (1u << 24) - 1;

    explicit Header(std::uint32_t bits = 0) : bits(bits) {}

    Header(Method method, std::size_t length)
        : bits(static_cast<std::uint32_t>(method) << 24 | static_cast<std::uint32_t>(length)) {
        if (length > LONGEST) {
            throw std::length_error("a message has 16 MiB at most");
        }
    }

    Method method() const { return static_cast<Method>(bits >> 24); }
    std::size_t length() const { return bits & LONGEST; }

    std::uint32_t bits;
};

struct Message {
    Method method;
    View body;
};

/// One caller's connection to the server, in both directions: messages, one at a time.
class Channel {
public:
    virtual ~Channel() = default;

    /// Sends the parts one after the other.
    virtual void send(Method method, std::initializer_list<View> parts) = 0;

    /// Waits for a message, which stays in place until the next one is requested. Throws Gone if no more can be
    /// received.
    virtual Message receive() = 0;

    class Gone : public std::runtime_error {
    public:
        Gone() : std::runtime_error("the other end is gone") {}
    };
};

/// Reads one request and answers it.
void answerOne(Channel& channel, Work& work);

/// The client's end.
class ChannelStub : public Service {
public:
    explicit ChannelStub(std::unique_ptr<Channel> channel) : channel(std::move(channel)) {}

    void octets(const Octets& sent, const Look& look) override;
    std::int32_t addOne(std::int32_t number) override;

private:
    const std::unique_ptr<Channel> channel;
};

}  // namespace lab
