package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Files that depend on each other in a circle form a knot. They can only be understood together. Nested classes count as part
 * of their file. Knots grow where a part is given an object that knows everything; the remedy is to give it what it uses.
 */
@AnalyzeClasses(packages = "dev.wherry", importOptions = ImportOption.DoNotIncludeTests.class)
class KnotTest {
    private static final int MOST = 10;

    /** Packages with limits of their own. A limit is lowered when its package allows it, and never raised. */
    private static final Map<String, Integer> LIMITS = Map.of(
            "dev.wherry.codec.compact", 6,
            "dev.wherry.internal.endpoint", 6,
            "dev.wherry.internal.invoke", 2,
            "dev.wherry.internal.loop", 6,
            "dev.wherry.internal.session", 6);

    @ArchTest
    static void hasNoKnotOfManyFiles(JavaClasses classes) {
        Map<String, Set<String>> tooLarge = new TreeMap<>();
        for (Set<String> knot : knots(classes)) {
            String first = knot.iterator().next();
            if (knot.size() > LIMITS.getOrDefault(packageOf(first), MOST)) {
                tooLarge.put(packageOf(first), knot);
            }
        }
        assertThat(tooLarge).as("packages with a knot of too many files").isEmpty();
    }

    @ArchTest
    static void hasNoKnotAcrossPackages(JavaClasses classes) {
        List<Set<String>> across = new ArrayList<>();
        for (Set<String> knot : knots(classes)) {
            Set<String> packages = new HashSet<>();
            knot.forEach(file -> packages.add(packageOf(file)));
            if (packages.size() > 1) {
                across.add(knot);
            }
        }
        assertThat(across).as("knots of files of several packages").isEmpty();
    }

    private static List<Set<String>> knots(JavaClasses classes) {
        Search search = new Search(uses(classes));
        assertThat(search.uses).as("files").hasSizeGreaterThan(100);
        search.uses.keySet().forEach(search::visit);
        return search.knots;
    }

    private static Map<String, Set<String>> uses(JavaClasses classes) {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass each : classes) {
            Set<String> used = uses.computeIfAbsent(file(each), none -> new TreeSet<>());
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (classes.contain(target.getName())) {
                    used.add(file(target));
                }
            }
            used.remove(file(each));
        }
        return uses;
    }

    private static String file(JavaClass type) {
        String name = type.getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static String packageOf(String file) {
        return file.substring(0, file.lastIndexOf('.'));
    }

    /** Finds strongly connected components by Tarjan's algorithm. */
    private static final class Search {
        private final Map<String, Set<String>> uses;
        private final Map<String, Integer> order = new HashMap<>();
        private final Map<String, Integer> lowest = new HashMap<>();
        private final Deque<String> path = new ArrayDeque<>();
        private final Set<String> onPath = new HashSet<>();
        private final List<Set<String>> knots = new ArrayList<>();

        Search(Map<String, Set<String>> uses) {
            this.uses = uses;
        }

        void visit(String file) {
            if (order.containsKey(file)) {
                return;
            }
            int number = order.size();
            order.put(file, number);
            lowest.put(file, number);
            path.push(file);
            onPath.add(file);
            for (String used : uses.getOrDefault(file, Set.of())) {
                if (!order.containsKey(used)) {
                    visit(used);
                    lowest.merge(file, lowest.get(used), Math::min);
                } else if (onPath.contains(used)) {
                    lowest.merge(file, order.get(used), Math::min);
                }
            }
            if (lowest.get(file) == number) {
                close(file);
            }
        }

        /** Takes the component whose first file this is from the path. */
        private void close(String first) {
            Set<String> component = new TreeSet<>();
            String file;
            do {
                file = path.pop();
                onPath.remove(file);
                component.add(file);
            } while (!file.equals(first));
            if (component.size() > 1) {
                knots.add(component);
            }
        }
    }
}
