package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.testsupport.LogRecorder;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types of libraries in a program's interfaces: nobody can annotate them, and those of Kotlin mean something of their own. */
class LibraryTypesTest {
    private static final Map<String, String> LIBRARY = Map.of(
            "kotlin/coroutines/Continuation.java",
            """
            package kotlin.coroutines;
            public interface Continuation<T> { Object getContext(); void resumeWith(Object result); }
            """,
            "kotlin/sequences/Sequence.java",
            """
            package kotlin.sequences;
            public interface Sequence<T> { java.util.Iterator<T> iterator(); }
            """,
            "kotlin/Lazy.java",
            "package kotlin; public interface Lazy<T> { T getValue(); boolean isInitialized(); }",
            "kotlin/SynchronizedLazyImpl.java",
            """
            package kotlin;
            class SynchronizedLazyImpl<T> implements Lazy<T>, java.io.Serializable {
                private final T value;
                SynchronizedLazyImpl(T value) { this.value = value; }
                public T getValue() { return value; }
                public boolean isInitialized() { return true; }
            }
            """,
            "kotlin/LazyKt.java",
            """
            package kotlin;
            public class LazyKt { public static <T> Lazy<T> lazyOf(T value) { return new SynchronizedLazyImpl<>(value); } }
            """,
            "acme/library/Feed.java",
            "package acme.library; public interface Feed { void take(String text); }");

    private static final Map<String, String> PROGRAM = Map.of(
            "acme/shop/Shop.java",
            """
            package acme.shop;
            public interface Shop {
                int count();
                Object buy(int number, kotlin.coroutines.Continuation<? super Integer> rest);
                kotlin.sequences.Sequence<Integer> numbers();
                Item named(Item item);
                Object echo(Object value);
            }
            """,
            "acme/shop/Item.java",
            """
            package acme.shop;
            public class Item implements java.io.Serializable {
                private final kotlin.Lazy<String> label$delegate = kotlin.LazyKt.lazyOf("label");
                public String getLabel() { return label$delegate.getValue(); }
            }
            """,
            "acme/shop/Listener.java",
            "package acme.shop; public interface Listener { void heard(String text); }",
            "acme/shop/OfProgram.java",
            "package acme.shop; public class OfProgram implements Listener { public void heard(String text) {} }",
            "acme/shop/OfLibrary.java",
            """
            package acme.shop;
            public class OfLibrary implements acme.library.Feed { public void take(String text) {} }
            """);

    @TempDir
    private static Path folder;

    private static URLClassLoader loader;
    private static Class<?> shop;

    @BeforeAll
    static void compile() throws Exception {
        Path library = folder.resolve("library");
        Path program = folder.resolve("program");
        compile(library, LIBRARY, System.getProperty("java.class.path"));
        compile(program, PROGRAM, library.toString());
        loader = new URLClassLoader(
                new URL[] {library.toUri().toURL(), program.toUri().toURL()}, LibraryTypesTest.class.getClassLoader());
        shop = loader.loadClass("acme.shop.Shop");
    }

    private static void compile(Path to, Map<String, String> sources, String classPath) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-parameters", "-cp", classPath, "-d", to.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = to.resolveSibling(to.getFileName() + "-sources").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    @AfterAll
    static void close() throws IOException {
        loader.close();
    }

    private static <T> void bind(Class<T> type, Endpoint server) {
        Object echo = Proxy.newProxyInstance(
                loader,
                new Class<?>[] {type},
                (_, method, arguments) -> method.getReturnType() == int.class ? 7 : arguments[0]);
        server.bind("shop", type, type.cast(echo));
    }

    private static Object call(Object stub, Method method, Object... arguments) throws Throwable {
        try {
            return method.invoke(stub, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Method method(String name) {
        return List.of(shop.getMethods()).stream()
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void refusesASuspendFunctionAndNoOther() throws Throwable {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            bind(shop, server);
            Object stub = client.lookup(server.address() + "/shop", shop);
            assertThat(call(stub, method("count"))).isEqualTo(7);
            assertThatThrownBy(() -> call(stub, method("buy"), 1, null))
                    .isInstanceOfSatisfying(CallException.class, e -> {
                        assertThat(e.code()).isEqualTo(Code.CODEC);
                        assertThat(e.outcome()).isEqualTo(Outcome.NOT_RUN);
                    })
                    .hasMessageContaining(
                            "acme.shop.Shop.buy cannot be called: It is a suspend function. Declare a function"
                                    + " that returns a CompletableFuture instead");
        }
    }

    @Test
    void namesEachMethodThatCannotBeCalledOnce() {
        try (LogRecorder log = new LogRecorder("dev.wherry");
                Endpoint endpoint = Endpoint.create()) {
            bind(shop, endpoint);
            String logged = String.join("\n", log.texts().toList());
            assertThat(logged).contains("The result is a kotlin.sequences.Sequence");
            for (String name : List.of("buy", "numbers")) {
                assertThat(Pattern.compile("Shop\\." + name + "\\b")
                                .matcher(logged)
                                .results())
                        .as(logged)
                        .hasSize(1);
            }
        }
    }

    @Test
    void saysThatADelegatedPropertyDoesNotTravel() throws Exception {
        TypeClosure types = TypeClosure.of(shop, EndpointOptions.defaults());
        assertThat(types.emptyPlaces(List.of())).containsExactly("acme.shop.Item.label$delegate, a kotlin.Lazy");
        assertThat(types.refusal(loader.loadClass("kotlin.SynchronizedLazyImpl")))
                .hasMessageContaining(
                        "kotlin.SynchronizedLazyImpl may not travel here. It is the delegate of a property")
                .hasMessageContaining("make it a computed one")
                .hasMessageNotContaining("registerPackage")
                .hasMessageNotContaining("@ByReference");
    }

    @Test
    void advisesToAnnotateOnlyWhatIsOfTheProgram() throws Exception {
        TypeClosure types = TypeClosure.of(shop, EndpointOptions.defaults());
        assertThat(types.refusal(loader.loadClass("acme.shop.OfProgram")))
                .hasMessageContaining(
                        "annotate acme.shop.Listener with @ByReference, or call Endpoint.export(Listener.class");
        assertThat(types.refusal(loader.loadClass("acme.shop.OfLibrary")))
                .hasMessageContaining("call Endpoint.export(Feed.class, object)")
                .hasMessageNotContaining("@ByReference");
    }
}
