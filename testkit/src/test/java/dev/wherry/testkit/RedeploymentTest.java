package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose classes are loaded again and again, over one session that continues. */
class RedeploymentTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Endpoint server = endpoints.watch(Endpoint.listen(
            "tcp://127.0.0.1:0",
            EndpointOptions.builder()
                    .register(Reader.class)
                    .codecs("compact", "java")
                    .build()));
    private final Endpoint client = endpoints.watch(Endpoint.create());

    public interface Desk {
        Note write(Note note, Reader reader);
    }

    public record Note(String text, List<Note> answers) implements Serializable {}

    @ByReference
    public interface Reader {
        int read(Note note);
    }

    /** A deployment that serves and calls objects, with all classes from its own class loader. */
    public static final class Deployment implements Callable<Boolean> {
        private final Endpoint server;
        private final Endpoint client;
        private final String address;

        public Deployment(Endpoint server, Endpoint client, String address) {
            this.server = server;
            this.client = client;
            this.address = address;
        }

        @Override
        public Boolean call() {
            server.bind("desk", Desk.class, (note, reader) -> {
                reader.read(note);
                return new Note("read: " + note.text(), List.of(note));
            });
            try {
                Desk desk = client.lookup(address + "/desk", Desk.class);
                boolean right = true;
                for (int i = 0; i < 10; i++) {
                    Note answer = desk.write(
                            new Note("n" + i, List.of()), note -> note.text().length());
                    right &= answer.text().equals("read: n" + i);
                }
                return right;
            } finally {
                server.unbind("desk");
            }
        }
    }

    /** An interface that is loaded once. */
    public interface Store {
        int put(Object reader);
    }

    /** A deployment that passes a callback of its own class loader to a stub of a common interface. */
    public static final class Callbacks implements Callable<Boolean> {
        private final Store store;

        public Callbacks(Store store) {
            this.store = store;
        }

        @Override
        public Boolean call() {
            Reader reader = note -> note.answers().size();
            return store.put(reader) == 2;
        }
    }

    /** A class loader that defines the classes of this test again. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(RedeploymentTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(RedeploymentTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            if (name.equals(Store.class.getName())) {
                return Store.class;
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private WeakReference<ClassLoader> deploy() throws Exception {
        Loader loader = new Loader();
        Callable<Boolean> deployment = (Callable<Boolean>) loader.loadClass(Deployment.class.getName())
                .getConstructor(Endpoint.class, Endpoint.class, String.class)
                .newInstance(server, client, String.valueOf(server.address()));
        assertThat(deployment.call()).isTrue();
        return new WeakReference<>(loader);
    }

    @SuppressWarnings("unchecked")
    private static WeakReference<ClassLoader> send(Store store) throws Exception {
        Loader loader = new Loader();
        Callable<Boolean> callbacks = (Callable<Boolean>) loader.loadClass(Callbacks.class.getName())
                .getConstructor(Store.class)
                .newInstance(store);
        assertThat(callbacks.call()).isTrue();
        return new WeakReference<>(loader);
    }

    /** A parameter may retain the last class that it has seen until it sees another. */
    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void usesOneStubForManyDeployments(String codec) throws Exception {
        useOneStub(codec, 200);
    }

    private void useOneStub(String codec, int times) throws Exception {
        Endpoint client = endpoints.watch(
                Endpoint.create(EndpointOptions.builder().codecs(codec).build()));
        Note answer = new Note("answer", List.of());
        server.bind("store", Store.class, reader -> ((Reader) reader).read(new Note("n", List.of(answer, answer))));
        Store store = client.lookup(server.address() + "/store", Store.class);
        List<WeakReference<ClassLoader>> gone = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            gone.add(send(store));
        }
        assertThat(new Callbacks(store).call()).isTrue();
        assertThat(client.statistics().sessions()).isEqualTo(1);
        Await.until(() -> "retained class loaders: " + kept(gone), () -> {
            System.gc();
            return kept(gone) == 0;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = 200)
    void retainsNoClassesOfEndedDeployments(int times) throws Exception {
        List<WeakReference<ClassLoader>> gone = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            gone.add(deploy());
        }
        assertThat(client.statistics().sessions()).isEqualTo(1);
        Await.until(() -> "retained class loaders: " + kept(gone), () -> {
            System.gc();
            return kept(gone) == 0;
        });
    }

    private static long kept(List<WeakReference<ClassLoader>> gone) {
        return gone.stream().filter(each -> !each.refersTo(null)).count();
    }

    @Tag("long")
    @Test
    void survivesFiveThousandDeployments() throws Exception {
        retainsNoClassesOfEndedDeployments(5_000);
    }

    @Tag("long")
    @Test
    void usesOneStubForFiveThousandDeployments() throws Exception {
        useOneStub("compact", 5_000);
    }
}
