package dev.wherry.testkit.codec;

import java.util.HashSet;
import java.util.Set;

/** Sets with shared elements. Hashing or copying one takes time exponential in its depth. */
public final class SharedSets {
    private SharedSets() {}

    /** Returns nested sets, filled in an order in which no deep set is hashed here. */
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
