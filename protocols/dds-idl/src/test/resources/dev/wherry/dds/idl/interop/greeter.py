"""Serves or calls hello::Greeter with Cyclone DDS for Python.

Usage: greeter.py server|client DOMAIN NAME, beside greeter.idl, from which it takes the labels of the unions.
The server ends with its standard input.
"""

import os
import re
import sys
import threading
from dataclasses import dataclass

from cyclonedds.core import Policy, Qos, ReadCondition, SampleState, ViewState, InstanceState, WaitSet
from cyclonedds.domain import DomainParticipant
from cyclonedds.idl import IdlEnum, IdlStruct, IdlUnion
from cyclonedds.idl.annotations import appendable, final, member_id
from cyclonedds.idl.types import array, bounded_str, byte, case, default, int32, int64, sequence, uint32
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "greeter.idl")) as idl:
    HASH = {name: int(value) for name, value in re.findall(r"const long (\w+) = (-?\d+);", idl.read())}
GREET, SUM, REFUSED = (HASH[name] for name in ("Greeter_greet_Hash", "Greeter_sum_Hash", "Refused_Ex_Hash"))


@dataclass
@final
class EntityId(IdlStruct, typename="dds.EntityId_t"):
    entityKey: array[byte, 3]
    entityKind: byte


@dataclass
@final
class Guid(IdlStruct, typename="dds.GUID_t"):
    guidPrefix: array[byte, 12]
    entityId: EntityId


@dataclass
@final
class SequenceNumber(IdlStruct, typename="dds.SequenceNumber_t"):
    high: int32
    low: uint32


@dataclass
@final
class SampleIdentity(IdlStruct, typename="dds.SampleIdentity"):
    writer_guid: Guid
    sequence_number: SequenceNumber


@dataclass
@final
class RequestHeader(IdlStruct, typename="dds.rpc.RequestHeader"):
    requestId: SampleIdentity
    instanceName: bounded_str[255]


@final
class Code(IdlEnum, typename="dds.rpc.RemoteExceptionCode_t", default="REMOTE_EX_OK"):
    REMOTE_EX_OK = 0
    REMOTE_EX_UNSUPPORTED = 1
    REMOTE_EX_INVALID_ARGUMENT = 2
    REMOTE_EX_OUT_OF_RESOURCES = 3
    REMOTE_EX_UNKNOWN_OPERATION = 4
    REMOTE_EX_UNKNOWN_EXCEPTION = 5


@dataclass
@final
class ReplyHeader(IdlStruct, typename="dds.rpc.ReplyHeader"):
    relatedRequestId: SampleIdentity
    remoteEx: Code


@dataclass
@appendable
class GreetIn(IdlStruct, typename="hello.Greeter_greet_In"):
    name: str


@dataclass
@appendable
class SumIn(IdlStruct, typename="hello.Greeter_sum_In"):
    numbers: sequence[int32]


@appendable
class Call(IdlUnion, discriminator=int32, typename="hello.Greeter_Call"):
    unknownOp: default[byte]
    greet: case[[GREET], GreetIn]
    sum: case[[SUM], SumIn]
    member_id("unknownOp", 1)
    member_id("greet", 2)
    member_id("sum", 3)


@dataclass
@final
class Request(IdlStruct, typename="hello.Greeter_Request"):
    header: RequestHeader
    data: Call


@dataclass
@appendable
class GreetOut(IdlStruct, typename="hello.Greeter_greet_Out"):
    return_: str


@appendable
class GreetResult(IdlUnion, discriminator=int32, typename="hello.Greeter_greet_Result"):
    unknownEx: default[byte]
    result: case[[0], GreetOut]
    member_id("unknownEx", 1)
    member_id("result", 2)


@dataclass
@appendable
class SumOut(IdlStruct, typename="hello.Greeter_sum_Out"):
    return_: int64


@dataclass
@appendable
class Refused(IdlStruct, typename="hello.Refused"):
    limit: int32


