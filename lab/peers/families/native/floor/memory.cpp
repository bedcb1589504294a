#include "floor.hpp"

#include <chrono>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <linux/futex.h>
#include <new>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace lab {

namespace {

/// The buffer for one message in one direction. The other end reads `turn` until it has changed.
struct Box {
    static constexpr std::size_t CAPACITY = (1 << 16) + 64;

    alignas(128) std::atomic<std::uint32_t> turn;
    std::uint32_t header;
    alignas(64) std::uint8_t bytes[CAPACITY];
};

struct Pair {
    Box request;
    Box answer;
};

/// The memory that both processes have mapped.
struct Memory {
    static constexpr std::uint32_t PAIRS = 256;

    alignas(128) std::atomic<std::uint32_t> taken;
    alignas(128) std::atomic<std::uint32_t> asleep;
    Pair pairs[PAIRS];
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "two processes share it");

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
    return syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

/// Waits without giving up the processor, except to other threads that need it.
class Spin {
public:
    void once() {
        if (++looks < LOOKS_TO_YIELD) {
            __builtin_ia32_pause();
        } else {
            sched_yield();
        }
    }

private:
    /// Some 2 us. On a processor that both ends share, the other end would otherwise never run.
    static constexpr int LOOKS_TO_YIELD = 50;
    int looks = 0;
};

/// One end of a pair: it writes into one box and reads the other.
class MemoryChannel : public Channel {
public:
    MemoryChannel(Memory& memory, Box& out, Box& in, bool atClient)
        : memory(memory), out(out), in(in), atClient(atClient) {}

    bool ready() const { return in.turn.load(std::memory_order_acquire) != received; }

    void send(Method method, std::initializer_list<View> parts) override {
        std::size_t length = 0;
        for (const View& part : parts) {
            if (length + part.size > Box::CAPACITY) {
                throw std::length_error("a message in shared memory has 65,600 bytes at most");
            }
            if (part.size > 0) {
                std::memcpy(out.bytes + length, part.data, part.size);
            }
            length += part.size;
        }
        out.header = Header(method, length).bits;
        // Ordered before the read of `asleep`: otherwise the server might fall asleep while this request waits.
        out.turn.fetch_add(1, std::memory_order_seq_cst);
        if (atClient && memory.asleep.load(std::memory_order_seq_cst) != 0) {
            memory.asleep.store(0);
            futex(memory.asleep, FUTEX_WAKE, INT_MAX);
        }
    }

    Message receive() override {
        for (Spin spin; !ready(); spin.once()) {
        }
        received++;
        Header header(in.header);
        return {header.method(), View(in.bytes, header.length())};
    }

private:
    Memory& memory;
    Box& out;
    Box& in;
    const bool atClient;
    std::uint32_t received = 0;
};

/// One thread of the server reads the boxes of all callers in turn, so that only one thread spins there.
class MemoryFloor : public Adapter {
public:
    std::string serve(Work& work) override {
        // The file has no name in a directory, so it does not remain. Clients open it through this process.
        int file = memfd_create("wherry-lab", MFD_CLOEXEC);
        if (file < 0 || ftruncate(file, sizeof(Memory)) != 0) {
            throw std::system_error(errno, std::generic_category(), "memfd");
        }
        Memory& memory = mapped(file);
        std::thread([&memory, &work] { answerAll(memory, work); }).detach();
        return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file);
    }

    std::shared_ptr<Service> connect(const std::string& address) override {
        if (memory == nullptr) {
            int file = open(address.c_str(), O_RDWR | O_CLOEXEC);
            if (file < 0) {
                throw std::system_error(errno, std::generic_category(), address);
            }
            memory = &mapped(file);
            close(file);
        }
        std::uint32_t number = memory->taken.fetch_add(1);
        if (number >= Memory::PAIRS) {
            memory->taken.store(Memory::PAIRS);
            throw std::runtime_error("more than 256 callers");
        }
        Pair& pair = memory->pairs[number];
        return std::make_shared<ChannelStub>(std::make_unique<MemoryChannel>(*memory, pair.request, pair.answer, true));
    }

    std::string serializer(Service& service) override {
        // No codec is involved: the stub copies the octets as they are.
        return dynamic_cast<ChannelStub*>(&service) ? "none" : "unknown";
    }

private:
    using Clock = std::chrono::steady_clock;

    /// Longer than the time between two calls of a run. While other systems have their turn it must not use the
    /// processor.
    static constexpr auto PATIENCE = std::chrono::milliseconds(50);

    static Memory& mapped(int file) {
        void* start = mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (start == MAP_FAILED) {
            throw std::system_error(errno, std::generic_category(), "mmap");
        }
        // All zero at first, as its atomics must be.
        return *static_cast<Memory*>(start);
    }

    static void answerAll(Memory& memory, Work& work) {
        std::vector<std::unique_ptr<MemoryChannel>> channels;
        try {
            while (true) {
                answerWhileAwake(memory, channels, work);
                memory.asleep.store(1, std::memory_order_seq_cst);
                if (!anyReady(memory, channels)) {
                    futex(memory.asleep, FUTEX_WAIT, 1);
                }
                memory.asleep.store(0);
            }
        } catch (const std::exception& thrown) {
            std::cerr << thrown.what() << std::endl;
            _exit(1);
        }
    }

    static void answerWhileAwake(Memory& memory, std::vector<std::unique_ptr<MemoryChannel>>& channels, Work& work) {
        Clock::time_point quietSince;
        Spin spin;
        for (int looks = 0; looks == 0 || looks % 256 != 0 || Clock::now() - quietSince < PATIENCE;) {
            welcome(memory, channels);
            bool answered = false;
            for (auto& channel : channels) {
                if (channel->ready()) {
                    answerOne(*channel, work);
                    answered = true;
                }
            }
            if (answered) {
                spin = Spin();
                looks = 0;
                continue;
            }
            if (looks++ == 0) {
                quietSince = Clock::now();
            }
            spin.once();
        }
    }

    /// Adds the callers that have connected since the last check.
    static void welcome(Memory& memory, std::vector<std::unique_ptr<MemoryChannel>>& channels) {
        std::uint32_t taken = std::min(memory.taken.load(std::memory_order_acquire), Memory::PAIRS);
        while (channels.size() < taken) {
            Pair& pair = memory.pairs[channels.size()];
            channels.push_back(std::make_unique<MemoryChannel>(memory, pair.answer, pair.request, false));
        }
    }

    static bool anyReady(Memory& memory, std::vector<std::unique_ptr<MemoryChannel>>& channels) {
        welcome(memory, channels);
        for (auto& channel : channels) {
            if (channel->ready()) {
                return true;
            }
        }
        return false;
    }

    Memory* memory = nullptr;
};

}  // namespace

std::unique_ptr<Adapter> memoryFloor() { return std::make_unique<MemoryFloor>(); }

}  // namespace lab
