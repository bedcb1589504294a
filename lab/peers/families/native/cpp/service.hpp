#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lab {

using Octets = std::vector<std::uint8_t>;

/// A view of octets that another object owns.
struct View {
    const std::uint8_t* data = nullptr;
    std::size_t size = 0;

    View() = default;
    View(const void* data, std::size_t size) : data(static_cast<const std::uint8_t*>(data)), size(size) {}
    View(const Octets& octets) : data(octets.data()), size(octets.size()) {}
};

/// Receives the octets of an answer at the place where they arrived, so that no adapter has to copy them again.
using Look = std::function<void(View)>;

/// The methods of every server, as its client sees them. The adapter decides how a call reaches the server. A failed
/// call throws.
class Service {
public:
    virtual ~Service() = default;

    /// The method of the latency evaluation: returns the octets that it received.
    virtual void octets(const Octets& sent, const Look& look) = 0;

    /// The method of the EJB evaluation.
    virtual std::int32_t addOne(std::int32_t number);
};

/// Does the work of the original evaluations and counts it: the harness compares the count with the calls sent.
class Work {
public:
    View octets(View sent);
    std::int32_t addOne(std::int32_t number);

    std::uint64_t handled() const { return count.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> count{0};
};

/// A system under test, as the program uses it.
class Adapter {
public:
    virtual ~Adapter() = default;

    /// Starts serving at Host::own() in other threads. Returns the address that clients need, a word without blanks.
    virtual std::string serve(Work& work) = 0;

    /// Returns a service that reaches the server, for one caller. A system whose stubs are meant to be shared returns
    /// the same service.
    virtual std::shared_ptr<Service> connect(const std::string& address) = 0;

    /// Returns a separate client. It has its own connection if the system supports that.
    virtual std::shared_ptr<Service> client(const std::string& address) { return connect(address); }

    /// Returns the serializer, as far as this process can see it at run time.
    virtual std::string serializer(Service& service) = 0;

    /// Returns the versions of what is measured, as seen at run time.
    virtual std::map<std::string, std::string> versions() { return {}; }
};

/// Runs until it is stopped or the harness ends. The arguments are "server" or "client ADDRESS".
int run(const std::vector<std::string>& arguments, Adapter& adapter);

}  // namespace lab
