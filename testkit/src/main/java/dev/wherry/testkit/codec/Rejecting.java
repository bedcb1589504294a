package dev.wherry.testkit.codec;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** A class whose readObject always fails. */
final class Rejecting implements Serializable {
    private int number = 1;

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        throw new InvalidObjectException("no account has the number " + number);
    }
}
