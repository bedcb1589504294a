package dev.wherry.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.io.Serializable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes that are written in the form of another one, as libraries do to keep theirs to themselves. */
class StandInsTest {
    interface Post {
        Message message(Message message);

        Names names(Names names);

        Object any(Object value);
    }

    /** As the messages of Protobuf: the form holds the class. */
    static final class Message implements Serializable {
        private Object writeReplace() {
            return Forms.of(Message.class);
        }
    }

    private static final class Forms {
        static Object of(Class<?> type) {
            return new Form(type);
        }
    }

    private static final class Form implements Serializable {
        private final Class<?> type;

        Form(Class<?> type) {
            this.type = type;
        }

        private Object readResolve() throws ReflectiveOperationException {
            return type.getDeclaredConstructor().newInstance();
        }
    }

    /** As the collections of Guava: the class of the object is one that nobody can name. */
    abstract static class Names implements Serializable {
        abstract String text();

        static Names of(String text) {
            return new Single(text);
        }

        Object writeReplace() {
            return new NamesForm(text());
        }
    }

    private static final class Single extends Names {
        private final transient String text;

        Single(String text) {
            this.text = text;
        }

        @Override
        String text() {
            return text;
        }
    }

    private static final class NamesForm implements Serializable {
        private final String text;

        NamesForm(String text) {
            this.text = text;
        }

        private Object readResolve() {
            return Names.of(text);
        }
    }

    static final class Stranger implements Serializable {
        private Object writeReplace() {
            return new StrangersForm();
        }
    }

    private static final class StrangersForm implements Serializable {
        private Object readResolve() {
            return new Stranger();
        }
    }

    private Endpoint server;
    private Endpoint client;

    private Post post(String codec) {
        EndpointOptions options = EndpointOptions.builder().codecs(codec).build();
        server = Endpoint.listen("tcp://127.0.0.1:0", options);
        client = Endpoint.create(options);
        server.bind("post", Post.class, new Post() {
            @Override
            public Message message(Message message) {
                return message;
            }

            @Override
            public Names names(Names names) {
                return names;
            }

            @Override
            public Object any(Object value) {
                return value;
            }
        });
        return client.lookup(server.address() + "/post", Post.class);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void travelForTheClassThatMakesThem(String codec) {
        Post post = post(codec);
        assertThat(post.message(new Message())).isInstanceOf(Message.class);
        assertThat(post.names(Names.of("a")).text()).isEqualTo("a");
        assertThat(((Names) post.any(Names.of("b"))).text()).isEqualTo("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void areRefusedWithAdviceThatCanBeFollowed(String codec) {
        Post post = post(codec);
        assertThatThrownBy(() -> post.any(new Stranger()))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("StrangersForm may not travel")
                .hasMessageContaining("registerPackage(\"dev.wherry.codec\")");
    }
}
