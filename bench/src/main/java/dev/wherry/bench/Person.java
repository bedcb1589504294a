package dev.wherry.bench;

import java.util.List;
import java.util.stream.IntStream;

/** The value of the published evaluation of code mobility. */
public class Person {
    private long personId;
    private String firstName;
    private String lastName;
    private List<String> phoneNumbers;
    private int houseNumber;
    private String street;
    private String city;
    private String country;

    public Person() {}

    private Person(int i) {
        personId = i;
        firstName = "Joe_" + i;
        lastName = "Bloggs_" + i;
        phoneNumbers = List.of("phone_" + (i + 1), "phone_" + (i + 2));
        houseNumber = i;
        street = "Street_" + i;
        city = "City_" + i;
        country = "Country_" + i;
    }

    static List<Person> many(int count) {
        return IntStream.range(0, count).mapToObj(Person::new).toList();
    }

    @Override
    public String toString() {
        return String.join(
                "|", "" + personId, firstName, lastName, "" + phoneNumbers, "" + houseNumber, street, city, country);
    }
}
