package dev.wherry.lab.peers.floor;

import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Service;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** The hand-written bytes of the operations, as a codec would write them that knows everything in advance. */
public final class HandCodec {
    static final byte PEOPLE = 1;
    static final byte OCTETS = 2;
    static final byte PAYLOAD = 3;
    static final byte ADD_ONE = 4;

    private HandCodec() {}

    /** Makes the call that the request names, and returns what writes the answer. */
    public static Consumer<ByteBuffer> answer(ByteBuffer request, Service service) throws Exception {
        byte operation = request.get();
        switch (operation) {
            case PEOPLE:
                Collection<?> people = service.processRequest(people(request));
                return out -> putPeople(out, people);
            case OCTETS:
                byte[] octets = service.octets(octets(request));
                return out -> putOctets(out, octets);
            case PAYLOAD:
                int number = service.invoke(new Payload(request.getInt(), octets(request)));
                return out -> out.putInt(number);
            case ADD_ONE:
                int next = service.addOne(request.getInt());
                return out -> out.putInt(next);
            default:
                throw new IllegalArgumentException("unknown operation " + operation);
        }
    }

    /** Throws {@link BufferOverflowException} if they do not fit. */
    static void putPeople(ByteBuffer to, Collection<?> people) {
        to.putInt(people.size());
        for (Object each : people) {
            Person person = (Person) each;
            to.putLong(person.getPersonId());
            putString(to, person.getFirstName());
            putString(to, person.getLastName());
            to.put((byte) person.getPhoneNumbers().size());
            for (String number : person.getPhoneNumbers()) {
                putString(to, number);
            }
            to.putInt(person.getHouseNumber());
            putString(to, person.getStreet());
            putString(to, person.getCity());
            putString(to, person.getCountry());
        }
    }

    static List<Person> people(ByteBuffer from) {
        int count = from.getInt();
        List<Person> people = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long id = from.getLong();
            String firstName = string(from);
            String lastName = string(from);
            int numbers = from.get();
            List<String> phoneNumbers = new ArrayList<>(numbers);
            for (int k = 0; k < numbers; k++) {
                phoneNumbers.add(string(from));
            }
            people.add(new Person(
                    id, firstName, lastName, phoneNumbers, from.getInt(), string(from), string(from), string(from)));
        }
        return people;
    }

    static void putOctets(ByteBuffer to, byte[] octets) {
        to.putInt(octets.length);
        to.put(octets);
    }

    static byte[] octets(ByteBuffer from) {
        byte[] octets = new byte[from.getInt()];
        from.get(octets);
        return octets;
    }

    private static void putString(ByteBuffer to, String string) {
        byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
        to.putShort((short) utf8.length);
        to.put(utf8);
    }

    private static String string(ByteBuffer from) {
        byte[] utf8 = new byte[from.getShort()];
        from.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
