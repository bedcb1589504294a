package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Files of one package that depend on each other in a circle form a knot. They can only be understood together. */
@AnalyzeClasses(packages = "dev.wherry", importOptions = ImportOption.DoNotIncludeTests.class)
class KnotTest {
    private static final int MOST = 10;

    /** Packages with limits of their own. A limit is lowered when its package allows it, and never raised. */
    private static final Map<String, Integer> LIMITS = Map.of(
            "dev.wherry.codec.compact", 6,
            "dev.wherry.internal.invoke", 21,
            "dev.wherry.internal.session", 21);

    @ArchTest
    static void hasNoKnotOfManyFiles(JavaClasses classes) {
        Map<String, Set<String>> uses = new TreeMap<>();
        Map<String, String> packages = new TreeMap<>();
        for (JavaClass each : classes) {
            packages.put(file(each), each.getPackageName());
            Set<String> used = uses.computeIfAbsent(file(each), none -> new TreeSet<>());
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().equals(each.getPackageName())) {
                    used.add(file(target));
                }
            }
        }
        Map<String, Set<String>> reached = new TreeMap<>();
        uses.keySet().forEach(file -> reached.put(file, reached(file, uses)));
        Map<String, Set<String>> tooLarge = new TreeMap<>();
        reached.forEach((file, others) -> {
            Set<String> knot = new TreeSet<>(others);
            knot.removeIf(other -> !reached.getOrDefault(other, Set.of()).contains(file));
            if (knot.size() > LIMITS.getOrDefault(packages.get(file), MOST)) {
                tooLarge.put(packages.get(file), knot);
            }
        });
        assertThat(reached).as("files").hasSizeGreaterThan(100);
        assertThat(tooLarge).as("packages with a knot of too many files").isEmpty();
    }

    private static String file(JavaClass type) {
        String name = type.getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static Set<String> reached(String from, Map<String, Set<String>> uses) {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            for (String next : uses.getOrDefault(open.remove(), Set.of())) {
                if (reached.add(next)) {
                    open.add(next);
                }
            }
        }
        return reached;
    }
}
