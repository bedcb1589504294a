// One source for two ORBs. They differ in the names of generated headers, and in the options for the address to listen
// at.
#ifdef LAB_TAO
#include "labC.h"
#include "labS.h"

#include "ace/Reactor.h"
#include "ace/Select_Reactor.h"
#include "tao/Client_Strategy_Factory.h"
#include "tao/ORB_Core.h"
#include "tao/Resource_Factory.h"
#include "tao/Server_Strategy_Factory.h"
#include "tao/Strategies/advanced_resource.h"
#include "tao/Version.h"
#else
#include "lab.hh"
#endif

#include "host.hpp"
#include "service.hpp"

#include <iostream>
#include <stdexcept>
#include <thread>

namespace {

#ifdef LAB_TAO
const char* const NAME = "tao";
std::string version() { return TAO_VERSION; }
std::vector<std::string> listening() { return {"-ORBListenEndpoints", "iiop://" + lab::Host::own() + ":0"}; }

void must(bool effective, const std::string& setting) {
    if (!effective) {
        throw std::runtime_error(setting + " of the configuration has had no effect");
    }
}

/// TAO ignores settings that it cannot follow, so the ORB is asked for the settings in effect.
void checkServer(CORBA::ORB_ptr broker) {
    TAO_ORB_Core* core = broker->orb_core();
    must(dynamic_cast<TAO_NULL_LOCK_REACTOR*>(core->reactor()->implementation()), "-ORBReactorType");
    must(!core->resource_factory()->locked_transport_cache(), "-ORBConnectionCacheLock");
    must(!core->resource_factory()->input_cdr_allocator_type_locked(), "-ORBInputCDRAllocator");
    must(!core->server_factory()->active_object_map_creation_parameters().allow_reactivation_of_system_ids_,
        "-ORBAllowReactivationOfSystemids");
}

void checkClient(CORBA::ORB_ptr broker) {
    // It does not allow callbacks if a caller reads its answer itself. Whether connections are shared need not be
    // checked: with such callers and a shared connection the lab's checks would not end.
    must(!broker->orb_core()->client_factory()->allow_callback(), "-ORBClientConnectionHandler");
}
#else
const char* const NAME = "omniORB";
std::string version() { return omniORB::versionString(); }
std::vector<std::string> listening() { return {"-ORBendPoint", "giop:tcp:" + lab::Host::own() + ":"}; }
void checkServer(CORBA::ORB_ptr) {}
void checkClient(CORBA::ORB_ptr) {}
#endif

CORBA::ORB_ptr orb(std::vector<std::string> options) {
    options.insert(options.begin(), NAME);
    std::vector<char*> words;
    for (std::string& option : options) {
        words.push_back(option.data());
    }
    words.push_back(nullptr);
    int count = static_cast<int>(options.size());
    return CORBA::ORB_init(count, words.data());
}

/// CORBA's exceptions do not extend those of the standard library.
template <typename Call>
auto translated(Call call) {
    try {
        return call();
    } catch (const CORBA::Exception& thrown) {
        throw std::runtime_error(std::string("CORBA: ") + thrown._name());
    }
}

/// A sequence over octets that the caller owns.
Lab::OctetSeq lent(lab::View octets) {
    auto length = static_cast<CORBA::ULong>(octets.size);
    // It is only read: the mapping has no sequence over constant octets.
    return Lab::OctetSeq(length, length, const_cast<CORBA::Octet*>(octets.data), false);
}

lab::View view(const Lab::OctetSeq& octets) { return lab::View(octets.get_buffer(), octets.length()); }

class Handler : public POA_Lab::Handler {
public:
    explicit Handler(lab::Work& work) : work(work) {}

    Lab::OctetSeq* octets(const Lab::OctetSeq& data) override {
        // The mapping needs a separate sequence, so this copies, as every servant does that returns what it received.
        return new Lab::OctetSeq(lent(work.octets(view(data))));
    }

    CORBA::Long addOne(CORBA::Long number) override { return work.addOne(number); }

private:
    lab::Work& work;
};

class Stub : public lab::Service {
public:
    explicit Stub(Lab::Handler_ptr handler) : handler(handler) {}

    void octets(const lab::Octets& sent, const lab::Look& look) override {
        translated([&] {
            Lab::OctetSeq_var got = handler->octets(lent(sent));
            look(view(got.in()));
        });
    }

