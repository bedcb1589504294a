#include "Lab.h"
#include "host.hpp"
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

    int addOne(int number, const Ice::Current&) override { return work.addOne(number); }

private:
    lab::Work& work;
};

class Stub : public lab::Service {
public:
    explicit Stub(const std::shared_ptr<Ice::ObjectPrx>& proxy) : handler(Ice::uncheckedCast<Lab::HandlerPrx>(proxy)) {}

    void octets(const lab::Octets& sent, const lab::Look& look) override { look(handler->octets(sent)); }

    std::int32_t addOne(std::int32_t number) override { return handler->addOne(number); }

    /// Ice has one encoding for a proxy, and over TCP one protocol.
    bool speaksIce() {
        return handler->ice_getEncodingVersion() == Ice::currentEncoding &&
               handler->ice_getConnection()->type() == "tcp";
    }

private:
    const std::shared_ptr<Lab::HandlerPrx> handler;
};

/// Threads share a proxy and its connection. Each client has a separate connection.
class IceAdapter : public lab::Adapter {
public:
    std::string serve(lab::Work& work) override {
        auto adapter = communicator->createObjectAdapterWithEndpoints("lab", "tcp -h " + lab::Host::own());
        adapter->add(std::make_shared<Handler>(work), Ice::stringToIdentity("lab"));
        adapter->activate();
        auto endpoint = std::dynamic_pointer_cast<Ice::TCPEndpointInfo>(adapter->getEndpoints().at(0)->getInfo());
        return lab::Host{lab::Host::own(), static_cast<std::uint16_t>(endpoint->port)}.text();
    }

    std::shared_ptr<lab::Service> connect(const std::string& address) override {
        if (!shared) {
            shared = client(address);
        }
        return shared;
    }

    std::shared_ptr<lab::Service> client(const std::string& address) override {
        lab::Host server = lab::Host::parse(address);
        auto proxy = communicator->stringToProxy("lab:tcp -h " + server.name + " -p " + std::to_string(server.port));
        return std::make_shared<Stub>(proxy->ice_connectionId("client " + std::to_string(++clients)));
    }

    std::string serializer(lab::Service& service) override {
        return dynamic_cast<Stub&>(service).speaksIce() ? "ice" : "unknown";
    }

    std::map<std::string, std::string> versions() override { return {{"ice", ICE_STRING_VERSION}}; }

private:
    const Ice::CommunicatorHolder communicator{Ice::initialize()};
    std::shared_ptr<lab::Service> shared;
    int clients = 0;
};

}  // namespace

int main(int count, char** words) {
    IceAdapter adapter;
    return lab::run({words + 1, words + count}, adapter);
}
