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

/// Octets where they are; somebody else owns them.
struct View {
    const std::uint8_t* data = nullptr;
    std::size_t size = 0;

    View() = default;
    View(const void* data, std::size_t size) : data(static_cast<const std::uint8_t*>(data)), size(size) {}
    View(const Octets& octets) : data(octets.data()), size(octets.size()) {}
};

/// Looks at an answer's octets where they arrived, so that no adapter has to copy them once more.
using Look = std::function<void(View)>;

/// What every server does, as its client sees it; how a call gets there is the adapter's. A failed call throws.
class Service {
public:
    virtual ~Service() = default;

    /// The latency evaluation's method: answers with the octets it got.
    virtual void octets(const Octets& sent, const Look& look) = 0;

    /// The EJB evaluation's method.
    virtual std::int32_t addOne(std::int32_t number);
};

/// The work itself, as the originals have it, and a count of it: the harness compares the count with the calls sent.
class Work {
public:
    View octets(View sent);
    std::int32_t addOne(std::int32_t number);

    std::uint64_t handled() const { return count.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> count{0};
};

/// A system under test, as the line protocol's program uses it.
class Adapter {
public:
    virtual ~Adapter() = default;

    /// Starts serving at Host::own(), in other threads; answers with the address that clients need, a word without blanks.
    virtual std::string serve(Work& work) = 0;

    /// A way to the server for one caller; a system whose stubs are meant to be shared answers with the same one.
    virtual std::shared_ptr<Service> connect(const std::string& address) = 0;

    /// A client of its own, with a connection of its own where the system lets one have it.
    virtual std::shared_ptr<Service> client(const std::string& address) { return connect(address); }

    /// The serializer, as far as this process can see it at run time.
    virtual std::string serializer(Service& service) = 0;

    /// Versions of what is measured, as seen at run time.
    virtual std::map<std::string, std::string> versions() { return {}; }
};

/// Runs until told to quit or the harness is gone. The arguments are "server" or "client ADDRESS".
int run(const std::vector<std::string>& arguments, Adapter& adapter);

}  // namespace lab
