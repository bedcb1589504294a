package dev.wherry.codec.compact;

import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields by their names, as the methods of JDK serialization put and get them. */
final class FieldValues {
    private FieldValues() {}

    static class Put extends ObjectOutputStream.PutField {
        private final Map<String, @Nullable Object> values;

        Put(Map<String, @Nullable Object> values) {
            this.values = values;
        }

        @Override
        public void put(String name, boolean value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, byte value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, char value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, short value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, int value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, long value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, float value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, double value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, @Nullable Object value) {
            values.put(name, value);
        }

        @Override
        @Deprecated
        @SuppressWarnings("removal") // abstract in the JDK
        public void write(ObjectOutput out) {
            throw new UnsupportedOperationException("Fields are written by ObjectOutputStream.writeFields");
        }
    }

    static final class Get extends ObjectInputStream.GetField {
        private final Class<?> type;
        private final Map<String, @Nullable Object> values;

        Get(Class<?> type, Map<String, @Nullable Object> values) {
            this.type = type;
            this.values = values;
        }

        @Override
        public ObjectStreamClass getObjectStreamClass() {
            return ObjectStreamClass.lookupAny(type);
        }

        @Override
        public boolean defaulted(String name) {
            return !values.containsKey(name);
        }

        @SuppressWarnings({"unchecked", "NullAway"}) // each field was read as its own type, a primitive as a box
        private <T extends @Nullable Object> T value(String name, T otherwise) {
            return values.containsKey(name) ? (T) values.get(name) : otherwise;
        }

        @Override
        public boolean get(String name, boolean otherwise) {
            return value(name, otherwise);
        }

        @Override
        public byte get(String name, byte otherwise) {
            return value(name, otherwise);
        }

        @Override
        public char get(String name, char otherwise) {
            return value(name, otherwise);
        }

        @Override
        public short get(String name, short otherwise) {
            return value(name, otherwise);
        }

        @Override
        public int get(String name, int otherwise) {
            return value(name, otherwise);
        }

        @Override
        public long get(String name, long otherwise) {
            return value(name, otherwise);
        }

        @Override
        public float get(String name, float otherwise) {
            return value(name, otherwise);
        }

        @Override
        public double get(String name, double otherwise) {
            return value(name, otherwise);
        }

        @Override
        public @Nullable Object get(String name, @Nullable Object otherwise) {
            return value(name, otherwise);
        }
    }
}