@appendable
class SumResult(IdlUnion, discriminator=int32, typename="hello.Greeter_sum_Result"):
    unknownEx: default[byte]
    result: case[[0], SumOut]
    refused_ex: case[[REFUSED], Refused]
    member_id("unknownEx", 1)
    member_id("result", 2)
    member_id("refused_ex", 3)


@appendable
class Return(IdlUnion, discriminator=int32, typename="hello.Greeter_Return"):
    unknownOp: default[byte]
    greet: case[[GREET], GreetResult]
    sum: case[[SUM], SumResult]
    member_id("unknownOp", 1)
    member_id("greet", 2)
    member_id("sum", 3)


@dataclass
@final
class Reply(IdlStruct, typename="hello.Greeter_Reply"):
    header: ReplyHeader
    data: Return


class Channel:
    """One end of the service: it writes one topic and reads the other."""

    def __init__(self, domain, written, written_type, read, read_type):
        qos = Qos(
            Policy.Reliability.Reliable(duration(seconds=10)),
            Policy.History.KeepAll,
            Policy.DataRepresentation(use_xcdrv2_representation=True),
        )
        self.participant = DomainParticipant(domain)
        self.writer = DataWriter(self.participant, Topic(self.participant, written, written_type), qos=qos)
        self.reader = DataReader(self.participant, Topic(self.participant, read, read_type), qos=qos)
        self.wait_set = WaitSet(self.participant)
        self.wait_set.attach(
            ReadCondition(self.reader, SampleState.Any | ViewState.Any | InstanceState.Any)
        )

    def await_peer(self):
        while not (self.writer.get_matched_subscriptions() and self.reader.get_matched_publications()):
            threading.Event().wait(0.01)

    def take(self):
        while True:
            for sample in self.reader.take(N=1):
                if isinstance(sample, (Request, Reply)):
                    return sample
            if not self.wait_set.wait(duration(seconds=60)):
                sys.exit("no sample arrives")


def serve(channel):
    print("serving", flush=True)
    while True:
        request = channel.take()
        call = request.data
        code = Code.REMOTE_EX_OK
        if call.discriminator == GREET:
            data = Return(greet=GreetResult(result=GreetOut("Hello " + call.greet.name)))
        elif call.discriminator == SUM and len(call.sum.numbers) > 3:
            data = Return(sum=SumResult(refused_ex=Refused(3)))
        elif call.discriminator == SUM:
            data = Return(sum=SumResult(result=SumOut(sum(call.sum.numbers))))
        else:  # also the question whether a server is there
            data = Return(discriminator=0, value=0)
            code = Code.REMOTE_EX_UNKNOWN_OPERATION
        channel.writer.write(Reply(ReplyHeader(request.header.requestId, code), data))


def call(channel, number, data):
    guid = Guid(os.urandom(12), EntityId(bytes(3), 3))
    identity = SampleIdentity(guid, SequenceNumber(0, number))
    channel.writer.write(Request(RequestHeader(identity, ""), data))
    while True:
        reply = channel.take()
        if reply.header.relatedRequestId == identity:
            return reply


def run(channel):
    channel.await_peer()
    print(call(channel, 1, Call(greet=GreetIn("Python"))).data.greet.result.return_)
    print("sum", call(channel, 2, Call(sum=SumIn([1, 2, 3]))).data.sum.result.return_)
    print("refused above", call(channel, 3, Call(sum=SumIn([1, 2, 3, 4]))).data.sum.refused_ex.limit)
    print("code", call(channel, 4, Call(discriminator=0, value=0)).header.remoteEx.value)


def main():
    server, domain, name = sys.argv[1] == "server", int(sys.argv[2]), sys.argv[3]
    topics = [(name + "_Request", Request), (name + "_Reply", Reply)]
    channel = Channel(domain, *topics[server], *topics[not server])
    if server:
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        serve(channel)
    run(channel)


main()
