package dev.wherry.dds.idl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.OneWay;
import dev.wherry.dds.Bound;
import dev.wherry.dds.Case;
import dev.wherry.dds.Discriminator;
import dev.wherry.dds.Final;
import dev.wherry.dds.Id;
import dev.wherry.dds.Key;
import dev.wherry.dds.Length;
import dev.wherry.dds.Mutable;
import dev.wherry.dds.Name;
import dev.wherry.dds.OutParameters;
import dev.wherry.dds.Unsigned;
import dev.wherry.dds.Value;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** IDL of Java interfaces. */
@NullMarked
public class ExportTest {
    public enum Side {
        BUY,
        @Value(5)
        SELL
    }

    @Final
    public record Point(@Key short x, int @Length(2) [] @Length(3) [] cells) {}

    @Mutable
    public record Line(@Id(4) Point from, @Bound(8) String string, Map<String, Long> counts, Instant at, UUID id) {}

    public sealed interface Shape permits Circle, Square {}

    public record Circle(double radius) implements Shape {}

    public record Square(@Nullable Point corner, List<UUID> ids) implements Shape {}

    @Discriminator(Side.class)
    public sealed interface Price {}

    @Case(5)
    public record Amount(@Unsigned int amount) implements Price {}

    @Case
    public record Other(List<List<String>> other) implements Price {}

    public static class Refused extends Exception {
        private static final long serialVersionUID = 1;
        public final long code;

        public Refused(String message, long code) {
            super(message);
            this.code = code;
        }
    }

    @OutParameters
    public record Swapped(int b, int a) {}

    public interface OtherOrder {
        Swapped swap(int a, int b);
    }

    @OutParameters
    public record Widened(long a) {}

    public interface OtherType {
        Widened widen(int a);
    }

    @OutParameters
    public record Division(int dividend, int remainder, int return_) {}

    public record Nothing() {}

    @Name("shop::Basic")
    public interface Basic<T> {
        T same(T value);
    }

    @ByReference
    public interface Watcher {}

    public interface Shop extends Basic<Point> {
        void put(Line line, List<Shape> shapes, Price price) throws Refused;

        CompletableFuture<Optional<LocalDate>> find(@Nullable String name);

        long find(int number);

        Division divide(int dividend, int divisor);

        @OneWay
        void note(Nothing in);

        UUID id(UUID id);

        void watch(Watcher watcher);
    }

    @Final
    public interface Small {
        int add(int a, int b);
    }

    public enum One {
        LOW
    }

    public enum Another {
        LOW
    }

    public interface SameLiterals {
        void put(One one, Another another);
    }

    public record Members(int a, int A) {}

    public interface SameMembers {
        void put(Members members);
    }

    @Test
    void writesAnInterface() {
        assertThat(IdlExport.of(Small.class)).isEqualTo("""
                module dev {
                    module wherry {
                        module dds {
                            module idl {
                                @final
                                interface ExportTest_Small {
                                    long add(in long a, in long b);
                                };
                            };
                        };
                    };
                };
                """);
    }

    @Test
    void writesTypesAndOperations() {
        String idl = IdlExport.of(Shop.class);
        assertThat(idl)
                .contains("// not exported: watch(watcher): ")
                .contains("oneway void note(in ::dev::wherry::dds::idl::ExportTest_Nothing _in);")
                .contains("@key short x;")
                .contains("long cells[2][3];")
                .contains("@id(4) ::dev::wherry::dds::idl::ExportTest_Point from;")
                .contains("string<8> _string;")
                .contains("sequence<::wherry::Entry_String_Long> counts;")
                .contains("typedef octet array_16_octet[16];")
                .contains("::wherry::array_16_octet id(in ::wherry::array_16_octet id);")
                .contains("case ::dev::wherry::dds::idl::SELL:")
                .contains("sequence<sequence<string> > other;")
                .contains("long divide(inout long dividend, in long divisor, out long remainder);")
                .contains("@optional string find_String(@optional in string name);")
                .contains("raises (::dev::wherry::dds::idl::ExportTest_Refused)");
    }

    /** Returns a class of the sources to which IDL is imported. */
    private static Class<?> imported(String idl, String name) throws Exception {
        return Compiled.of(IdlImport.builder().read("test.idl", idl).sources()).loadClass(name);
    }

