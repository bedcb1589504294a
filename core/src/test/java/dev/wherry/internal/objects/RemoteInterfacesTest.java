package dev.wherry.internal.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.Providers;
import dev.wherry.internal.invoke.RemoteInterface;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class RemoteInterfacesTest {
    /** Loaded once more by each {@link Loader}. */
    public interface Bell {
        void ring();
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(RemoteInterfacesTest.class.getClassLoader());
        }

        Class<?> bell() {
            String name = Bell.class.getName();
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final RemoteInterfaces interfaces = new RemoteInterfaces(
            EndpointOptions.defaults(), new Providers(EndpointOptions.defaults()).codecs(List.of("compact")));

    @Test
    void parsesEachOnce() {
        assertThat(interfaces.of(Bell.class)).isSameAs(interfaces.of(Bell.class));
        assertThat(interfaces.known(Bell.class.getName())).isSameAs(interfaces.of(Bell.class));
        assertThat(interfaces.known("acme.Unknown")).isNull();
    }

    @Test
    void findsByNameWhatWasLoadedAgain() {
        Class<?> before = new Loader().bell();
        Class<?> after = new Loader().bell();
        interfaces.of(before);
        interfaces.of(after);
        assertThat(interfaces.known(Bell.class.getName()).type()).isSameAs(after);
    }

    @Test
    void findsByNameWhatManyHaveParsedAtOnce() throws Exception {
        for (int round = 0; round < 50; round++) {
            Class<?> bell = new Loader().bell();
            CyclicBarrier start = new CyclicBarrier(4);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(Thread.startVirtualThread(() -> {
                    try {
                        start.await();
                    } catch (InterruptedException | BrokenBarrierException e) {
                        throw new AssertionError(e);
                    }
                    interfaces.of(bell);
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.gc(); // what lost the race
            assertThat(interfaces.known(Bell.class.getName())).isSameAs(interfaces.of(bell));
        }
    }

    @Test
    void keepsNoLoaderWhoseInterfacesNobodyServes() throws Exception {
        Loader loader = new Loader();
        interfaces.of(loader.bell());
        WeakReference<Loader> watched = new WeakReference<>(loader);
        loader = null;
        for (int i = 0; i < 1_000 && watched.get() != null; i++) {
            System.gc();
            Thread.sleep(5);
        }
        assertThat(watched.get()).isNull();
        assertThat(interfaces.known(Bell.class.getName())).isNull();
    }

    interface A {}

    interface B {}

    interface C {}

    @Test
    void areTakenTogetherInOneOrder() {
        RemoteInterface a = interfaces.of(A.class);
        RemoteInterface b = interfaces.of(B.class);
        RemoteInterface c = interfaces.of(C.class);
        assertThat(interfaces.together(List.of(a, c, b))).containsExactly(b, c);
        assertThat(interfaces.together(List.of(a, b, c))).containsExactly(b, c);
        assertThat(interfaces.together(List.of(a))).isEmpty();
    }
}
