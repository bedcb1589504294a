package dev.wherry.testkit.sample;

import java.util.Map;
import java.util.Optional;

/** A service with type variables that a subinterface binds, within other generic types. */
public interface Store<K extends Comparable<K>, V> {
    void put(K key, V value);

    Optional<V> get(K key);

    Map<K, V> all();
}
