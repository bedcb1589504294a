package dev.wherry.testkit.hostile;

import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A value of few bytes that costs a reader without limits far more than its length justifies.
 *
 * @param form the value around it
 * @param bytes the value as it is encoded for a declared type that is neither a primitive nor {@code String}
 * @param definitions the definitions that the bytes use, by number
 * @param harmless whether a reader may accept it, at a cost that its length justifies
 */
@SuppressWarnings("ArrayRecordComponent") // records of this class are never compared
record Attack(String name, Form form, byte[] bytes, Map<Integer, Definition> definitions, boolean harmless) {
    /** The value in which an attack is wrapped, so that declared types other than Object accept it. */
    enum Form {
        BARE,
        IN_FIELD,
        IN_LIST,
        IN_EXCEPTION
    }

    static Attack of(String name, Form form, Map<Integer, Definition> definitions, Consumer<Out> writer) {
        Out out = new Out(64);
        writer.accept(out);
        return new Attack(name, form, out.copy(), definitions, false);
    }

    Attack harmless(boolean whether) {
        return new Attack(name, form, bytes, definitions, whether);
    }

    void write(Out to) {
        to.write(bytes, 0, bytes.length);
    }

    @Override
    public String toString() {
        return name + " " + form;
    }
}
