"""Prints the bytes of the values of GoldenBytesTest and CallCodecTest, as the Python package of Eclipse Cyclone DDS writes them:

    pip install cyclonedds==11.0.1 && python3 golden.py > cyclonedds-11.0.1.txt
"""
import hashlib
from dataclasses import dataclass
from typing import Optional
from cyclonedds.idl import IdlStruct, IdlUnion, IdlEnum
import cyclonedds.idl.annotations as an
from cyclonedds.idl.types import *
from cyclonedds.idl._support import Endianness
def show(name,v):
    for ver in (False,True):
        for e in (Endianness.Little,Endianness.Big):
            b=v.serialize(use_version_2=ver,endianness=e)
            print(name, 'XCDR2' if ver else 'XCDR1', 'LE' if e==Endianness.Little else 'BE', b.hex())
def scalars(ann,name):
    @dataclass
    @ann
    @an.autoid("sequential")
    class S(IdlStruct, typename="t."+name):
        flag: bool
        octet: byte
        small: int16
        medium: int32
        large: int64
        single: float32
        precise: float64
        letter: wchar
        text: str
    return S(True,0xfe,-2,0x01020304,0x0102030405060708,1.5,-2.25,0x20ac,"aé€")
for a,n in ((an.final,"FinalScalars"),(an.appendable,"AppendableScalars"),(an.mutable,"MutableScalars")):
    show(n,scalars(a,n))
class Side(IdlEnum, typename="t.Side"):
    BUY=0
    SELL=1
@dataclass
@an.final
class Price(IdlStruct, typename="t.Price"):
    amount: int64
    currency: str
@dataclass
@an.appendable
class Line(IdlStruct, typename="t.Line"):
    item: str
    count: int16
def order(ann,name):
    @dataclass
    @ann
    @an.autoid("sequential")
    class O(IdlStruct, typename="t."+name):
        id: int32
        side: Side
        price: Price
        note: Optional[str]
        limit: Optional[int64]
        lines: sequence[Line]
        codes: sequence[int32]
        times: sequence[int64]
        data: sequence[byte]
        sides: sequence[Side]
        tags: sequence[str]
        matrix: sequence[sequence[int16]]
        last: byte
    return O
L=[Line("ab",3),Line("c",-1)]
for a,n in ((an.final,"FinalOrder"),(an.appendable,"AppendableOrder"),(an.mutable,"MutableOrder")):
    O=order(a,n)
    show(n,O(7,Side.SELL,Price(5,"EUR"),"hi",9,L,[1,2],[3],[1,2,3],[Side.SELL],["x",""],[[1],[2,3,4]],5))
    show(n+"Empty",O(7,Side.BUY,Price(5,""),None,None,[],[],[],[],[],[],[],5))
@dataclass
@an.final
class Circle(IdlStruct, typename="t.Circle"):
    radius: float64
@dataclass
@an.appendable
class Square(IdlStruct, typename="t.Square"):
    side: int16
@an.final
class FShape(IdlUnion, discriminator=int32, typename="t.FShape"):
    circle: case[0, Circle]
    square: case[1, Square]
@an.appendable
class AShape(IdlUnion, discriminator=int32, typename="t.AShape"):
    circle: case[0, Circle]
    square: case[1, Square]
@dataclass
@an.appendable
class Drawing(IdlStruct, typename="t.Drawing"):
    first: FShape
    second: AShape
    all: sequence[AShape]
show("Drawing",Drawing(FShape(circle=Circle(1.0)),AShape(square=Square(2)),[AShape(circle=Circle(0.5)),AShape(square=Square(-1))]))
@dataclass
@an.final
class Entry(IdlStruct, typename="t.Entry"):
    key: str
    value: int32
@dataclass
@an.appendable
class Maps(IdlStruct, typename="t.Maps"):
    amounts: sequence[Entry]
    id: array[byte,16]
show("Maps",Maps([Entry("a",1),Entry("bc",2)],list(range(16))))
# calls
@dataclass
@an.final
class Header(IdlStruct, typename="t.Header"):
    prefix: array[byte,12]
    key: array[byte,3]
    kind: byte
    high: int32
    low: uint32
    name: str
for ann,n in ((an.final,"FinalCall"),(an.appendable,"AppendableCall")):
    @dataclass
    @ann
    class In(IdlStruct, typename="t.In"):
        a: int32
        b: int64
    h=int.from_bytes(hashlib.md5(b"add").digest()[:4],'little',signed=True)
    @ann
    class Call(IdlUnion, discriminator=int32, typename="t.Call"):
        unknownOp: default[byte]
        add: case[h, In]
    @dataclass
    @an.final
    class Request(IdlStruct, typename="t.Request"):
        header: Header
        data: Call
    show(n,Request(Header(list(range(1,13)),[13,14,15],16,1,2,"calc"),Call(add=In(5,6))))
