#include "series.hpp"
#include "sockets.hpp"

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace lab {

namespace {

using Json = nlohmann::json;

Json error(const std::string& message) { return {{"error", message}}; }

/// The connection to the harness: its requests, and the answers.
class Requests {
public:
    Requests() : out(fdopen(dup(STDOUT_FILENO), "w")) {
        // Output of libraries must not be mixed with the lines of the protocol.
        dup2(STDERR_FILENO, STDOUT_FILENO);
        std::thread([this] { read(); }).detach();
    }

    std::string next() {
        std::unique_lock<std::mutex> lock(mutex);
        came.wait(lock, [this] { return !lines.empty(); });
        std::string line = lines.front();
        lines.pop_front();
        return line;
    }

    void say(const std::string& line) {
        std::fprintf(out, "%s\n", line.c_str());
        std::fflush(out);
    }

    /// Bytes in a library's message that are not UTF-8 become a replacement character.
    void say(const Json& answer) { say(answer.dump(-1, ' ', false, Json::error_handler_t::replace)); }

private:
    void read() {
        for (std::string line; std::getline(std::cin, line) && line != "quit";) {
            std::lock_guard<std::mutex> lock(mutex);
            lines.push_back(line);
            came.notify_one();
        }
        // The harness sends quit, or has ended: then this process ends at once. No system leaves files.
        _exit(0);
    }

    std::FILE* const out;
    std::mutex mutex;
    std::condition_variable came;
    std::deque<std::string> lines;
};

/// The services of the callers, one for each of them, kept as long as the process runs.
class Callers {
public:
    Callers(Adapter& adapter, std::string address) : adapter(adapter), address(std::move(address)) {}

    Services of(std::size_t size, bool asClients) {
        Services& kept = asClients ? clients : services;
        while (kept.size() < size) {
            kept.push_back(asClients ? adapter.client(address) : adapter.connect(address));
        }
        return Services(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(size));
    }

private:
    Adapter& adapter;
    const std::string address;
    Services services;
    Services clients;
};

class Client {
public:
    Client(Adapter& adapter, const std::string& address, Requests& requests)
        : adapter(adapter), callers(adapter, address), requests(requests) {
        callers.of(1, false);
    }

    Json answer(const std::string& line) {
        try {
            std::istringstream in(line);
            std::string verb, name;
            in >> verb >> name;
            std::size_t end = line.rfind('}') + 1;
            auto params = Json::parse(line.substr(line.find('{'), end - line.find('{'))).get<Params>();
            std::unique_ptr<Operation> operation = Operation::of(name, params);
            if (verb == "conform") {
                return conform(*operation, params);
            }
            if (verb == "warm" || verb == "run") {
                return run(*operation, params, line.substr(end));
            }
            return error("unknown request of a client; it knows conform, warm, run and quit, not " + verb);
        } catch (const std::exception& thrown) {
            return error(thrown.what());
        }
    }

private:
    static std::size_t crowd(const Params& params) {
        for (const char* unknown : {"virtualThreads", "processes"}) {
            if (params.count(unknown)) {
                throw std::invalid_argument(std::string("a native system has no callers that are ") + unknown);
            }
        }
        for (const char* kind : {"clientsInProcess", "threads"}) {
            auto found = params.find(kind);
            if (found != params.end()) {
                if (found->second < 1) {
                    throw std::invalid_argument("at least one caller is needed");
                }
                return static_cast<std::size_t>(found->second);
            }
        }
        return 1;
    }

    Json conform(const Operation& operation, const Params& params) {
        crowd(params);
        std::string wrong = conformance(operation, callers.of(CONFORMING_CALLERS, params.count("clientsInProcess") > 0));
        Json answer = {{"conforms", wrong.empty()},
                       {"checks", CONFORMING_CALLERS * CONFORMING_CALLS},
                       {"reason", wrong},
                       {"transport", sockets.transport()},
                       {"versions", adapter.versions()}};
        answer["versions"]["c++"] = __VERSION__;
        if (wrong.empty()) {
            answer["serializer"] = adapter.serializer(*callers.of(1, false).front());
        }
        return answer;
    }

    static Json percentiles(const Histogram& times) {
        return {{"p50", times.percentile(50)}, {"p99", times.percentile(99)}};
    }

    Json run(const Operation& operation, const Params& params, const std::string& length) {
        std::uint64_t calls = UINT64_MAX;
        std::uint64_t nanos = UINT64_MAX;
        std::string rate;
        std::string process = "0/1";
        std::istringstream limits(length);
        for (std::string limit; limits >> limit;) {
            std::string value = limit.substr(limit.find('=') + 1);
            if (limit.rfind("seconds=", 0) == 0) {
                nanos = static_cast<std::uint64_t>(std::stod(value) * 1e9);
            } else if (limit.rfind("calls=", 0) == 0) {
                calls = std::stoull(value);
            } else if (limit.rfind("rate=", 0) == 0) {
                rate = value;
            } else if (limit.rfind("process=", 0) == 0) {
                process = value;
            } else {
                return error("calls=N, seconds=S or both must follow the parameters, and may be rate=R, not" + length);
            }
        }
        std::unique_ptr<Pace> pace = rate.empty() ? nullptr : std::make_unique<Pace>(rate, process);
        Services services = callers.of(crowd(params), params.count("clientsInProcess") > 0);
        Figures figures = series(operation, services, calls, nanos, pace.get(), [this](std::uint64_t answered) {
            requests.say("going " + std::to_string(answered));
        });
        const Histogram& latencies = figures.latencies;
        return {{"calls", figures.calls},
                {"seconds", figures.seconds},
                {"threadSeconds", figures.threadSeconds},
                {"latencyNanos",
                 {{"min", latencies.min()},
                  {"p50", latencies.percentile(50)},
                  {"p90", latencies.percentile(90)},
                  {"p99", latencies.percentile(99)},
                  {"p999", latencies.percentile(99.9)},
                  {"max", latencies.max()},
                  {"mean", latencies.mean()},
                  {"stddev", latencies.standardDeviation()}}},
                {"jitterNanos", figures.jitterNanos < 0 ? Json() : Json(figures.jitterNanos)},
                {"histogram", latencies.pairs()},
                {"lateNanos", pace == nullptr ? Json() : percentiles(figures.lateness)},
                {"failed", figures.failed},
                {"missing", 0},
                {"firstFailure", figures.failed == 0 ? Json() : Json(figures.firstFailure)}};
    }

    Adapter& adapter;
    const Sockets sockets;
    Callers callers;
    Requests& requests;
};

[[noreturn]] void serve(Adapter& adapter, Requests& requests) {
    Work work;
    requests.say("ready " + adapter.serve(work));
    while (true) {
        std::string line = requests.next();
        requests.say(line == "stats" ? Json{{"handled", work.handled()}}
                                     : error("unknown request of a server; it knows stats and quit, not " + line));
    }
}

[[noreturn]] void call(Adapter& adapter, const std::string& address, Requests& requests) {
    Client client(adapter, address, requests);
    requests.say(std::string("ready"));
    while (true) {
        requests.say(client.answer(requests.next()));
    }
}

}  // namespace

int run(const std::vector<std::string>& arguments, Adapter& adapter) {
    Requests requests;
    try {
        if (arguments == std::vector<std::string>{"server"}) {
            serve(adapter, requests);
        }
        if (arguments.size() == 2 && arguments[0] == "client") {
            call(adapter, arguments[1], requests);
        }
        throw std::invalid_argument("expected: server, or client ADDRESS");
    } catch (const std::exception& thrown) {
        std::cerr << thrown.what() << std::endl;
        // Without destructors, because other threads may be in a call.
        _exit(1);
    }
}

}  // namespace lab
