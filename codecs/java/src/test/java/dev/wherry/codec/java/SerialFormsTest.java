package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Classes that define how they are serialized travel in that form by codec compact. */
class SerialFormsTest {
    public static final class Outward implements Externalizable {
        private String secret = "";

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeUTF("sent " + secret);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            secret = in.readUTF();
        }
    }

    static final class Doubling implements Serializable {
        private static final long serialVersionUID = 1;
        private transient int number;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(number * 2);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            number = in.readInt();
        }
    }

    static final class One implements Serializable {
        private static final long serialVersionUID = 1;
        static final One ONE = new One();

        private Object readResolve() {
            return ONE;
        }
    }

    interface Echo {
        List<Object> echo(List<Object> values);
    }

    record Holder(Outward outward, String after) {}

    @Test
    void inTheMiddleOfOtherValues() {
        Outward outward = new Outward();
        outward.secret = "x";
        Doubling doubling = new Doubling();
        doubling.number = 4;
        List<Object> sent = Arrays.asList(1, outward, doubling, One.ONE, new Holder(outward, "after"), "end");
        EndpointOptions options = EndpointOptions.builder()
                .codecs("compact")
                .register(Outward.class, Doubling.class, One.class, Holder.class)
                .build();
        List<Object> arrived;
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("echo", Echo.class, values -> values);
            arrived = client.lookup(server.address() + "/echo", Echo.class).echo(sent);
        }
        assertThat(((Outward) arrived.get(1)).secret).isEqualTo("sent sent x");
        assertThat(((Doubling) arrived.get(2)).number).isEqualTo(16);
        assertThat(arrived.get(3)).isSameAs(One.ONE);
        Holder holder = (Holder) arrived.get(4);
        assertThat(holder.outward().secret).isEqualTo("sent sent x");
        assertThat(holder.after()).isEqualTo("after");
        assertThat(arrived.get(5)).isEqualTo("end");
    }

    static class Page extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        long total = 42;
    }

    static class Ages extends HashMap<String, Integer> {
        private static final long serialVersionUID = 1;
        String unit = "years";
    }

    public static final class Replaced implements Externalizable {
        private static final long serialVersionUID = 1;

        private Object writeReplace() {
            return "in its place";
        }

        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    static final class Unlisted extends RuntimeException {
        Unlisted(String message) {
            super(message);
        }
    }

    static final class Violations extends Exception {
        private static final long serialVersionUID = 1;
        private transient Map<String, String> fields;

        Violations(Map<String, String> fields) {
            super("invalid", new Unlisted("why"));
            this.fields = fields;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject(new ArrayList<>(fields.keySet()));
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            fields = new TreeMap<>();
            ((List<?>) in.readObject()).forEach(name -> fields.put((String) name, ""));
        }

        @Override
        public String getMessage() {
            return super.getMessage() + ": " + fields.keySet();
        }
    }

    static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1;
        static final Gone ONCE = new Gone();

        private Object readResolve() {
            return ONCE;
        }
    }

    interface Places {
        List<String> list(List<String> value);

        Collection<String> collection(Collection<String> value);

        Object object(Object value);

        Page page(Page value);

        void fail() throws Violations;

        void go() throws Gone;
    }

    private static final class Returning implements Places {
        @Override
        public List<String> list(List<String> value) {
            return value;
        }

        @Override
        public Collection<String> collection(Collection<String> value) {
            return value;
        }

        @Override
        public Object object(Object value) {
            return value;
        }

        @Override
        public Page page(Page value) {
            return value;
        }

        @Override
        public void fail() throws Violations {
            throw new Violations(Map.of("age", "low"));
        }

        @Override
        public void go() throws Gone {
            throw Gone.ONCE;
        }
    }

    private static void places(Consumer<Places> test) {
        EndpointOptions options = EndpointOptions.builder()
                .codecs("compact")
                .register(Page.class, Ages.class, Replaced.class)
                .build();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("places", Places.class, new Returning());
            test.accept(client.lookup(server.address() + "/places", Places.class));
        }
    }

    @Test
    void ofContainersWithFieldsKeepThemWhereverTheyStand() {
        Page page = new Page();
        page.add("Emma");
        page.total = 7;
        Ages ages = new Ages();
        ages.unit = "days";
        places(at -> {
            for (Object back : List.of(at.list(page), at.collection(page), at.object(page), at.page(page))) {
                assertThat(((Page) back).total).isEqualTo(7);
                assertThat((Page) back).containsExactly("Emma");
            }
            assertThat(((Ages) at.object(ages)).unit).isEqualTo("days");
        });
    }

    @Test
    void replaceWhatIsExternalizable() {
        places(at -> assertThat(at.object(new Replaced())).isEqualTo("in its place"));
    }

    @Test
    void ofExceptionsThatAreResolvedToAnother() {
        places(at -> assertThat(catchThrowable(at::go)).isSameAs(Gone.ONCE));
    }

    @Test
    void ofExceptionsThatWriteThemselves() {
        places(at -> assertThatThrownBy(at::fail)
                .isInstanceOf(Violations.class)
                .hasMessage("invalid: [age]")
                .hasCauseInstanceOf(CallException.class));
    }
}
