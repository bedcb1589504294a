package dev.wherry.codec.fory;

import java.util.AbstractList;

/** The base of a list. */
public class BaseOfList extends AbstractList<Object> {
    @Override
    public Object get(int index) {
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    public int size() {
        return 0;
    }
}
