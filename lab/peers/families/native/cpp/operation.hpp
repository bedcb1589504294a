#pragma once

#include "service.hpp"

#include <map>
#include <memory>
#include <string>

namespace lab {

using Params = std::map<std::string, std::int64_t>;

/// The work of one caller: it makes what it sends before the clock starts.
class Task {
public:
    virtual ~Task() = default;

    /// Calls once and makes a cheap check of the answer. Returns an empty text if it may be right, else what is wrong.
    virtual std::string call(Service& service) = 0;
};

/// An operation of the line protocol with its parameters.
class Operation {
public:
    virtual ~Operation() = default;

    virtual std::unique_ptr<Task> task() const = 0;

    /// Makes a call with unique content and checks the whole answer. Returns an empty text if it is right, else what is
    /// wrong.
    virtual std::string check(Service& service, int caller, int call) const = 0;

    static std::unique_ptr<Operation> of(const std::string& name, const Params& params);
};

}  // namespace lab
