package dev.wherry.codec.java;

import dev.wherry.Limits;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.util.ArrayList;
import java.util.List;

/** A message as a session gives it to a codec: its bytes, and the objects that were sent by reference. */
public final class Message {
    final List<Object> references = new ArrayList<>();
    final List<List<Class<?>>> declared = new ArrayList<>();
    final List<Object> stubs = new ArrayList<>();
    Limits limits = Limits.defaults();
    /** Called whenever the codec checks the deadline. */
    Runnable deadlineCheck = () -> {};

    private final Encoding encoding = new Writing();
    private Decoding decoding;

    public Encoding encoding() {
        return encoding;
    }

    public byte[] bytes() {
        return encoding.out().copy();
    }

    /** Returns the decoding of the bytes that were written. It is created once. */
    Decoding decoding() {
        if (decoding == null) {
            decoding = decoding(bytes());
        }
        return decoding;
    }

    /** Returns a decoding of other bytes. */
    public Decoding decoding(byte[] bytes) {
        return new Reading(new In(bytes));
    }

    private final class Writing extends Encoding {
        Writing() {
            super(new Out(64));
        }

        @Override
        public int define(Definition definition) {
            throw new UnsupportedOperationException("codec java defines nothing");
        }

        @Override
        public Limits limits() {
            return limits;
        }

        @Override
        public boolean travelsByReference(Object value) {
            return stubs.contains(value);
        }

        @Override
        public void writeReference(Object object, List<Class<?>> as) {
            out().writeSize(references.size());
            references.add(object);
            declared.add(as);
        }
    }

    private final class Reading extends Decoding {
        Reading(In in) {
            super(in);
        }

        @Override
        public void checkTime() {
            deadlineCheck.run();
        }

        @Override
        public Definition definition(int number) {
            throw new UnsupportedOperationException("codec java defines nothing");
        }

        @Override
        public Object readReference(Class<?> type, Types types) {
            int index = in().readSize();
            if (index < 0 || index >= references.size()) {
                throw CodecException.malformed("reference " + index);
            }
            return references.get(index);
        }

        @Override
        public Limits limits() {
            return limits;
        }
    }
}
