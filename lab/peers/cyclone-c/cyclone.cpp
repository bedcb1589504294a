#include "host.hpp"
#include "lab.h"
#include "service.hpp"

#include <condition_variable>
#include <dds/dds.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <dds/version.h>
#include <iostream>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace {

/// A separate domain, so that it meets no other program. It uses only the address of this process, without multicast,
/// which loopback does not have.
constexpr dds_domainid_t DOMAIN = 77;
std::string configuration(const std::string& server) {
    return "<General>"
           "<Interfaces><NetworkInterface address='" + lab::Host::own() + "' multicast='false'/></Interfaces>"
           "<AllowMulticast>false</AllowMulticast>"
           "</General>"
           "<Discovery>"
           "<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>60</MaxAutoParticipantIndex>"
           "<Peers><Peer address='" + server + "'/></Peers>"
           "</Discovery>";
}

constexpr auto PATIENCE = DDS_SECS(10);

dds_return_t checked(dds_return_t result, const char* what) {
    if (result < 0) {
        throw std::runtime_error(std::string(what) + ": " + dds_strretcode(-result));
    }
    return result;
}

std::uint64_t randomNumber() {
    std::random_device random;
    return static_cast<std::uint64_t>(random()) << 32 | random();
}

/// The entities of a process: one writer, one reader and a waitset that reports when a sample can be read. They are
/// reliable, and drop no sample for a newer one.
class Participant {
public:
    /// The entities of the server, or of a client of the server on such a host.
    Participant(const std::string& name, const std::string& host, bool server) {
        checked(dds_create_domain(DOMAIN, configuration(host).c_str()), "dds_create_domain");
        dds_entity_t participant = checked(dds_create_participant(DOMAIN, nullptr, nullptr), "dds_create_participant");
        dds_qos_t* qos = dds_create_qos();
        dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, PATIENCE);
        dds_qset_history(qos, DDS_HISTORY_KEEP_ALL, 0);
        auto topic = [&](const dds_topic_descriptor_t& type, const char* suffix) {
            std::string full = name + suffix;
            return checked(dds_create_topic(participant, &type, full.c_str(), qos, nullptr), "dds_create_topic");
        };
        dds_entity_t request = topic(Lab_Request_desc, "_request");
        dds_entity_t reply = topic(Lab_Reply_desc, "_reply");
        reader = checked(dds_create_reader(participant, server ? request : reply, qos, nullptr), "dds_create_reader");
        writer = checked(dds_create_writer(participant, server ? reply : request, qos, nullptr), "dds_create_writer");
        dds_delete_qos(qos);
        waitset = checked(dds_create_waitset(participant), "dds_create_waitset");
        dds_entity_t unread = checked(dds_create_readcondition(reader, DDS_ANY_STATE), "dds_create_readcondition");
        checked(dds_waitset_attach(waitset, unread, 0), "dds_waitset_attach");
    }

    /// Returns whether a sample can be read before so much time is over.
    bool wait(dds_duration_t atMost) const {
        dds_attach_t unused;
        return checked(dds_waitset_wait(waitset, &unused, 1, atMost), "dds_waitset_wait") > 0;
    }

    /// Returns whether its writer and its reader are both matched with another one.
    bool matched() const {
        dds_publication_matched_status_t readers;
        dds_subscription_matched_status_t writers;
        checked(dds_get_publication_matched_status(writer, &readers), "dds_get_publication_matched_status");
        checked(dds_get_subscription_matched_status(reader, &writers), "dds_get_subscription_matched_status");
        return readers.current_count > 0 && writers.current_count > 0;
    }

    dds_entity_t reader;
    dds_entity_t writer;

private:
    dds_entity_t waitset;
};

/// Reads requests and answers them, in one thread.
void answerAll(const Participant& participant, lab::Work& work) {
    try {
        while (true) {
            participant.wait(DDS_INFINITY);
            void* lent[1] = {nullptr};
            dds_sample_info_t info;
            while (checked(dds_take(participant.reader, lent, &info, 1, 1), "dds_take") > 0) {
                if (info.valid_data) {
                    auto request = static_cast<Lab_Request*>(lent[0]);
                    lab::View octets = work.octets(lab::View(request->data._buffer, request->data._length));
                    Lab_Reply reply{};
                    reply.header = request->header;
                    reply.data._length = reply.data._maximum = static_cast<std::uint32_t>(octets.size);
                    reply.data._buffer = const_cast<std::uint8_t*>(octets.data);
                    checked(dds_write(participant.writer, &reply), "dds_write");
                }
                checked(dds_return_loan(participant.reader, lent, 1), "dds_return_loan");
            }
        }
    } catch (const std::exception& thrown) {
        std::cerr << thrown.what() << std::endl;
        _exit(1);
    }
}

/// The client's end, which all callers share. One of the waiting callers reads, and passes the replies of the others to
/// them. So a single caller reads its answer itself.
class Exchange : public lab::Service {
public:
    Exchange(const std::string& topics, const std::string& host) : participant(topics, host, false) { meet(); }

    void octets(const lab::Octets& sent, const lab::Look& look) override {
        Call call(*this);
        write(call.number, sent);
        if (!arrives(call, PATIENCE)) {
            throw std::runtime_error("no reply within 10 s");
        }
        look(lab::View(call.reply->data._buffer, call.reply->data._length));
    }