    @ParameterizedTest
    @ValueSource(classes = {Shop.class, Small.class})
    void isTheSameForTheImportedSources(Class<?> type) throws Exception {
        String idl = IdlExport.of(type).replaceAll("(?m)^//.*\n", "");
        Class<?> imported = imported(idl, "dev.wherry.dds.idl.ExportTest_" + type.getSimpleName());
        assertThat(IdlExport.of(imported)).isEqualTo(idl);
        assertThat(IdlExport.topics(imported))
                .isEqualTo(IdlExport.topics(type).replaceAll("(?m)^// not exported.*\n", ""));
    }

    @Test
    void keepsTheTypesOfTheTopicsOfAnImport() throws Exception {
        Class<?> shop = imported(ImportTest.resource("shop.idl"), "shop.Shop");
        String again = IdlExport.of(shop);
        Class<?> imported = imported(again, "shop.Shop");
        assertThat(IdlExport.topics(imported)).isEqualTo(IdlExport.topics(shop));
        assertThat(IdlExport.of(imported)).isEqualTo(again);
    }

    @Test
    void hasOnlyWhatTheTypesOfTheTopicsNeedOfAnImport() throws Exception {
        String idl = """
                module m {
                    const long MOST = 5;
                    struct Unused { long a; };
                    struct P { @key long a; };
                    typedef sequence<long, MOST> Numbers;
                    struct Q : P { Numbers b; map<long, long> c; };
                    interface Base { attribute long limit; };
                    local interface Bank : Base {
                        const long LEAST = 1;
                        void put(out long x, in Q q, inout long y);
                    };
                };
                """;
        Class<?> bank = imported(idl, "m.Bank");
        assertThat(IdlExport.of(bank))
                .contains("@key long a;")
                .contains("sequence<long, 5> b;")
                .contains("sequence<::wherry::Entry_")
                .contains("interface Bank {")
                .contains("long getLimit();")
                .contains("void setLimit(in long limit);")
                .contains("void put(in ::m::Q q, out long x, inout long y);")
                .doesNotContain("Base", "P {", "attribute", "const", "Unused", "map", "Numbers", "local");
    }

    @Test
    void definesArraysOfTypesInAnInterfaceBehindThem() throws Exception {
        String idl = """
                module m {
                    interface Plan {
                        struct Point { long x; };
                        typedef Point Line[2];
                        struct Path { sequence<Line> lines; sequence<Point> corners; };
                        void draw(in Line line, in sequence<Line> more, in Path path);
                    };
                };
                """;
        String exported = IdlExport.of(imported(idl, "m.Plan"));
        assertThat(exported).contains(" typedef Point array_2_m_Plan_Point[2];", "draw(in array_2_m_Plan_Point line");
        assertThat(IdlExport.of(imported(exported, "m.Plan"))).isEqualTo(exported);
    }

    @Test
    void refusesTypesBeforeAnInterfaceThatReferToTypesInIt() throws Exception {
        String idl = """
                module m {
                    interface Plan {
                        struct Point { long x; };
                        void draw(in map<long, Point> points);
                    };
                };
                """;
        Class<?> plan = imported(idl, "m.Plan");
        assertThatThrownBy(() -> IdlExport.of(plan))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("refers to a type in the interface m::Plan");
        assertThat(IdlExport.topics(plan)).contains("points;");
    }

    @Test
    void writesTheTypesOfTheTopics() throws Exception {
        String idl = IdlExport.topics(Shop.class);
        assertThat(idl)
                .contains("//  NAME_Request of the type dev::wherry::dds::idl::ExportTest_Shop_Request")
                .contains("string<255> instanceName;")
                .contains("union ExportTest_Shop_Call switch (long) {")
                .contains("@appendable struct ExportTest_Refused {")
                .doesNotContain("interface");
        assertThat(IdlImport.builder().read("topics.idl", idl).sources()).isNotEmpty();
    }

    @Test
    void refusesNamesThatIdlDoesNotAllowTogether() {
        assertThatThrownBy(() -> IdlExport.of(SameLiterals.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dev::wherry::dds::idl::LOW");
        assertThatThrownBy(() -> IdlExport.of(SameMembers.class)).hasMessageContaining("'a' and 'A'");
        assertThatThrownBy(() -> IdlExport.of(OtherOrder.class)).hasMessageContaining("swap: the components");
        assertThatThrownBy(() -> IdlExport.of(OtherType.class)).hasMessageContaining("widen: the components");
        assertThatThrownBy(() -> IdlExport.of(String.class)).hasMessageContaining("not an interface");
    }
}
