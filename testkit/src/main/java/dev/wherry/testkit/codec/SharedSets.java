package dev.wherry.testkit.codec;

import java.util.HashSet;
import java.util.Set;

/** Sets whose elements are shared so that hashing or copying them visits two to the power of their depth. */
public final class SharedSets {
    private SharedSets() {}

    /** Filled so that building it hashes nothing deep. */
    public static Set<Object> nested(int depth) {
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        Set<Object> other = new HashSet<>();
        for (int i = 0; i < depth; i++) {
            Set<Object> nextOne = new HashSet<>();
            Set<Object> nextOther = new HashSet<>();
            nextOne.add("x");
            one.add(nextOne);
            one.add(nextOther);
            other.add(nextOne);
            other.add(nextOther);
            one = nextOne;
            other = nextOther;
        }
        return root;
    }
}
