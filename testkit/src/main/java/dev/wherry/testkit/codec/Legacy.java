package dev.wherry.testkit.codec;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Serializable classes as they were written over twenty years. */
public final class Legacy implements Serializable {
    /** The class that is written instead of {@link Replaced}. */
    static final Class<?> REPLACEMENT = Replaced.Form.class;

    Legacy() {}

    /** A class without a constructor without arguments, whose fields are final. */
    public static final class FinalFields implements Serializable {
        private final String name;
        private final int[] numbers;

        FinalFields(String name, int... numbers) {
            this.name = name;
            this.numbers = numbers;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof FinalFields same && same.name.equals(name) && Arrays.equals(same.numbers, numbers);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** A base class that is not Serializable. It writes and reads the state of its subclasses. */
    static class Parted {
        private List<String> parts = new ArrayList<>();

        void write(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(parts.size());
            for (String part : parts) {
                out.writeUTF(part);
            }
        }

        void restore(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            parts = new ArrayList<>();
            for (int count = in.readInt(); count > 0; count--) {
                parts.add(in.readUTF());
            }
        }
    }

    /** A class that writes a form which differs from its fields, by inherited methods. */
    public static final class OwnForm extends Parted implements Serializable {
        private final String name;

        OwnForm(String name, List<String> parts) {
            this.name = name;
            super.parts.addAll(parts);
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            restore(in);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OwnForm form && form.name.equals(name) && ((Parted) form).parts.equals(super.parts);
        }

        @Override
        public int hashCode() {
            return super.parts.hashCode();
        }
    }

    /** A class that writes its only field by writeObject. */
    public static final class OwnPart implements Serializable {
        @Nullable
        Object part;

        OwnPart(@Nullable Object part) {
            this.part = part;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OwnPart own && Objects.equals(own.part, part);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(part);
        }
    }

    /** An Externalizable class that uses the objects that it reads while it reads them. */
    public static final class External implements Externalizable {
        private int number;
        private List<@Nullable Object> parts = List.of();
        private int hash;

        public External() {}

        External(int number, @Nullable Object... parts) {
            this.number = number;
            this.parts = Arrays.asList(parts);
            hash = this.parts.hashCode();
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(~number);
            out.writeByte(parts.size());
            for (Object part : parts) {
                out.writeObject(part);
            }
            out.writeUTF("end");
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            number = ~in.readInt();
            @Nullable Object[] read = new @Nullable Object[in.readUnsignedByte()];
            for (int i = 0; i < read.length; i++) {
                read[i] = in.readObject();
            }
            parts = Arrays.asList(read);
            hash = parts.hashCode();
            if (!in.readUTF().equals("end")) {
                throw new IOException("More was written than is read");
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof External external
                    && external.number == number
                    && external.hash == hash
                    && external.parts.equals(parts);
        }

        @Override
        public int hashCode() {
            return 31 * number + hash;
        }
    }

    /** A class that writes another object instead of itself. */
    public static final class Replaced implements Serializable {
        private final transient String text;

        Replaced(String text) {
            this.text = text;
        }

        private Object writeReplace() {
            return new Form(text);
        }

        /** The object that is written. */
        private record Form(String text) implements Serializable {
            private Object readResolve() {
                return new Replaced(text);
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Replaced replaced && replaced.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    /** A class with a single instance. */
    public static final class Singleton implements Serializable {
        static final Singleton INSTANCE = new Singleton();

        private Singleton() {}

        private Object readResolve() {
            return INSTANCE;
        }
    }

    /** An inner class, which refers to the object around it. */
    @SuppressWarnings("ClassCanBeStatic") // an inner class is the case to be tested
    public final class Inner implements Serializable {
        private final int number;

        Inner(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Inner inner && inner.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }
}
