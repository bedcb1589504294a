package dev.wherry.lab.peers.common;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The person of the mobility evaluation, with the same fields as in its source. Equality and order are by id only. */
public class Person implements Comparable<Person>, Serializable {
    private static final long serialVersionUID = 1L;

    private long personId;
    private String firstName;
    private String lastName;
    private List<String> phoneNumbers;
    private int houseNumber;
    private String street;
    private String city;
    private String country;

    /** For serializers that need one. */
    public Person() {}

    public Person(
            long personId,
            String firstName,
            String lastName,
            List<String> phoneNumbers,
            int houseNumber,
            String street,
            String city,
            String country) {
        this.personId = personId;
        this.firstName = firstName;
        this.lastName = lastName;
        this.phoneNumbers = phoneNumbers;
        this.houseNumber = houseNumber;
        this.street = street;
        this.city = city;
        this.country = country;
    }

    /** The i-th person of the evaluation. */
    public static Person number(int i) {
        // Not joined by +: its first use loads many classes, which would be counted as time of a client's first call.
        String number = String.valueOf(i);
        return new Person(
                i,
                "Joe_".concat(number),
                "Bloggs_".concat(number),
                Arrays.asList("phone_".concat(String.valueOf(i + 1)), "phone_".concat(String.valueOf(i + 2))),
                i,
                "Street_".concat(number),
                "City_".concat(number),
                "Country_".concat(number));
    }

    /** Returns whether every field is the same, to check answers: {@link #equals} compares the id only. */
    public boolean sameAs(Person other) {
        return personId == other.personId
                && houseNumber == other.houseNumber
                && Objects.equals(firstName, other.firstName)
                && Objects.equals(lastName, other.lastName)
                && Objects.equals(phoneNumbers, other.phoneNumbers)
                && Objects.equals(street, other.street)
                && Objects.equals(city, other.city)
                && Objects.equals(country, other.country);
    }

    public long getPersonId() {
        return personId;
    }

    public void setPersonId(long personId) {
        this.personId = personId;
    }

    public String getFirstName() {
        return firstName;
    }

    public void setFirstName(String firstName) {
        this.firstName = firstName;
    }

    public String getLastName() {
        return lastName;
    }

    public void setLastName(String lastName) {
        this.lastName = lastName;
    }

    public List<String> getPhoneNumbers() {
        return phoneNumbers;
    }

    public void setPhoneNumbers(List<String> phoneNumbers) {
        this.phoneNumbers = phoneNumbers;
    }

    public int getHouseNumber() {
        return houseNumber;
    }

    public void setHouseNumber(int houseNumber) {
        this.houseNumber = houseNumber;
    }

    public String getStreet() {
        return street;
    }

    public void setStreet(String street) {
        this.street = street;
    }

    public String getCity() {
        return city;
    }

    public void setCity(String city) {
        this.city = city;
    }

    public String getCountry() {
        return country;
    }

    public void setCountry(String country) {
        this.country = country;
    }

    @Override
    public int compareTo(Person other) {
        return Long.compare(personId, other.personId);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Person && ((Person) other).personId == personId;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(personId);
    }

    @Override
    public String toString() {
        return "Person " + personId + " " + firstName + " " + lastName + " " + phoneNumbers + ", " + houseNumber + " "
                + street + ", " + city + ", " + country;
    }
}
