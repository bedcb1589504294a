package dev.wherry.internal.invoke;

import dev.wherry.Limits;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.util.List;

/** Messages without a session: they define nothing and refer to nothing. */
final class Messages {
    private Messages() {}

    static Encoding encoding() {
        return encoding(1 << 20);
    }

    static Encoding encoding(int most) {
        return new Encoding(new Out(64).limit(most)) {
            @Override
            public int define(Definition definition) {
                throw new AssertionError("nothing is defined here");
            }

            @Override
            public Limits limits() {
                return Limits.defaults();
            }

            @Override
            public boolean travelsByReference(Object value) {
                return false;
            }

            @Override
            public void writeReference(Object object, List<Class<?>> as) {
                throw new AssertionError("nothing is referred to here");
            }
        };
    }

    static Decoding decoding(Encoding written) {
        return decoding(written.out().copy());
    }

    static Decoding decoding(byte[] bytes) {
        return new Decoding(new In(bytes)) {
            @Override
            public Definition definition(int number) {
                throw new AssertionError("nothing is defined here");
            }

            @Override
            public Object readReference(Class<?> declared, Types types) {
                throw new AssertionError("nothing is referred to here");
            }

            @Override
            public Limits limits() {
                return Limits.defaults();
            }
        };
    }
}
