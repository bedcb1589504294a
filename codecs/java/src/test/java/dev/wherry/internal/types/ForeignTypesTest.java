package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URL;
import java.net.URLClassLoader;
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

/** The user's types in a loader that Wherry does not see, or in a module that opens nothing to it. */
class ForeignTypesTest {
    private static final Map<String, String> SOURCES = Map.of(
            "module-info.java",
            "module acme { exports acme; }",
            "acme/Shop.java",
            """
            package acme;
            public interface Shop {
                acme.kept.Order order(Object open);
                static Object sample() { return acme.kept.Order.of(3); }
            }
            """,
            "acme/kept/Order.java",
            """
            package acme.kept;
            public record Order(Line line) implements java.io.Serializable {
                public static Order of(int count) { return new Order(new Line(count)); }
            }
            """,
            "acme/kept/Line.java",
            "package acme.kept; record Line(int count) implements java.io.Serializable {}",
            "acme/other/Gift.java",
            """
            package acme.other;
            public class Gift implements java.io.Serializable {
                static { System.setProperty("wherry.initialised", "acme.other.Gift"); }
                private acme.other.deep.Ribbon ribbon;
                public Object lambda() { return (Runnable & java.io.Serializable) () -> {}; }
            }
            """,
            "acme/other/deep/Ribbon.java",
            "package acme.other.deep; public class Ribbon implements java.io.Serializable {}");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void compile() throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("-d", folder.resolve("acme").toString()));
        for (Map.Entry<String, String> source : SOURCES.entrySet()) {
            Path file = folder.resolve("src").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private static ClassLoader childLoader() throws IOException {
        URL classes = folder.resolve("acme").toUri().toURL();
        return new URLClassLoader(new URL[] {classes}, ForeignTypesTest.class.getClassLoader());
    }

    private static ClassLoader moduleLoader() {
        ModuleFinder finder = ModuleFinder.of(folder.resolve("acme"));
        Configuration configuration =
                ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), Set.of("acme"));
        return ModuleLayer.boot()
                .defineModulesWithOneLoader(configuration, ForeignTypesTest.class.getClassLoader())
                .findLoader("acme");
    }

    private static TypeClosure shop(ClassLoader loader, EndpointOptions options) throws ClassNotFoundException {
        return TypeClosure.of(loader.loadClass("acme.Shop"), options);
    }

    private static Object roundTrip(Object value, TypeClosure types) {
        Coder coder = new JavaCodec().coder(new Declared(Object.class, "result"), types);
        Encoding encoding = new Encoding(new Out(64)) {
            @Override
            public int define(Definition definition) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Limits limits() {
                return Limits.defaults();
            }

            @Override
            public boolean travelsByReference(Object object) {
                return false;
            }

            @Override
            public void writeReference(Object object, List<Class<?>> as) {
                throw new UnsupportedOperationException();
            }
        };
        coder.encode(value, encoding);
        return coder.decode(new Decoding(new In(encoding.out().copy())) {
            @Override
            public Definition definition(int number) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Object readReference(Class<?> declared, Types types) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Limits limits() {
                return Limits.defaults();
            }
        });
    }

    private static void carriesASample(ClassLoader loader) throws ReflectiveOperationException {
        TypeClosure types = shop(loader, EndpointOptions.defaults());
        assertThat(types.find("acme.kept.Line")).isSameAs(loader.loadClass("acme.kept.Line"));
        Object order = loader.loadClass("acme.Shop").getMethod("sample").invoke(null);
        assertThat(roundTrip(order, types)).isEqualTo(order).isNotSameAs(order);
    }

    @Test
    void carriesTypesOfAChildLoader() throws Exception {
        carriesASample(childLoader());
    }

    @Test
    void carriesTypesOfAModuleThatOpensNothing() throws Exception {
        ClassLoader loader = moduleLoader();
        assertThat(loader.loadClass("acme.Shop").getModule().getName()).isEqualTo("acme");
        carriesASample(loader);
    }

    @Test
    void doesNotTakeAClassOfTheSameNameFromAnotherLoader() throws Exception {
        TypeClosure types = shop(
                childLoader(),
                EndpointOptions.builder().registerPackage("acme.other").build());
        ClassLoader stranger = childLoader();
        assertThat(types.allows(stranger.loadClass("acme.kept.Order"))).isFalse();
        assertThat(types.allows(stranger.loadClass("acme.other.Gift"))).isFalse();
    }

    @Test
    void findsTheClassesOfARegisteredPackageAndOfNoOther() throws Exception {
        ClassLoader loader = childLoader();
        TypeClosure types = shop(
                loader, EndpointOptions.builder().registerPackage("acme.other").build());
        assertThat(types.allows(loader.loadClass("acme.other.Gift"))).isTrue();
        assertThat(types.find("[Lacme.other.Gift;"))
                .isSameAs(loader.loadClass("acme.other.Gift").arrayType());
        assertThat(types.allows(loader.loadClass("acme.other.deep.Ribbon"))).isFalse();
        for (String name : List.of("acme.other.deep.Ribbon", "acme.other.Missing", "acme.Shop$1", "acme.other/Gift")) {
            assertThatThrownBy(() -> types.find(name)).isInstanceOf(CodecException.class);
        }
    }

    @Test
    void doesNotInitialiseWhatAPeerNames() throws Exception {
        TypeClosure types = shop(
                childLoader(),
                EndpointOptions.builder().registerPackage("acme.other").build());
        System.clearProperty("wherry.initialised");
        types.find("acme.other.Gift");
        assertThat(System.getProperty("wherry.initialised")).isNull();
    }

    @Test
    void doesNotLoadWhatIsNeitherListedNorOfARegisteredPackage() throws Exception {
        List<String> asked = new ArrayList<>();
        ClassLoader loader =
                new URLClassLoader(
                        new URL[] {folder.resolve("acme").toUri().toURL()}, ForeignTypesTest.class.getClassLoader()) {
                    @Override
                    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                        asked.add(name);
                        return super.loadClass(name, resolve);
                    }
                };
        TypeClosure types = shop(loader, EndpointOptions.defaults());
        asked.clear();
        for (String name : List.of("acme.other.Gift", "[[Lacme.other.Gift;", "java.lang.Thread", "java.lang.Runtime")) {
            assertThatThrownBy(() -> types.find(name)).isInstanceOf(CodecException.class);
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void takesNoLambdaOfARegisteredPackage() throws Exception {
        ClassLoader loader = childLoader();
        TypeClosure types = shop(
                loader, EndpointOptions.builder().registerPackage("acme.other").build());
        Class<?> gift = loader.loadClass("acme.other.Gift");
        Object lambda = gift.getMethod("lambda").invoke(gift.getConstructor().newInstance());
        assertThat(types.allows(lambda.getClass())).isFalse();
    }
}
