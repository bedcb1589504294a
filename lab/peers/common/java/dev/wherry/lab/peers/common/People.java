package dev.wherry.lab.peers.common;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** A collection of persons there, a new collection of the same persons back. */
class People implements Operation {
    private static final int CALLS_APART = 1_000;

    private final int size;

    People(int size) {
        this.size = size;
    }

    private static List<Person> people(int first, int size) {
        List<Person> people = new ArrayList<>(size);
        for (int i = first; i < first + size; i++) {
            people.add(Person.number(i));
        }
        return people;
    }

    /** The call itself. */
    <T extends Comparable<T>> Collection<T> answer(Service service, Collection<T> people) throws Exception {
        return service.processRequest(people);
    }

    @Override
    public Task task() {
        List<Person> sent = people(0, size);
        return service -> {
            Collection<Person> answer = answer(service, sent);
            return answer.size() == size ? null : "sent " + size + " persons, got " + answer.size();
        };
    }

    @Override
    public String check(Service service, int caller, int call, boolean byReference) throws Exception {
        List<Person> sent = people((caller * CALLS_APART + call) * Math.max(1, size), size);
        Collection<Person> answer = answer(service, sent);
        if (answer == null || answer.size() != sent.size()) {
            return "sent " + sent.size() + " persons, got " + (answer == null ? "null" : answer.size());
        }
        Iterator<?> got = answer.iterator();
        for (Person person : sent) {
            Object other = got.next();
            if (!(other instanceof Person) || !person.sameAs((Person) other)) {
                return "sent " + person + ", got " + other;
            }
            if ((other == person) != byReference) {
                return Operation.passing(byReference);
            }
        }
        return null;
    }
}
