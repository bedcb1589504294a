package dev.wherry.testkit.sample;

import java.util.List;

/** Binds both variables of its parent. */
public interface PersonStore extends Store<String, Person> {
    List<Person> olderThan(int age);
}