    std::int32_t addOne(std::int32_t number) override {
        return translated([&] { return handler->addOne(number); });
    }

    CORBA::Object_ptr reference() { return handler.in(); }

private:
    Lab::Handler_var handler;
};

/// A reference as text, "IOR:" and octets in hexadecimal digits. It is parsed up to the kinds of its profiles.
class Reference {
public:
    explicit Reference(const std::string& text) {
        for (std::size_t i = 4; i + 1 < text.size(); i += 2) {
            octets.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
        }
    }

    /// Returns whether IIOP is the only profile: GIOP on a TCP connection, whose encoding is CDR.
    bool isIiopAlone() {
        constexpr std::uint32_t INTERNET_IOP = 0;
        constexpr std::uint32_t MULTIPLE_COMPONENTS = 1;
        at = 1;  // after the byte order
        skip(number());
        std::uint32_t profiles = number();
        bool iiop = false;
        for (std::uint32_t i = 0; i < profiles; i++) {
            std::uint32_t tag = number();
            skip(number());
            if (tag != INTERNET_IOP && tag != MULTIPLE_COMPONENTS) {
                return false;
            }
            iiop |= tag == INTERNET_IOP;
        }
        return iiop;
    }

private:
    /// A number is aligned to a multiple of four.
    std::uint32_t number() {
        at = (at + 3) / 4 * 4;
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < 4; i++) {
            number |= static_cast<std::uint32_t>(octets.at(at + (octets.at(0) == 1 ? i : 3 - i))) << 8 * i;
        }
        at += 4;
        return number;
    }

    void skip(std::uint32_t bytes) { at += bytes; }

    lab::Octets octets;
    std::size_t at = 0;
};

/// The callers share a reference, which all threads may use. The ORB opens connections as it needs them.
class Corba : public lab::Adapter {
public:
    explicit Corba(std::vector<std::string> options) : options(std::move(options)) {}

    std::string serve(lab::Work& work) override {
        return translated([&] {
            for (const std::string& option : listening()) {
                options.push_back(option);
            }
            broker = orb(options);
            checkServer(broker.in());
            CORBA::Object_var root = broker->resolve_initial_references("RootPOA");
            PortableServer::POA_var poa = PortableServer::POA::_narrow(root.in());
            PortableServer::POAManager_var manager = poa->the_POAManager();
            PortableServer::ObjectId_var id = poa->activate_object(new Handler(work));
            CORBA::Object_var reference = poa->id_to_reference(id.in());
            CORBA::String_var text = broker->object_to_string(reference.in());
            manager->activate();
            std::thread([this] {
                try {
                    broker->run();
                } catch (const CORBA::Exception& thrown) {
                    std::cerr << "CORBA: " << thrown._name() << std::endl;
                }
            }).detach();
            return std::string(text.in());
        });
    }

    std::shared_ptr<lab::Service> connect(const std::string& address) override {
        if (!shared) {
            translated([&] {
                broker = orb(options);
                checkClient(broker.in());
                CORBA::Object_var reference = broker->string_to_object(address.c_str());
                shared = std::make_shared<Stub>(Lab::Handler::_narrow(reference.in()));
            });
        }
        return shared;
    }

    std::string serializer(lab::Service& service) override {
        return translated([&] {
            // The generated stub marshals for the profile of its reference, and there is no other profile.
            CORBA::String_var text = broker->object_to_string(dynamic_cast<Stub&>(service).reference());
            return std::string(Reference(text.in()).isIiopAlone() ? "cdr" : "unknown");
        });
    }

    std::map<std::string, std::string> versions() override { return {{NAME, version()}}; }

private:
    std::vector<std::string> options;
    CORBA::ORB_var broker;
    std::shared_ptr<Stub> shared;
};

}  // namespace

/// The options of the ORB follow "server" or "client ADDRESS".
int main(int count, char** words) {
    std::vector<std::string> arguments(words + 1, words + count);
    std::size_t own = std::min(arguments.size(), std::size_t{arguments.empty() || arguments[0] == "server" ? 1u : 2u});
    auto options = arguments.begin() + static_cast<std::ptrdiff_t>(own);
    Corba corba({options, arguments.end()});
    return lab::run({arguments.begin(), options}, corba);
}
