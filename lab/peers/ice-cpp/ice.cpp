#include "Lab.h"
#include "service.hpp"

#include <Ice/Ice.h>
#include <algorithm>

namespace {

class Handler : public Lab::Handler {
public:
    explicit Handler(lab::Work& work) : work(work) {}

    Lab::OctetSeq octets(Lab::OctetSeq data, const Ice::Current&) override {
        work.octets(data);
        return data;
    }

    int invoke(Lab::Payload sent, const Ice::Current&) override { return work.invoke(sent.callNumber, sent.data); }

    int addOne(int number, const Ice::Current&) override { return work.addOne(number); }

private:
    lab::Work& work;
};

class Stub : public lab::Service {
public:
    explicit Stub(const std::string& proxy)
        : communicator(Ice::initialize()),
          handler(Ice::uncheckedCast<Lab::HandlerPrx>(communicator->stringToProxy(proxy))) {}

    void octets(const lab::Octets& sent, const lab::Look& look) override { look(handler->octets(sent)); }

    std::int32_t invoke(std::int32_t number, const lab::Octets& data) override {
        return handler->invoke(Lab::Payload{number, data});
    }

    std::int32_t addOne(std::int32_t number) override { return handler->addOne(number); }

    /// Ice has one encoding for a proxy, and over TCP one protocol.
    bool speaksIce() {
        return handler->ice_getEncodingVersion() == Ice::currentEncoding &&
               handler->ice_getConnection()->type() == "tcp";
    }

private:
    const Ice::CommunicatorHolder communicator;
    const std::shared_ptr<Lab::HandlerPrx> handler;
};

/// Its callers share a proxy, and with it a connection; a client of its own has a communicator of its own.
class IceAdapter : public lab::Adapter {
public:
    std::string serve(lab::Work& work) override {
        communicator = Ice::initialize();
        auto adapter = communicator->createObjectAdapterWithEndpoints("lab", "tcp -h 127.0.0.1");
        adapter->add(std::make_shared<Handler>(work), Ice::stringToIdentity("lab"));
        adapter->activate();
        auto endpoint = std::dynamic_pointer_cast<Ice::TCPEndpointInfo>(adapter->getEndpoints().at(0)->getInfo());
        return std::to_string(endpoint->port);
    }

    std::shared_ptr<lab::Service> connect(const std::string& address) override {
        if (!shared) {
            shared = client(address);
        }
        return shared;
    }

    std::shared_ptr<lab::Service> client(const std::string& address) override {
        return std::make_shared<Stub>("lab:tcp -h 127.0.0.1 -p " + address);
    }

    std::string serializer(lab::Service& service) override {
        return dynamic_cast<Stub&>(service).speaksIce() ? "ice" : "unknown";
    }

    std::map<std::string, std::string> versions() override { return {{"ice", ICE_STRING_VERSION}}; }

private:
    Ice::CommunicatorHolder communicator;
    std::shared_ptr<lab::Service> shared;
};

}  // namespace

int main(int count, char** words) {
    IceAdapter adapter;
    return lab::run({words + 1, words + count}, adapter);
}
