package dev.wherry.codec.compact;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The value of the mobility evaluation. */
public class Person implements Comparable<Person>, Serializable {
    private static final long serialVersionUID = 1;

    private long personId;
    private String firstName;
    private String lastName;
    private List<String> phoneNumbers;
    private int houseNumber;
    private String street;
    private String city;
    private String country;

    public Person() {}

    static Person number(int i) {
        Person person = new Person();
        person.personId = i;
        person.firstName = "Joe_" + i;
        person.lastName = "Bloggs_" + i;
        person.phoneNumbers = Arrays.asList("phone_" + (i + 1), "phone_" + (i + 2));
        person.houseNumber = i;
        person.street = "Street_" + i;
        person.city = "City_" + i;
        person.country = "Country_" + i;
        return person;
    }

    static List<Person> many(int count) {
        List<Person> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(number(i));
        }
        return all;
    }

    @Override
    public int compareTo(Person other) {
        return Long.compare(personId, other.personId);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Person person
                && person.personId == personId
                && person.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return Long.hashCode(personId);
    }

    @Override
    public String toString() {
        return String.join(
                "|", "" + personId, firstName, lastName, "" + phoneNumbers, "" + houseNumber, street, city, country);
    }
}
