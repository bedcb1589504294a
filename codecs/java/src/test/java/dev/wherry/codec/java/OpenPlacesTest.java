package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bound objects in slots whose declared type does not say how they travel. */
final class OpenPlacesTest {
    public interface Harbour {
        /** Returns whether an object that was sent back is this object itself. */
        boolean isYou(Object object);

        Object back(Object object);

        List<Object> all(Map<String, Object> objects);

        Note note();
    }

    abstract static class Berth implements Harbour {
        @Override
        public boolean isYou(Object object) {
            return object == this;
        }

        @Override
        public Object back(Object object) {
            return object;
        }

        @Override
        public List<Object> all(Map<String, Object> objects) {
            return List.copyOf(objects.values());
        }
    }

    /** Is served under a name, and is a value all the same. */
    public static final class Note extends Berth implements java.io.Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public Note note() {
            return this;
        }
    }

    private static final class Served extends Berth {
        @Override
        public Note note() {
            return new Note();
        }
    }

    private record Two(Endpoint server, Endpoint client) implements AutoCloseable {
        static Two of(String codec, Harbour served) {
            EndpointOptions options = EndpointOptions.builder().codecs(codec).build();
            Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
            server.bind("harbour", Harbour.class, served);
            return new Two(server, Endpoint.create(options));
        }

        Harbour stub() {
            return stub("harbour");
        }

        Harbour stub(String name) {
            return client.lookup(server.address() + "/" + name, Harbour.class);
        }

        @Override
        public void close() {
            client.close();
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void giveAStubBackThatCameHome(String codec) {
        try (Two two = Two.of(codec, new Served())) {
            Harbour stub = two.stub();
            assertThat(stub.isYou(stub)).as("it comes home as itself").isTrue();
            Object back = stub.back(stub);
            assertThat(Calls.isStub(back)).isTrue();
            assertThat(back).isEqualTo(stub).isInstanceOf(Harbour.class);
            assertThat(((Harbour) back).isYou(back)).isTrue();
            assertThat(stub.all(Map.of("one", stub, "other", back))).containsExactly(stub, stub);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void copyWhatMayTravelByValue(String codec) {
        try (Two two = Two.of(codec, new Note())) {
            Harbour stub = two.stub();
            assertThat(Calls.isStub(stub.note())).isFalse();
            assertThat(Calls.isStub(stub.back(stub))).isFalse();
        }
    }

    @Test
    void refuseWhatIsBoundNoLonger() {
        try (Two two = Two.of("compact", new Served())) {
            Harbour stub = two.stub();
            Served other = new Served();
            two.server().bind("other", Harbour.class, other);
            Harbour atOther = two.stub("other");
            assertThat(stub.back(atOther)).isEqualTo(atOther);
            two.server().unbind("harbour");
            assertThatThrownBy(() -> atOther.back(new Served()))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("may not travel here");
        }
    }
}
