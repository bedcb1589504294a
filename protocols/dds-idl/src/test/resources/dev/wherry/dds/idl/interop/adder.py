"""Serves or calls example_interfaces/srv/AddTwoInts as rmw_cyclonedds does, with Cyclone DDS for Python.

Usage: adder.py server|client DOMAIN NAME
The server ends with its standard input.
"""

import os
import sys
import threading
from dataclasses import dataclass

from cyclonedds.core import InstanceState, Policy, Qos, ReadCondition, SampleState, ViewState, WaitSet
from cyclonedds.domain import DomainParticipant
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final
from cyclonedds.idl.types import int64, uint64
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration


@dataclass
@final
class Request(IdlStruct, typename="example_interfaces.srv.dds_.AddTwoInts_Request_"):
    guid: uint64
    seq: int64
    a: int64
    b: int64


@dataclass
@final
class Response(IdlStruct, typename="example_interfaces.srv.dds_.AddTwoInts_Response_"):
    guid: uint64
    seq: int64
    sum: int64


class Channel:
    def __init__(self, domain, written, written_type, read, read_type):
        qos = Qos(
            Policy.Reliability.Reliable(duration(seconds=10)),
            Policy.History.KeepLast(10),
            Policy.DataRepresentation(use_cdrv0_representation=True),
        )
        self.participant = DomainParticipant(domain)
        self.writer = DataWriter(self.participant, Topic(self.participant, written, written_type), qos=qos)
        self.reader = DataReader(self.participant, Topic(self.participant, read, read_type), qos=qos)
        self.wait_set = WaitSet(self.participant)
        self.wait_set.attach(ReadCondition(self.reader, SampleState.Any | ViewState.Any | InstanceState.Any))

    def await_peer(self):
        while not (self.writer.get_matched_subscriptions() and self.reader.get_matched_publications()):
            threading.Event().wait(0.01)

    def take(self):
        while True:
            for sample in self.reader.take(N=1):
                if isinstance(sample, (Request, Response)):
                    return sample
            if not self.wait_set.wait(duration(seconds=60)):
                sys.exit("no sample arrives")


def serve(channel):
    print("serving", flush=True)
    while True:
        request = channel.take()
        channel.writer.write(Response(request.guid, request.seq, request.a + request.b))


def call(channel, number, a, b):
    guid = int.from_bytes(os.urandom(8), "little")
    channel.writer.write(Request(guid, number, a, b))
    while True:
        response = channel.take()
        if (response.guid, response.seq) == (guid, number):
            return response.sum


def main():
    server, domain, name = sys.argv[1] == "server", int(sys.argv[2]), sys.argv[3]
    topics = [("rq/" + name + "Request", Request), ("rr/" + name + "Reply", Response)]
    channel = Channel(domain, *topics[server], *topics[not server])
    if server:
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        serve(channel)
    channel.await_peer()
    print("sum", call(channel, 1, 2, 3))
    print("sum", call(channel, 2, -(2**62), 1))


main()
