package dev.wherry.dds.idl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Java sources of IDL. */
class ImportTest {
    static String resource(String name) throws IOException {
        try (InputStream in = ImportTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static IdlImport read(String text) throws Exception {
        return IdlImport.builder().read("test.idl", text);
    }

    private static Class<?> loaded(Compiled compiled, JavaNames names, String name) throws ClassNotFoundException {
        JavaNames.JavaClass of = names.of(name);
        return compiled.loadClass(of.inPackage() + "." + String.join("$", of.path()));
    }

    private static void checkTypes(IdlImport imported, String prefix) throws Exception {
        Compiled compiled = Compiled.of(imported.sources());
        JavaNames names = new JavaNames(imported.definitions(), prefix);
        for (Definition each : imported.definitions()) {
            if (each instanceof Definition.Type(DataType.Named type)) {
                assertThat(new JavaTypes()
                                .of(loaded(compiled, names, each.name()))
                                .dataType())
                        .as(each.name())
                        .isEqualTo(type);
            }
        }
        for (Definition each : imported.definitions()) {
            if (each instanceof Definition.Interface type) {
                checkOperations(type, CallTypes.of(loaded(compiled, names, each.name()), new JavaTypes()), imported);
            }
        }
    }

    private static void checkOperations(Definition.Interface type, CallTypes calls, IdlImport imported) {
        assertThat(calls.refusals()).isEmpty();
        Map<String, DataType> failures = new java.util.HashMap<>();
        for (Definition each : imported.definitions()) {
            if (each instanceof Definition.Failure(DataType.Structure structure)) {
                failures.put(each.name(), structure);
            }
        }
        for (Definition.Operation each : type.operations()) {
            Operation found = calls.operations().stream()
                    .filter(other -> other.name().equals(each.name()))
                    .findFirst()
                    .orElseThrow();
            assertThat(found.oneWay()).isEqualTo(each.oneWay());
            assertThat(members(found.in().dataType()))
                    .isEqualTo(each.parameters().stream()
                            .filter(Definition.Parameter::in)
                            .map(parameter -> parameter.name() + parameter.value())
                            .toList());
            List<String> out = new java.util.ArrayList<>(each.parameters().stream()
                    .filter(Definition.Parameter::out)
                    .map(parameter -> parameter.name() + parameter.value())
                    .toList());
            if (each.result() != null) {
                out.add("return_" + each.result());
            }
            assertThat(members(found.out().dataType())).isEqualTo(out);
            assertThat(found.exceptions())
                    .allSatisfy(failure -> assertThat(
                                    (DataType) failure.members().dataType())
                            .isEqualTo(failures.get(failure.members().dataType().name())));
            assertThat(found.exceptions())
                    .extracting(failure -> failure.members().dataType().name())
                    .containsExactlyInAnyOrderElementsOf(each.raises());
        }
    }

    private static List<String> members(DataType.Structure structure) {
        return structure.members().stream()
                .filter(each -> !each.name().equals("dummy"))
                .map(each -> each.name() + new Definition.Value(each.type(), each.optional()))
                .toList();
    }

    @Test
    void givesTheSameTypesAsTheSources() throws Exception {
        IdlImport imported = read(resource("shop.idl"));
        assertThat(imported.warnings()).isEmpty();
        checkTypes(imported, "");
    }

    @Test
    void givesTheSameTypesInAnotherPackage() throws Exception {
        IdlImport imported = IdlImport.builder().inPackage("acme.client").read("shop.idl", resource("shop.idl"));
        assertThat(imported.sources()).containsKey("acme/client/shop/Quote.java");
        checkTypes(imported, "acme.client");
    }

    @Test
    void computesConstants() throws Exception {
        Compiled compiled = Compiled.of(read(resource("shop.idl")).sources());
        Class<?> constants = compiled.loadClass("shop.Constants");
        assertThat(constants.getField("MOST").get(null)).isEqualTo(12);
        assertThat(constants.getField("ALL").get(null)).isEqualTo(-1);
        assertThat(constants.getField("MANY").get(null)).isEqualTo(1L << 40);
        assertThat(constants.getField("GREETING").get(null)).isEqualTo("hello world\n");
        assertThat(constants.getField("RATIO").get(null)).isEqualTo(750.0);
        assertThat(constants.getField("MASK").get(null)).isEqualTo((byte) -1);
        assertThat(constants.getField("USUAL").get(null)).hasToString("SELL");
        assertThat(compiled.loadClass("shop.Shop").getField("DEPTH").get(null)).isEqualTo((short) 5);
    }

    @Test
    void readsAnInterfaceOfOpenSplice() throws Exception {
        IdlImport imported = read("""
                #include "dds_rmi.idl"
                module hello {
                    local interface Greeter : ::DDS_RMI::Services {
                        void op1(in string p1, inout short p2, out long p3);
                    };
                };
                """);
        assertThat(imported.sources().get("hello/Greeter.java")).contains("public interface Greeter {");
        checkTypes(imported, "");
    }

    @Test
    void makesKeysOfAPragma() throws Exception {
        IdlImport imported = read("""
                module m { struct Track { long id; string name; }; };
                #pragma keylist Track id
                """);
        assertThat(imported.sources().get("m/Track.java")).contains("@Key int id");
        checkTypes(imported, "");
    }

    @Test
    void takesTypesForFinalIfAsked() throws Exception {
        IdlImport imported = IdlImport.builder().finalByDefault().read("a.idl", "struct A { long b; };");
        assertThat(imported.sources().get("idl/A.java")).contains("@Final");
        checkTypes(imported, "");
    }

    @Test
    void writesWholeNamesWhereADefinitionHidesAClass() throws Exception {
        checkTypes(read("""
                module m {
                    struct String { string<3> a; };
                    struct List { sequence<String> a; @key long key; };
                    struct Optional { @optional List list; map<long, String> _map; };
                    enum Key { Final };
                    interface OneWay { oneway void record(in String var); exception Exception { long message; }; };
                };
                """), "");
    }

    @Test
    void warnsOfAnnotationsThatHaveNoMeaning() throws Exception {
        IdlImport imported = read("struct A {\n    @default(5) @unit(\"m\") long b;\n    @topic long c;\n};");
        assertThat(imported.warnings())
                .extracting(IdlProblem::toString)
                .containsExactly("test.idl:2:5: @default is ignored", "test.idl:2:17: @unit is ignored");
    }
}
