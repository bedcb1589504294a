package dev.wherry.testkit.hostile;

import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A value of few bytes that costs a reader which does not count far more than its length.
 *
 * @param form what is around it
 * @param bytes as they stand at a place that is declared as neither a primitive nor {@code String}
 * @param definitions that the bytes name, by their numbers
 * @param harmless whether a reader may accept it, at a cost that its length justifies
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Attack(String name, Form form, byte[] bytes, Map<Integer, Definition> definitions, boolean harmless) {
    /** What an attack is wrapped in, so that places of narrower types lead to it. */
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
