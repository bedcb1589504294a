#include "floor.hpp"

#include <stdexcept>

namespace lab {

namespace {

class Nobody : public Service {
public:
    void octets(const Octets&, const Look&) override { throw std::logic_error("this system calls nothing"); }
};

class Nothing : public Adapter {
public:
    std::string serve(Work&) override { throw std::logic_error("it has no server"); }

    std::shared_ptr<Service> connect(const std::string&) override { return std::make_shared<Nobody>(); }

    std::string serializer(Service&) override { return "none"; }
};

}  // namespace

std::unique_ptr<Adapter> nothing() { return std::make_unique<Nothing>(); }

}  // namespace lab
