package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.MobilityPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CodeAdmissionTest {
    private static final MobilityPolicy POLICY = MobilityPolicy.acceptAnyone();
    private static final int NESTING = POLICY.limits().nesting();

    private final CodeAdmission intake = new CodeAdmission(POLICY);

    @Test
    void refusesAClassAboveItself() {
        refuses(intake, Rule.NO_CYCLES, Made.heir("acme.A", "acme.A"));
        refuses(intake, Rule.NO_CYCLES, Made.heir("acme.A", "java.lang.Object", "acme.A"));
        refuses(
                intake,
                Rule.NO_CYCLES,
                Made.heir("acme.A", "acme.B"),
                Made.heir("acme.B", "java.lang.Object", "acme.C"),
                Made.heir("acme.C", "acme.A"));
    }

    @Test
    void refusesACycleThatComesBitByBit() {
        intake.add(List.of(Made.heir("acme.A", "acme.B")));
        intake.add(List.of(Made.heir("acme.B", "acme.C")));
        refuses(intake, Rule.NO_CYCLES, Made.heir("acme.C", "acme.A"));
        intake.add(List.of(Made.heir("acme.C", "java.lang.Object")));
    }

    @Test
    void refusesALongChainInAnyOrder() {
        List<ClassBytes> chain = chain(10_000);
        CodeAdmission roomy = new CodeAdmission(POLICY.toBuilder()
                .limits(CodeLimits.builder()
                        .workspaceClasses(20_000)
                        .workspaceBytes(1 << 30)
                        .build())
                .build());
        assertThatThrownBy(() -> roomy.add(chain)).hasMessageContaining("'nesting'");
        Collections.shuffle(chain, new Random(1));
        assertThatThrownBy(() -> roomy.add(chain)).hasMessageContaining("'nesting'");
    }

    @Test
    void refusesALongChainThatComesOneByOneFromBelow() {
        List<ClassBytes> chain = chain(NESTING + 1);
        chain.subList(1, chain.size()).reversed().forEach(file -> intake.add(List.of(file)));
        assertThatThrownBy(() -> intake.add(chain.subList(0, 1))).hasMessageContaining("'nesting'");
    }

    @Test
    void letsAChainInThatIsAsLongAsAllowedAndWideOnes() {
        intake.add(chain(NESTING));
        intake.add(IntStream.range(0, 1_000)
                .mapToObj(i -> Made.heir("acme.wide.T" + i, "acme.T0"))
                .toList());
    }

    @Test
    void refusesAnotherVersionOfAClass() {
        ClassBytes one = Made.saying("acme.T", "one");
        ClassBytes two = Made.saying("acme.T", "two");
        intake.add(List.of(one));
        intake.add(List.of(one));
        refuses(intake, Rule.ONE_VERSION, two);
        refuses(new CodeAdmission(POLICY), Rule.ONE_VERSION, one, two);
        assertThatThrownBy(() -> intake.check(Manifest.of(List.of(two))))
                .hasMessageContaining(one.hash().shown())
                .hasMessageContaining(two.hash().shown());
    }

    @Test
    void refusesMoreClassesThanAWorkspaceHolds() {
        CodeAdmission small = new CodeAdmission(POLICY.toBuilder()
                .limits(CodeLimits.builder()
                        .workspaceClasses(2)
                        .workspaceBytes(1 << 20)
                        .build())
                .build());
        small.add(List.of(Made.file("acme.A"), Made.file("acme.B")));
        small.add(List.of(Made.file("acme.A")));
        refuses(small, Rule.WORKSPACE_CLASSES, Made.file("acme.C"));
        assertThatThrownBy(() -> small.check(Manifest.of(List.of(Made.file("acme.C")))))
                .hasMessageContaining("'workspaceClasses'");
    }

    @Test
    void refusesMoreBytesThanAWorkspaceHolds() {
        ClassBytes file = Made.file("acme.A");
        CodeAdmission small = new CodeAdmission(POLICY.toBuilder()
                .limits(CodeLimits.builder()
                        .workspaceClasses(100)
                        .workspaceBytes(2L * file.bytes().length - 1)
                        .build())
                .build());
        small.add(List.of(file));
        refuses(small, Rule.WORKSPACE_BYTES, Made.file("acme.B"));
        assertThatThrownBy(() -> small.check(Manifest.of(List.of(Made.file("acme.B")))))
                .hasMessageContaining("'workspaceBytes'");
        assertThatThrownBy(() -> small.addResources("words.txt", List.of(file.bytes())))
                .hasMessageContaining("'workspaceBytes'");
        assertThatCode(() -> small.addResources("words.txt", List.of(new byte[1])))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesALargeBundleBeforeItIsFetched() {
        Manifest large = new Manifest(IntStream.range(0, 20)
                .mapToObj(i -> new Manifest.Entry("acme.T" + i, CodeHash.of(new byte[0]), 1 << 20))
                .toList());
        assertThatThrownBy(() -> intake.check(large))
                .hasMessage("This bundle: the policy's rule 'bundleBytes' refuses 20971520 bytes: at most 16777216");
    }

    @Test
    void refusesNamesAndSizesBeforeTheyAreFetched() {
        CodeHash hash = CodeHash.of(new byte[0]);
        assertThatThrownBy(() -> intake.check(new Manifest(List.of(new Manifest.Entry("java.lang.T", hash, 1)))))
                .hasMessageContaining("'" + Rule.RESERVED_PACKAGES + "'");
        assertThatThrownBy(() -> intake.check(new Manifest(List.of(new Manifest.Entry("acme.T", hash, 2 << 20)))))
                .hasMessageContaining("'classBytes'");
    }

    @Test
    void takesAllOrNone() {
        refuses(intake, Rule.NO_CYCLES, Made.saying("acme.T", "one"), Made.heir("acme.A", "acme.A"));
        assertThatCode(() -> intake.add(List.of(Made.saying("acme.T", "two")))).doesNotThrowAnyException();
    }

    /** From the uppermost down. */
    private static List<ClassBytes> chain(int length) {
        List<ClassBytes> chain = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            chain.add(Made.heir("acme.T" + i, i == 0 ? "java.lang.Object" : "acme.T" + (i - 1)));
        }
        return chain;
    }

    private static void refuses(CodeAdmission intake, Rule rule, ClassBytes... files) {
        assertThatThrownBy(() -> intake.add(List.of(files))).hasMessageContaining("rule '" + rule + "'");
    }
}