    /// Returns how a reply was encoded, by the identifier before it. No other call may be under way.
    std::string encoding() {
        write(0, {});
        ddsi_serdata* data = nullptr;
        dds_sample_info_t info;
        if (!participant.wait(PATIENCE) ||
            checked(dds_takecdr(participant.reader, &data, 1, &info, DDS_ANY_STATE), "dds_takecdr") == 0) {
            throw std::runtime_error("no reply within 10 s");
        }
        std::uint8_t head[4];
        ddsi_serdata_to_ser(data, 0, sizeof head, head);
        ddsi_serdata_unref(data);
        // CDR_BE and CDR_LE of DDSI-RTPS are the first version of XCDR; those of the second begin with 6.
        return head[0] != 0 ? "unknown" : head[1] <= 1 ? "xcdr1" : head[1] >= 6 ? "xcdr2" : "unknown";
    }

private:
    struct FreeReply {
        void operator()(Lab_Reply* reply) const { Lab_Reply_free(reply, DDS_FREE_ALL); }
    };

    using Reply = std::unique_ptr<Lab_Reply, FreeReply>;

    /// A call under way. A later call uses the memory of its reply again.
    struct Call {
        explicit Call(Exchange& exchange) : exchange(exchange) {
            std::lock_guard<std::mutex> lock(exchange.mutex);
            number = ++exchange.calls;
            if (exchange.spare.empty()) {
                reply.reset(static_cast<Lab_Reply*>(dds_alloc(sizeof(Lab_Reply))));
                *reply = Lab_Reply{};
            } else {
                reply = std::move(exchange.spare.back());
                exchange.spare.pop_back();
            }
            exchange.waiting[number] = this;
        }

        ~Call() {
            std::lock_guard<std::mutex> lock(exchange.mutex);
            exchange.waiting.erase(number);
            exchange.spare.push_back(std::move(reply));
        }

        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;

        Exchange& exchange;
        std::uint64_t number;
        Reply reply;
        bool here = false;
    };

    /// Both ends have found each other when a request is answered: a match shows one direction only.
    void meet() {
        for (int tries = 0; tries < 200; tries++) {
            if (participant.matched()) {
                Call call(*this);
                write(call.number, {});
                if (arrives(call, DDS_MSECS(100))) {
                    return;
                }
            } else {
                dds_sleepfor(DDS_MSECS(100));
            }
        }
        throw std::runtime_error("the server was not found within 20 s");
    }

    void write(std::uint64_t number, const lab::Octets& octets) {
        Lab_Request request{};
        request.header.client = client;
        request.header.call = number;
        request.data._length = request.data._maximum = static_cast<std::uint32_t>(octets.size());
        request.data._buffer = const_cast<std::uint8_t*>(octets.data());
        checked(dds_write(participant.writer, &request), "dds_write");
    }

    bool arrives(Call& call, dds_duration_t atMost) {
        std::unique_lock<std::mutex> lock(mutex);
        while (!call.here) {
            if (reading) {
                changed.wait(lock);
                continue;
            }
            reading = true;
            lock.unlock();
            bool taken = false;
            try {
                taken = take(*call.reply, atMost);
            } catch (...) {
                lock.lock();
                reading = false;
                changed.notify_all();
                throw;
            }
            lock.lock();
            reading = false;
            if (taken) {
                deliver(call.reply);
            }
            changed.notify_all();
            if (!taken) {
                return false;
            }
        }
        return true;
    }

    /// Reads the next reply, of whichever call.
    bool take(Lab_Reply& reply, dds_duration_t atMost) {
        void* into[1] = {&reply};
        dds_sample_info_t info;
        while (participant.wait(atMost)) {
            if (checked(dds_take(participant.reader, into, &info, 1, 1), "dds_take") > 0 && info.valid_data) {
                return true;
            }
        }
        return false;
    }

    /// Passes a reply to the call that waits for it. A reply that no call waits for is dropped.
    void deliver(Reply& reply) {
        auto found = waiting.find(reply->header.call);
        if (reply->header.client == client && found != waiting.end()) {
            found->second->here = true;
            found->second->reply.swap(reply);
        }
    }

    const Participant participant;
    const std::uint64_t client = randomNumber();
    std::mutex mutex;
    std::condition_variable changed;
    bool reading = false;
    std::uint64_t calls = 0;
    std::map<std::uint64_t, Call*> waiting;
    std::vector<Reply> spare;
};

class Cyclone : public lab::Adapter {
public:
    std::string serve(lab::Work& work) override {
        // Topics with unique names, so that no other server answers, nor one of an earlier run.
        std::string topics = "lab_octets_" + std::to_string(randomNumber());
        participant = std::make_unique<Participant>(topics, lab::Host::own(), true);
        std::thread([this, &work] { answerAll(*participant, work); }).detach();
        return topics + AT + lab::Host::own();
    }

    std::shared_ptr<lab::Service> connect(const std::string& address) override {
        if (!shared) {
            auto at = address.find(AT);
            shared = std::make_shared<Exchange>(address.substr(0, at), address.substr(at + 1));
        }
        return shared;
    }

    std::string serializer(lab::Service& service) override { return dynamic_cast<Exchange&>(service).encoding(); }

    std::map<std::string, std::string> versions() override { return {{"cyclonedds", DDS_VERSION}}; }

private:
    /// Separates the name of the topics from the server's host.
    static constexpr char AT = '@';

    std::unique_ptr<Participant> participant;
    std::shared_ptr<Exchange> shared;
};

}  // namespace

int main(int count, char** words) {
    Cyclone cyclone;
    return lab::run({words + 1, words + count}, cyclone);
}
