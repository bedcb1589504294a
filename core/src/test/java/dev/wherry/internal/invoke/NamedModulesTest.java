package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wherry and the user as named modules of a layer of their own; the user's module opens nothing unless it says so. */
class NamedModulesTest {
    private static final Map<String, String> SOURCES = Map.of(
            "module-info.java",
            "module acme { requires dev.wherry; exports acme.open; exports acme.shown to dev.wherry; }",
            "acme/open/Greeter.java",
            "package acme.open; public interface Greeter { String greet(String name); }",
            "acme/shown/Greeter.java",
            "package acme.shown; public interface Greeter { String greet(String name); }",
            "acme/kept/Greeter.java",
            "package acme.kept; public interface Greeter { String greet(String name); }",
            "acme/own/Greeter.java",
            "package acme.own; interface Greeter { String greet(String name); }",
            "acme/own/Calls.java",
            """
            package acme.own;
            import dev.wherry.CallOptions;
            import dev.wherry.Delivery;
            import dev.wherry.EndpointOptions;
            import dev.wherry.Peer;
            import dev.wherry.internal.invoke.*;
            import java.util.List;
            import java.util.Optional;
            import java.util.concurrent.CompletableFuture;
            public final class Calls {
                public static String open() {
                    return both(acme.open.Greeter.class, (acme.open.Greeter) name -> "Hello " + name).greet("Ann");
                }
                public static String shown() {
                    return both(acme.shown.Greeter.class, (acme.shown.Greeter) name -> "Hello " + name).greet("Ann");
                }
                public static String kept() {
                    return stub(acme.kept.Greeter.class).greet("Ann");
                }
                public static String own() {
                    return stub(Greeter.class).greet("Ann");
                }
                public static List<Boolean> generated() {
                    return java.util.stream.Stream.of(
                                    stub(acme.open.Greeter.class), stub(acme.shown.Greeter.class),
                                    stub(acme.kept.Greeter.class), stub(Greeter.class))
                            .map(stub -> stub.getClass().isHidden())
                            .toList();
                }
                public static void serveKept() {
                    parsed(acme.kept.Greeter.class).requireServable();
                }
                public static void serveOwn() {
                    parsed(Greeter.class).requireServable();
                }
                private static RemoteInterface parsed(Class<?> type) {
                    return RemoteInterface.of(type, EndpointOptions.defaults(), List.of());
                }
                private static <T> T both(Class<T> type, T object) {
                    RemoteInterface parsed = parsed(type);
                    parsed.requireServable();
                    return Stubs.create(new Here(object), parsed, List.of(), CallOptions.none());
                }
                private static <T> T stub(Class<T> type) {
                    return Stubs.create(new Here(null), parsed(type), List.of(), CallOptions.none());
                }
                private record Here(Object object) implements CallTarget {
                    public Object call(RemoteMethod method, Object[] arguments, CallOptions options) throws Throwable {
                        return object == null ? "asked " + arguments[0] : method.invoke(object, arguments);
                    }
                    public CompletableFuture<Object> start(RemoteMethod method, Object[] arguments, CallOptions options) {
                        throw new AssertionError();
                    }
                    public void send(RemoteMethod method, Object[] arguments, CallOptions options, Delivery delivery) {
                        throw new AssertionError();
                    }
                    public Object identity() {
                        return this;
                    }
                    public String describe() {
                        return "here";
                    }
                    public Optional<Peer> peer() {
                        return Optional.empty();
                    }
                    public void release() {}
                }
            }
            """);

    @TempDir
    static Path folder;

    private static Class<?> calls;

    @BeforeAll
    static void defineModules() throws Exception {
        Path wherry = Path.of(RemoteInterface.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path acme = compile(wherry);
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolve(ModuleFinder.of(wherry, acme), ModuleFinder.of(), Set.of("acme", "dev.wherry"));
        ModuleLayer.Controller controller = ModuleLayer.defineModulesWithOneLoader(
                configuration, List.of(ModuleLayer.boot()), ClassLoader.getPlatformClassLoader());
        Module user = controller.layer().findModule("acme").orElseThrow();
        Module core = controller.layer().findModule("dev.wherry").orElseThrow();
        controller.addExports(core, "dev.wherry.internal.invoke", user);
        controller.addExports(user, "acme.own", NamedModulesTest.class.getModule());
        calls = Class.forName(user, "acme.own.Calls");
    }

    private static Path compile(Path wherry) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                folder.resolve("out").toString(),
                "-proc:none",
                "-Xlint:none",
                "-p",
                wherry.toString(),
                "--add-exports",
                "dev.wherry/dev.wherry.internal.invoke=acme"));
        for (Map.Entry<String, String> source : SOURCES.entrySet()) {
            Path file = folder.resolve("in").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(failed).as("the compiler's result").isZero();
        return folder.resolve("out");
    }

    private static Object invoke(String method) throws Exception {
        try {
            return calls.getMethod(method).invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            return e.getCause();
        }
    }

    @Test
    void callsAndServesInterfacesInExportedPackages() throws Exception {
        assertThat(RemoteInterface.class.getModule().isNamed())
                .as("of the test itself")
                .isFalse();
        assertThat(invoke("open")).isEqualTo("Hello Ann");
        assertThat(invoke("shown")).isEqualTo("Hello Ann");
    }

    @Test
    void callsInterfacesThatTheModuleKeepsToItself() throws Exception {
        assertThat(invoke("kept")).isEqualTo("asked Ann");
        assertThat(invoke("own")).isEqualTo("asked Ann");
    }

    @Test
    void generatesStubsOfInterfacesThatAreExportedToWherry() throws Exception {
        assertThat(invoke("generated")).isEqualTo(List.of(true, true, false, false));
    }

    @Test
    void saysWhichLineTheModuleNeedsToServeThem() throws Exception {
        assertThat((Throwable) invoke("serveKept"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Add 'exports acme.kept to dev.wherry;' to module acme")
                .hasMessageContaining("for method acme.kept.Greeter.greet(String)");
        assertThat((Throwable) invoke("serveOwn"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Add 'opens acme.own to dev.wherry;' to module acme");
    }
}
