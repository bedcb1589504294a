#include "channel.hpp"

#include <cstring>

namespace lab {

namespace {

// Both ends are on one machine, so numbers have its byte order.
View bytes(const std::int32_t& number) { return View(&number, sizeof number); }

std::int32_t number(View bytes) {
    std::int32_t number;
    if (bytes.size < sizeof number) {
        throw std::runtime_error("a number has four bytes");
    }
    std::memcpy(&number, bytes.data, sizeof number);
    return number;
}

}  // namespace

void answerOne(Channel& channel, Work& work) {
    Message request = channel.receive();
    switch (request.method) {
        case Method::OCTETS:
            channel.send(request.method, {work.octets(request.body)});
            return;
        case Method::ADD_ONE:
            channel.send(request.method, {bytes(work.addOne(number(request.body)))});
            return;
    }
    throw std::runtime_error("a request for an unknown method");
}

void ChannelStub::octets(const Octets& sent, const Look& look) {
    channel->send(Method::OCTETS, {sent});
    look(channel->receive().body);
}

std::int32_t ChannelStub::addOne(std::int32_t sent) {
    channel->send(Method::ADD_ONE, {bytes(sent)});
    return number(channel->receive().body);
}

}  // namespace lab
