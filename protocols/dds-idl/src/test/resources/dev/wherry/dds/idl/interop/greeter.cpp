// Serves or calls hello::Greeter with Cyclone DDS for C, by the types that idlc makes of the exported IDL.
// Usage: greeter server|client DOMAIN NAME. The server ends with its standard input.
#include "dds/dds.h"
extern "C" {
#include "greeter.h"
}
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

namespace {

dds_entity_t checked(dds_return_t code, const char *what) {
    if (code < 0) {
        std::fprintf(stderr, "%s: %s\n", what, dds_strretcode(-code));
        std::exit(1);
    }
    return code;
}

// One end of the service: it writes one topic and reads the other.
struct Channel {
    dds_entity_t writer;
    dds_entity_t reader;
    dds_entity_t waitset;

    Channel(int domain, const std::string &written, const dds_topic_descriptor_t *writtenType, const std::string &read,
            const dds_topic_descriptor_t *readType) {
        dds_entity_t participant = checked(dds_create_participant(domain, nullptr, nullptr), "participant");
        dds_qos_t *qos = dds_create_qos();
        dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, DDS_SECS(10));
        dds_qset_history(qos, DDS_HISTORY_KEEP_ALL, 0);
        const dds_data_representation_id_t xcdr2 = DDS_DATA_REPRESENTATION_XCDR2;
        dds_qset_data_representation(qos, 1, &xcdr2);
        writer = checked(
            dds_create_writer(
                participant, checked(dds_create_topic(participant, writtenType, written.c_str(), qos, nullptr), "topic"),
                qos, nullptr),
            "writer");
        reader = checked(
            dds_create_reader(
                participant, checked(dds_create_topic(participant, readType, read.c_str(), qos, nullptr), "topic"), qos,
                nullptr),
            "reader");
        dds_delete_qos(qos);
        waitset = checked(dds_create_waitset(participant), "wait set");
        checked(
            dds_waitset_attach(
                waitset, checked(dds_create_readcondition(reader, DDS_ANY_STATE), "condition"), reader),
            "attach");
    }

    // Waits until both topics have a peer.
    void awaitPeer() const {
        dds_publication_matched_status_t readers = {};
        dds_subscription_matched_status_t writers = {};
        while (readers.current_count == 0 || writers.current_count == 0) {
            checked(dds_get_publication_matched_status(writer, &readers), "readers");
            checked(dds_get_subscription_matched_status(reader, &writers), "writers");
            dds_sleepfor(DDS_MSECS(5));
        }
    }

    // Waits for a sample, which is valid until the next one.
    template <typename T> T *take(T &into) const {
        for (;;) {
            dds_sample_info_t info;
            void *samples[1] = {&into};
            if (checked(dds_take(reader, samples, &info, 1, 1), "take") == 1 && info.valid_data) {
                return &into;
            }
            dds_attach_t triggered[1];
            if (checked(dds_waitset_wait(waitset, triggered, 1, DDS_SECS(60)), "wait") == 0) {
                std::fprintf(stderr, "no sample arrives\n");
                std::exit(1);
            }
        }
    }
};

bool same(const dds_SampleIdentity &one, const dds_SampleIdentity &other) {
    return std::memcmp(&one.writer_guid, &other.writer_guid, sizeof one.writer_guid) == 0 &&
           one.sequence_number.high == other.sequence_number.high && one.sequence_number.low == other.sequence_number.low;
}

void serve(const Channel &channel) {
    static hello_Greeter_Request request;
    std::puts("serving");
    std::fflush(stdout);
    for (;;) {
        channel.take(request);
        hello_Greeter_Reply reply = {};
        reply.header.relatedRequestId = request.header.requestId;
        reply.data._d = request.data._d;
        std::string greeting;
        switch (request.data._d) {
            case hello_Greeter_greet_Hash:
                greeting = std::string("Hello ") + request.data._u.greet.name;
                reply.data._u.greet._u.result.return_ = greeting.data();
                break;
            case hello_Greeter_sum_Hash: {
                const dds_sequence_long &numbers = request.data._u.sum.numbers;
                if (numbers._length > 3) {
                    reply.data._u.sum._d = hello_Refused_Ex_Hash;
                    reply.data._u.sum._u.refused_ex.limit = 3;
                    break;
                }
                for (uint32_t i = 0; i < numbers._length; i++) {
                    reply.data._u.sum._u.result.return_ += numbers._buffer[i];
                }
                break;
            }
            default: // also the question whether a server is there
                reply.data._d = 0;
                reply.header.remoteEx = dds_rpc_REMOTE_EX_UNKNOWN_OPERATION;
        }
        checked(dds_write(channel.writer, &reply), "reply");
    }
}

struct Client {
    const Channel &channel;
    uint32_t count = 0;

    // Sends a request and waits for its reply.
    hello_Greeter_Reply *call(hello_Greeter_Request &request) {
        static hello_Greeter_Reply reply;
        dds_guid_t guid;
        checked(dds_get_guid(channel.writer, &guid), "GUID");
        std::memcpy(&request.header.requestId.writer_guid, &guid, sizeof guid);
        request.header.requestId.sequence_number.low = ++count;
        checked(dds_write(channel.writer, &request), "request");
        do {
            channel.take(reply);
        } while (!same(reply.header.relatedRequestId, request.header.requestId));
        return &reply;
    }

    void sum(uint32_t length) {
        hello_Greeter_Request request = {};
        int32_t numbers[4] = {1, 2, 3, 4};
        request.data._d = hello_Greeter_sum_Hash;
        request.data._u.sum.numbers._length = length;
        request.data._u.sum.numbers._buffer = numbers;
        hello_Greeter_Reply *reply = call(request);
        if (reply->data._u.sum._d == hello_Refused_Ex_Hash) {
            std::printf("refused above %d\n", reply->data._u.sum._u.refused_ex.limit);
        } else {
            std::printf("sum %lld\n", static_cast<long long>(reply->data._u.sum._u.result.return_));
        }
    }

    void run() {
        hello_Greeter_Request request = {};
        std::string name = "C++";
        request.data._d = hello_Greeter_greet_Hash;
        request.data._u.greet.name = name.data();
        std::printf("%s\n", call(request)->data._u.greet._u.result.return_);
        sum(3);
        sum(4);
        hello_Greeter_Request unknown = {};
        std::printf("code %d\n", static_cast<int>(call(unknown)->header.remoteEx));
    }
};

} // namespace

int main(int, char **arguments) {
    const bool server = std::strcmp(arguments[1], "server") == 0;
    const std::string name = arguments[3];
    const std::string topics[2] = {name + "_Request", name + "_Reply"};
    const dds_topic_descriptor_t *types[2] = {&hello_Greeter_Request_desc, &hello_Greeter_Reply_desc};
    const Channel channel(std::atoi(arguments[2]), topics[server], types[server], topics[!server], types[!server]);
    if (server) {
        std::thread([] {
            while (std::getchar() != EOF) {
            }
            std::_Exit(0);
        }).detach();
        serve(channel);
    }
    channel.awaitPeer();
    Client{channel}.run();
    return 0;
}
