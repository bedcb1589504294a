package dev.wherry.lab.peers;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.grpc.WireNumber;
import dev.wherry.lab.peers.grpc.WireOctets;
import dev.wherry.lab.peers.grpc.WirePayload;
import dev.wherry.lab.peers.grpc.WirePeople;
import dev.wherry.lab.peers.grpc.WirePerson;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Converts the types of the lab to the generated ones, and back. */
final class Wire {
    private Wire() {}

    static WirePeople people(Collection<?> people) {
        WirePeople.Builder wire = WirePeople.newBuilder();
        for (Object each : people) {
            Person person = (Person) each;
            wire.addPeople(WirePerson.newBuilder()
                    .setPersonId(person.getPersonId())
                    .setFirstName(person.getFirstName())
                    .setLastName(person.getLastName())
                    .addAllPhoneNumbers(person.getPhoneNumbers())
                    .setHouseNumber(person.getHouseNumber())
                    .setStreet(person.getStreet())
                    .setCity(person.getCity())
                    .setCountry(person.getCountry()));
        }
        return wire.build();
    }

    static List<Person> people(WirePeople wire) {
        List<Person> people = new ArrayList<>(wire.getPeopleCount());
        for (WirePerson each : wire.getPeopleList()) {
            people.add(new Person(
                    each.getPersonId(),
                    each.getFirstName(),
                    each.getLastName(),
                    new ArrayList<>(each.getPhoneNumbersList()),
                    each.getHouseNumber(),
                    each.getStreet(),
                    each.getCity(),
                    each.getCountry()));
        }
        return people;
    }

    static WireOctets octets(byte[] data) {
        return WireOctets.newBuilder().setData(bytes(data)).build();
    }

    static byte[] octets(WireOctets wire) {
        return wire.getData().toByteArray();
    }

    static WirePayload payload(Payload payload) {
        return WirePayload.newBuilder()
                .setCallNumber(payload.getCallNumber())
                .setData(bytes(payload.getData()))
                .build();
    }

    static Payload payload(WirePayload wire) {
        return new Payload(wire.getCallNumber(), wire.getData().toByteArray());
    }

    static WireNumber number(int number) {
        return WireNumber.newBuilder().setNumber(number).build();
    }

    /** Without a copy, because nobody changes an array while it is sent. */
    private static ByteString bytes(byte[] data) {
        return UnsafeByteOperations.unsafeWrap(data);
    }
}
