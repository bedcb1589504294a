#include "floor.hpp"

#include "../cpp/host.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace lab {

namespace {

/// Thousands of callers may connect at once.
constexpr int BACKLOG = 4096;

int checked(int result, const char* what) {
    if (result < 0) {
        throw std::system_error(errno, std::generic_category(), what);
    }
    return result;
}

/// A blocking socket: one system call sends a message of usual size, and one receives it.
class SocketChannel : public Channel {
public:
    explicit SocketChannel(int socket) : socket(socket) {}

    ~SocketChannel() override { close(socket); }

    void send(Method method, std::initializer_list<View> parts) override {
        std::size_t length = 0;
        iovec pieces[1 + MOST_PARTS];
        int count = 1;
        for (const View& part : parts) {
            length += part.size;
            pieces[count++] = {const_cast<std::uint8_t*>(part.data), part.size};
        }
        Header header(method, length);
        pieces[0] = {&header.bits, sizeof header.bits};
        msghdr message{};
        message.msg_iov = pieces;
        message.msg_iovlen = static_cast<std::size_t>(count);
        std::size_t left = length + sizeof header.bits;
        while (true) {
            int some = checked(static_cast<int>(sendmsg(socket, &message, MSG_NOSIGNAL)), "send");
            auto sent = static_cast<std::size_t>(some);
            left -= sent;
            if (left == 0) {
                return;
            }
            while (sent >= message.msg_iov->iov_len) {
                sent -= message.msg_iov->iov_len;
                message.msg_iov++;
                message.msg_iovlen--;
            }
            message.msg_iov->iov_base = static_cast<std::uint8_t*>(message.msg_iov->iov_base) + sent;
            message.msg_iov->iov_len -= sent;
        }
    }

    Message receive() override {
        Header header;
        std::size_t got = receiveUntil(0, sizeof header.bits);
        std::memcpy(&header.bits, buffer.data(), sizeof header.bits);
        std::size_t end = sizeof header.bits + header.length();
        if (buffer.size() < end) {
            buffer.resize(end);
        }
        receiveUntil(got, end);
        return {header.method(), View(buffer.data() + sizeof header.bits, header.length())};
    }

private:
    static constexpr int MOST_PARTS = 2;

    /// No bytes can follow a message before it is answered, so all received bytes belong to it.
    std::size_t receiveUntil(std::size_t got, std::size_t wanted) {
        while (got < wanted) {
            int more = checked(static_cast<int>(recv(socket, buffer.data() + got, buffer.size() - got, 0)), "receive");
            if (more == 0) {
                throw Gone();
            }
            got += static_cast<std::size_t>(more);
        }
        return got;
    }

    const int socket;
    Octets buffer = Octets(1 << 17);
};

/// Sockets of either family: one connection and one server thread for each caller.
class SocketFloor : public Adapter {
public:
    std::string serve(Work& work) override {
        int listener = listening();
        checked(listen(listener, BACKLOG), "listen");
        std::thread([this, listener, &work] { accept(listener, work); }).detach();
        return address(listener);
    }

    std::shared_ptr<Service> connect(const std::string& address) override {
        return std::make_shared<ChannelStub>(std::make_unique<SocketChannel>(connected(address)));
    }

    std::string serializer(Service& service) override {
        // No codec is involved: the stub passes the octets to the kernel as they are.
        return dynamic_cast<ChannelStub*>(&service) ? "none" : "unknown";
    }

protected:
    /// Returns a socket that is bound.
    virtual int listening() = 0;

    virtual std::string address(int listener) = 0;

    virtual int connected(const std::string& address) = 0;

    virtual void tune(int) {}

private:
    void accept(int listener, Work& work) {
        while (true) {
            int socket = checked(::accept(listener, nullptr, nullptr), "accept");
            tune(socket);
            std::thread([socket, &work] {
                SocketChannel channel(socket);
                try {
                    while (true) {
                        answerOne(channel, work);
                    }
                } catch (const Channel::Gone&) {
                    return;
                } catch (const std::exception& thrown) {
                    std::cerr << thrown.what() << std::endl;
                }
            }).detach();
        }
    }
};

class TcpFloor : public SocketFloor {
protected:
    int listening() override {
        int listener = checked(socket(AF_INET, SOCK_STREAM, 0), "socket");
        sockaddr_in any = address({Host::own(), 0});
        checked(bind(listener, reinterpret_cast<sockaddr*>(&any), sizeof any), "bind");
        return listener;
    }

    std::string address(int listener) override {
        sockaddr_in bound{};
        socklen_t length = sizeof bound;
        checked(getsockname(listener, reinterpret_cast<sockaddr*>(&bound), &length), "getsockname");
        return Host{Host::own(), ntohs(bound.sin_port)}.text();
    }

    int connected(const std::string& text) override {
        int connection = checked(socket(AF_INET, SOCK_STREAM, 0), "socket");
        sockaddr_in server = address(Host::parse(text));
        checked(::connect(connection, reinterpret_cast<sockaddr*>(&server), sizeof server), "connect");
        tune(connection);
        return connection;
    }

    void tune(int connection) override {
        int on = 1;
        checked(setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on), "TCP_NODELAY");
    }

private:
    static sockaddr_in address(const Host& host) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(host.port);
        if (inet_pton(AF_INET, host.name.c_str(), &address.sin_addr) != 1) {
            throw std::invalid_argument(host.name + " is not an IPv4 address");
        }
        return address;
    }
};

/// Unix sockets under abstract names that the kernel chooses, so that no file remains.
class UnixFloor : public SocketFloor {
protected:
    int listening() override {
        int listener = checked(socket(AF_UNIX, SOCK_STREAM, 0), "socket");
        sockaddr_un any{};
        any.sun_family = AF_UNIX;
        checked(bind(listener, reinterpret_cast<sockaddr*>(&any), sizeof any.sun_family), "bind");
        return listener;
    }

    std::string address(int listener) override {
        sockaddr_un bound{};
        socklen_t length = sizeof bound;
        checked(getsockname(listener, reinterpret_cast<sockaddr*>(&bound), &length), "getsockname");
        return std::string(bound.sun_path + 1, length - NAME);
    }

    int connected(const std::string& address) override {
        int connection = checked(socket(AF_UNIX, SOCK_STREAM, 0), "socket");
        sockaddr_un server{};
        server.sun_family = AF_UNIX;
        address.copy(server.sun_path + 1, sizeof server.sun_path - 1);
        auto length = static_cast<socklen_t>(NAME + address.size());
        checked(::connect(connection, reinterpret_cast<sockaddr*>(&server), length), "connect");
        return connection;
    }

private:
    /// The offset of an abstract name: after the family and a zero byte.
    static constexpr std::size_t NAME = offsetof(sockaddr_un, sun_path) + 1;
};

}  // namespace

std::unique_ptr<Adapter> tcpFloor() { return std::make_unique<TcpFloor>(); }

std::unique_ptr<Adapter> unixFloor() { return std::make_unique<UnixFloor>(); }

}  // namespace lab
