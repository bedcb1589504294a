package dev.wherry.testsupport;

import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The knots of one module. Files that depend on each other in a circle form a knot: they can only be understood together. Nested
 * classes count as part of their file. Knots grow where a part is given an object that knows everything. The remedy is to give it
 * what it uses.
 */
public final class Knots {
    private static final String CLASS_FILE = ".class";

    /** Matches the names of classes in descriptors and in generic signatures. */
    private static final Pattern NAME = Pattern.compile("L([\\w/$]+)[;<]");

    private final Map<String, Set<String>> uses;
    private final List<Set<String>> all;

    private Knots(Map<String, Set<String>> uses) {
        this.uses = uses;
        Search search = new Search(uses);
        uses.keySet().forEach(search::visit);
        all = search.knots;
    }

    /** Reads all class files of the folder that a class was loaded from. */
    public static Knots around(Class<?> type) throws IOException {
        Map<String, Set<String>> used = new TreeMap<>();
        for (Path file : classFiles(type)) {
            ClassModel model = ClassFile.of().parse(file);
            Set<String> names = new TreeSet<>();
            Uses.collect(model, names);
            used.computeIfAbsent(file(model.thisClass().asInternalName()), _ -> new TreeSet<>())
                    .addAll(names);
        }
        used.forEach((file, names) -> {
            names.retainAll(used.keySet());
            names.remove(file);
        });
        return new Knots(used);
    }

    private static List<Path> classFiles(Class<?> type) throws IOException {
        try {
            Path folder = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (Stream<Path> files = Files.walk(folder)) {
                return files.filter(file -> file.toString().endsWith(CLASS_FILE))
                        .filter(file -> !file.getFileName().toString().contains("-info"))
                        .toList();
            }
        } catch (URISyntaxException e) {
            throw new IOException("The folder of " + type + " cannot be found", e);
        }
    }

    /** Returns the names of all files, each as the full name of its top-level class. */
    public Set<String> files() {
        return uses.keySet();
    }

    /**
     * Returns the knots that have too many files.
     *
     * @param most the largest number for a package without a limit of its own
     * @param limits the largest number, by package
     */
    public List<Set<String>> largerThan(int most, Map<String, Integer> limits) {
        return all.stream()
                .filter(knot -> knot.size()
                        > limits.getOrDefault(packageOf(knot.iterator().next()), most))
                .toList();
    }

    /** Returns the knots whose files are in several packages. */
    public List<Set<String>> acrossPackages() {
        return all.stream()
                .filter(knot -> knot.stream().map(Knots::packageOf).distinct().count() > 1)
                .toList();
    }

    /** @param internalName such as {@code java/util/Map$Entry} */
    private static String file(String internalName) {
        int nested = internalName.indexOf('$');
        return (nested < 0 ? internalName : internalName.substring(0, nested)).replace('/', '.');
    }

    private static String packageOf(String file) {
        return file.substring(0, file.lastIndexOf('.'));
    }

    /** Collects the files that a class names: in its code, in the types of its members, and in its annotations. */
    private static final class Uses {
        private Uses() {}

        static void collect(ClassModel model, Set<String> to) {
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof ClassEntry type) {
                    to.add(file(type.asInternalName()));
                    addNames(type.asInternalName(), to); // of an array's elements
                }
            }
            collect((AttributedElement) model, to);
            model.fields().forEach(field -> {
                addNames(field.fieldType().stringValue(), to);
                collect(field, to);
            });
            model.methods().forEach(method -> {
                addNames(method.methodType().stringValue(), to);
                collect(method, to);
            });
            model.findAttribute(Attributes.record())
                    .map(RecordAttribute::components)
                    .orElse(List.of())
                    .forEach(component -> collect(component, to));
        }

        private static void collect(AttributedElement element, Set<String> to) {
            element.findAttribute(Attributes.signature())
                    .ifPresent(signature -> addNames(signature.signature().stringValue(), to));
            element.findAttribute(Attributes.runtimeVisibleAnnotations())
                    .ifPresent(visible -> visible.annotations().forEach(each -> collect(each, to)));
            element.findAttribute(Attributes.runtimeVisibleParameterAnnotations())
                    .ifPresent(visible -> visible.parameterAnnotations()
                            .forEach(parameter -> parameter.forEach(each -> collect(each, to))));
        }

        private static void collect(Annotation annotation, Set<String> to) {
            addNames(annotation.className().stringValue(), to);
            annotation.elements().forEach(element -> collect(element.value(), to));
        }

        private static void collect(AnnotationValue value, Set<String> to) {
            switch (value) {
                case AnnotationValue.OfClass type -> addNames(type.className().stringValue(), to);
                case AnnotationValue.OfEnum constant ->
                    addNames(constant.className().stringValue(), to);
                case AnnotationValue.OfAnnotation nested -> collect(nested.annotation(), to);
                case AnnotationValue.OfArray array -> array.values().forEach(each -> collect(each, to));
                default -> {}
            }
        }

        private static void addNames(String text, Set<String> to) {
            NAME.matcher(text).results().forEach(found -> to.add(file(found.group(1))));
        }
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
