package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.wherry.Endpoint;
import dev.wherry.ledger.FileLedger;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.testkit.endpoint.EndpointContract;
import dev.wherry.testrun.RunTests;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apiguardian.api.API;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.commons.util.ReflectionUtils;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.opentest4j.AssertionFailedError;

/**
 * Runs the whole contract, with the testkit's interfaces and values, in three set-ups. They are: all in named modules, only
 * Wherry in named modules, and the user's types in a child class loader.
 */
class SetUpsTest {
    private static final Path MODULAR = Path.of("src/test/modular");
    private static final Path RUNNER = Path.of("src/test/java/dev/wherry/testrun/RunTests.java");
    private static final String WHERRY = ChildJvm.path(Endpoint.class);
    private static final String TESTKIT = ChildJvm.path(EndpointContract.class);
    private static final String LIBRARIES = ChildJvm.path(
            Test.class,
            JupiterTestEngine.class,
            TestEngine.class,
            Launcher.class,
            ReflectionUtils.class,
            AssertionFailedError.class,
            Assertions.class,
            API.class,
            Nullable.class);
    private static final String MODULES =
            joined(WHERRY, ChildJvm.path(MobilityPolicy.class, FileLedger.class), TESTKIT, LIBRARIES);

    @TempDir
    private Path folder;

    private static String joined(String... paths) {
        return String.join(File.pathSeparator, paths);
    }

    /** Runs tests, all of which must pass. Returns their output. */
    private static List<String> assertPasses(List<String> arguments) throws Exception {
        try (ChildJvm child = new ChildJvm(arguments)) {
            List<String> said = child.toTheEnd();
            assertThat(said).last().as(() -> String.join("\n", said)).isEqualTo("exit 0");
            return said;
        }
    }

    /** Returns the output of a run in which all tests of a class passed and none was skipped. */
    private static String allPassed(Class<?> tests) {
        return RunTests.count(List.of(selectClass(tests))) + " passed, 0 failed";
    }

    private void compileModule() throws IOException {
        List<String> compile = new ArrayList<>(List.of("-p", MODULES, "-parameters", "-d", folder.toString()));
        try (Stream<Path> sources = Files.walk(MODULAR)) {
            sources.filter(path -> path.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(compile::add);
        }
        compile.add(RUNNER.toString());
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, compile.toArray(String[]::new)))
                .isZero();
    }

    /** Runs tests in the module with these flags. All must pass. */
    private List<String> assertPassesInModules(List<String> flags, String... tests) throws Exception {
        List<String> arguments = new ArrayList<>(flags);
        arguments.addAll(
                List.of("-p", joined(folder.toString(), MODULES), "--add-modules", "org.junit.jupiter.engine"));
        arguments.addAll(List.of("-m", "acme.shop/dev.wherry.testrun.RunTests"));
        arguments.addAll(List.of(tests));
        return assertPasses(arguments);
    }

    @Test
    @Tag("long")
    void passesInNamedModules() throws Exception {
        compileModule();
        assertThat(assertPassesInModules(List.of(), "acme.shop.ModularContractTest"))
                .contains(allPassed(WholeContract.class));
    }

    @Test
    void needsNoMoreOpenPackagesThanDocumented() throws Exception {
        compileModule();
        assertPassesInModules(List.of(), "acme.shop.ShopTest");
    }

    @Test
    void namesThePackageThatAClientsModuleMustOpen() throws Exception {
        compileModule();
        try (ChildJvm server = new ChildJvm(List.of("-cp", joined(folder.toString(), WHERRY), "acme.shop.Vault"))) {
            String address = server.awaitLine("listening ").substring("listening ".length());
            assertPassesInModules(List.of("-Dvault=" + address), "acme.shop.VaultTest");
        }
    }

    @Test
    @Tag("long")
    void passesWithOnlyWherryInNamedModules() throws Exception {
        List<String> said = assertPasses(List.of(
                "-p",
                WHERRY,
                "--add-modules",
                "dev.wherry",
                "-cp",
                joined(ChildJvm.path(SetUpsTest.class), TESTKIT, LIBRARIES),
                RunTests.class.getName(),
                MixedContract.class.getName()));
        assertThat(said).contains(allPassed(MixedContract.class));
    }

    @Test
    @Tag("long")
    void passesWithTheUsersTypesInAChildLoader() throws Exception {
        String[] paths = ChildJvm.path(WholeContract.class).split(File.pathSeparator);
        URL[] places = new URL[paths.length];
        for (int i = 0; i < paths.length; i++) {
            places[i] = Path.of(paths[i]).toUri().toURL();
        }
        try (URLClassLoader child = new ChildFirst(places)) {
            Class<?> test = child.loadClass(WholeContract.class.getName());
            assertThat(test).isNotEqualTo(WholeContract.class);
            var summary = RunTests.run(List.of(selectClass(test)));
            assertThat(summary.getFailures())
                    .allSatisfy(failure -> assertThat(failure.getException()).isNull());
            assertThat(summary.getTestsSucceededCount()).isEqualTo(RunTests.count(List.of(selectClass(test))));
        }
    }

    /** A class loader with its own copy of the testkit; Wherry and the libraries are loaded by its parent. */
    private static final class ChildFirst extends URLClassLoader {
        ChildFirst(URL[] places) {
            super(places, SetUpsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.wherry.testkit.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }
}
