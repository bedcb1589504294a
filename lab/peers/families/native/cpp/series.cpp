#include "series.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

namespace lab {

namespace {

/// One caller of a round. It calls again and again in its tempo, and takes the time of each call.
struct Caller {
    static constexpr int FAILURES_TO_STOP = 10;

    std::shared_ptr<Service> service;
    std::unique_ptr<Task> task;
    std::uint64_t calls = 0;
    std::unique_ptr<Tempo> tempo;

    /// Another thread reads it while this one runs.
    std::atomic<std::uint64_t> answered{0};

    std::uint64_t began = 0;
    std::uint64_t ended = 0;
    std::uint64_t failed = 0;
    std::uint64_t differences = 0;
    std::string firstFailure;
    Histogram latencies;

    void run() {
        int failuresInARow = 0;
        std::uint64_t last = 0;
        began = tempo->begin();
        std::uint64_t now = began;
        std::uint64_t i = 0;
        for (; i < calls && tempo->goesOn(i, now) && failuresInARow < FAILURES_TO_STOP; i++) {
            try {
                std::uint64_t before = tempo->next(i);
                std::string wrong = task->call(*service);
                now = nanoTime();
                if (wrong.empty()) {
                    std::uint64_t time = now - before;
                    latencies.record(time);
                    differences += last == 0 ? 0 : std::max(time, last) - std::min(time, last);
                    last = time;
                    answered.store(answered.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
                    failuresInARow = 0;
                } else {
                    failuresInARow++;
                    fail("wrong answer: " + wrong);
                }
            } catch (const std::exception& thrown) {
                now = nanoTime();
                failuresInARow++;
                fail(thrown.what());
            }
        }
        ended = tempo->end(i);
    }

private:
    void fail(const std::string& how) {
        failed++;
        if (firstFailure.empty()) {
            firstFailure = how;
        }
    }
};

/// Returns the figures of the round, when no caller calls any more.
Figures summed(const std::vector<Caller>& callers) {
    Figures figures;
    std::uint64_t began = UINT64_MAX;
    std::uint64_t ended = 0;
    std::uint64_t differences = 0;
    for (const Caller& caller : callers) {
        began = std::min(began, caller.began);
        ended = std::max(ended, caller.ended);
        figures.calls += caller.answered.load();
        figures.failed += caller.failed;
        figures.threadSeconds += static_cast<double>(caller.ended - caller.began) / 1e9;
        figures.latencies.add(caller.latencies);
        if (caller.tempo->lateness() != nullptr) {
            figures.lateness.add(*caller.tempo->lateness());
        }
        differences += caller.differences;
        if (figures.firstFailure.empty()) {
            figures.firstFailure = caller.firstFailure;
        }
    }
    figures.seconds = static_cast<double>(ended - began) / 1e9;
    if (figures.calls > callers.size()) {
        figures.jitterNanos = static_cast<double>(differences) / static_cast<double>(figures.calls - callers.size());
    }
    return figures;
}

}  // namespace

Figures series(const Operation& operation, const Services& services, std::uint64_t calls, std::uint64_t nanos,
               Pace* pace, const std::function<void(std::uint64_t)>& going) {
    std::vector<Caller> callers(services.size());
    std::promise<void> start;
    std::shared_future<void> started = start.get_future().share();
    std::mutex mutex;
    std::condition_variable ended;
    std::size_t running = callers.size();
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < callers.size(); i++) {
        Caller& caller = callers[i];
        caller.service = services[i];
        caller.task = operation.task();
        caller.calls = calls == UINT64_MAX ? calls : calls / callers.size() + (i < calls % callers.size() ? 1 : 0);
        caller.tempo = pace == nullptr ? atOnce(nanos) : pace->of(i, callers.size(), caller.calls, nanos);
        threads.emplace_back([&caller, started, &mutex, &running, &ended] {
            started.wait();
            caller.run();
            std::lock_guard<std::mutex> lock(mutex);
            running--;
            ended.notify_one();
        });
    }
    if (pace != nullptr) {
        pace->start();
    }
    start.set_value();
    std::unique_lock<std::mutex> lock(mutex);
    while (!ended.wait_for(lock, std::chrono::seconds(1), [&] { return running == 0; })) {
        std::uint64_t answered = 0;
        for (const Caller& caller : callers) {
            answered += caller.answered.load(std::memory_order_relaxed);
        }
        going(answered);
    }
    lock.unlock();
    for (std::thread& thread : threads) {
        thread.join();
    }
    return summed(callers);
}

std::string conformance(const Operation& operation, const Services& services) {
    std::vector<std::future<std::string>> checks;
    for (std::size_t i = 0; i < services.size(); i++) {
        checks.push_back(std::async(std::launch::async, [&operation, &services, i]() -> std::string {
            int caller = static_cast<int>(i);
            for (int call = 0; call < CONFORMING_CALLS; call++) {
                std::string wrong = operation.check(*services[i], caller, call);
                if (!wrong.empty()) {
                    return "call " + std::to_string(call) + " of caller " + std::to_string(caller) + ": " + wrong;
                }
            }
            return "";
        }));
    }
    std::string first;
    for (auto& check : checks) {
        try {
            std::string wrong = check.get();
            first = first.empty() ? wrong : first;
        } catch (const std::exception& thrown) {
            first = first.empty() ? std::string("a call failed: ") + thrown.what() : first;
        }
    }
    return first;
}

}  // namespace lab
