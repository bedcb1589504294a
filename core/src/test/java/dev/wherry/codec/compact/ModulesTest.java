package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wherry and the user's types as named modules, in a layer of their own. */
class ModulesTest {
    private static final Path WHERRY = Path.of("target", "classes").toAbsolutePath();

    private static final String DRIVER = """
            package acme.driver;
            import dev.wherry.*;
            import dev.wherry.spi.*;
            import java.util.*;
            public class Driver {
                public static String send(Object value, int times) {
                    Codec codec = ServiceLoader.load(Driver.class.getModule().getLayer(), Codec.class).stream()
                            .map(ServiceLoader.Provider::get).filter(c -> c.name().equals("compact")).findFirst().get();
                    Class<?> type = value.getClass();
                    Types types = new Types() {
                        public boolean allows(Class<?> c) { return c == type; }
                        public Class<?> find(String name) { return type; }
                        public CodecException refusal(String name) { return CodecException.refused(name, "no"); }
                        public boolean isReference(Class<?> c) { return false; }
                        public boolean preservesIdentity() { return false; }
                        public Class<?> root() { return type; }
                    };
                    try {
                        Coder coder = codec.coder(new Declared(type, "the value"), types);
                        Object arrived = null;
                        for (int i = 0; i < times; i++) {
                            Out out = new Out(64);
                            Definition[] one = new Definition[1];
                            coder.encode(value, new Encoding(out) {
                                public int define(Definition d) { one[0] = d; return 0; }
                                public Limits limits() { return Limits.defaults(); }
                                public boolean travelsByReference(Object o) { return false; }
                                public void writeReference(Object o, java.util.List<Class<?>> as) {}
                            });
                            arrived = coder.decode(new Decoding(new In(out.copy())) {
                                public Definition definition(int n) { return one[0]; }
                                public Object readReference(Class<?> c, Types types) { return null; }
                                public Limits limits() { return Limits.defaults(); }
                            });
                        }
                        return String.valueOf(arrived);
                    } catch (RuntimeException e) {
                        return e.getMessage();
                    }
                }
                public static String run(String name, int times) throws Exception {
                    return send(acme.values.exported.Makes.make(name), times);
                }
            }
            """;

    private static final String MAKES = """
            package acme.values.exported;
            public class Makes {
                public static Object make(String name) throws Exception {
                    var constructor = Class.forName(name).getDeclaredConstructors()[0];
                    constructor.setAccessible(true);
                    return constructor.newInstance(5);
                }
            }
            """;

    @TempDir
    private Path folder;

    private Method driver() throws IOException, ReflectiveOperationException {
        Path values = Files.createDirectory(folder.resolve("values"));
        Compiled.into(
                values,
                List.of("-parameters"),
                "module-info.java",
                "module acme.values { exports acme.values.exported; opens acme.values.opened to dev.wherry; }",
                "acme/values/exported/Coin.java",
                "package acme.values.exported; public record Coin(int value) {}",
                "acme/values/exported/Secret.java",
                "package acme.values.exported; record Secret(int value) {}",
                "acme/values/exported/Purse.java",
                "package acme.values.exported; public class Purse { int value; Purse(int v) { value = v; } }",
                "acme/values/opened/Wallet.java",
                "package acme.values.opened; final class Wallet { private final int value; Wallet(int value) { this.value = value; }"
                        + " public String toString() { return \"wallet \" + value; } }",
                "acme/values/hidden/Card.java",
                "package acme.values.hidden; public record Card(int value) {}",
                "acme/values/exported/Makes.java",
                MAKES);
        Path driver = Files.createDirectory(folder.resolve("driver"));
        Compiled.into(
                driver,
                List.of("--module-path", values + java.io.File.pathSeparator + WHERRY, "-nowarn"),
                "module-info.java",
                "module acme.driver { requires dev.wherry; requires acme.values; exports acme.driver;"
                        + " uses dev.wherry.spi.Codec; }",
                "acme/driver/Driver.java",
                DRIVER);
        ModuleFinder finder = ModuleFinder.of(values, driver, WHERRY);
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolveAndBind(finder, ModuleFinder.of(), Set.of("acme.driver", "dev.wherry"));
        ModuleLayer layer =
                ModuleLayer.boot().defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
        return layer.findLoader("acme.driver")
                .loadClass("acme.driver.Driver")
                .getMethod("run", String.class, int.class);
    }

    @Test
    void aPublicRecordInAnExportedPackageNeedsNothingAndTheRestOneLine() throws Exception {
        Method run = driver();
        for (int times : new int[] {1, 300}) {
            assertThat(run.invoke(null, "acme.values.exported.Coin", times)).isEqualTo("Coin[value=5]");
            assertThat(run.invoke(null, "acme.values.opened.Wallet", times)).isEqualTo("wallet 5");
        }
        for (String closed : List.of("exported.Secret", "exported.Purse", "hidden.Card")) {
            String named = closed.substring(0, closed.indexOf('.'));
            assertThat((String) run.invoke(null, "acme.values." + closed, 1))
                    .contains("acme.values." + closed)
                    .contains("    opens acme.values." + named + " to dev.wherry;");
        }
    }
}
