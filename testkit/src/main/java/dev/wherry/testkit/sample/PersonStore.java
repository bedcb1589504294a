package dev.wherry.testkit.sample;

import java.util.List;

/** An interface that binds both type variables of its superinterface. */
public interface PersonStore extends Store<String, Person> {
    List<Person> olderThan(int age);
}
