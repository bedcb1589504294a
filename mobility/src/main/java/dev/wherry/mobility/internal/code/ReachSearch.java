package dev.wherry.mobility.internal.code;

import dev.wherry.mobility.internal.code.ClassCode.Method;
import dev.wherry.mobility.internal.code.ClassUse.Kind;
import dev.wherry.mobility.internal.code.CodeReach.Root;
import java.lang.classfile.ClassFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One breadth-first search for {@link CodeReach}. A virtual method is entered in those classes of which an object was created (rapid
 * type analysis). If its caller is a class that is not searched, it is entered as soon as there is an object.
 */
final class ReachSearch {
    private final Function<String, @Nullable ClassCode> find;
    private final Predicate<String> stops;
    private final int mostClasses;
    private final int mostBytes;

    private final Deque<ClassUse> ahead = new ArrayDeque<>();
    private final Set<ClassUse> seen = new HashSet<>();
    private final Map<String, ClassBytes> reached = new LinkedHashMap<>();
    private int bytes;
    private boolean full;

    private final Map<ClassCode, Family> families = new HashMap<>();
    private final Map<ClassCode, Boolean> outside = new HashMap<>();
    private final Set<ClassCode> linked = new HashSet<>();
    private final Set<Method> entered = new HashSet<>();
    private final Set<ClassCode> made = new LinkedHashSet<>();
    private final Map<String, Set<String>> dispatched = new HashMap<>();

    /** A class and its supertypes by name: superclasses first, then interfaces. */
    private record Family(Map<String, ClassCode> all, List<ClassCode> inside) {}

    ReachSearch(Function<String, @Nullable ClassCode> find, Predicate<String> stops, int mostClasses, int mostBytes) {
        this.find = find;
        this.stops = stops;
        this.mostClasses = mostClasses;
        this.mostBytes = mostBytes;
    }

    List<ClassBytes> from(Collection<Root> roots) {
        for (Root root : roots) {
            String name = ClassUse.element(root.className().replace('.', '/'));
            if (root.isNamed()) {
                add(ClassUse.of(Kind.NAMED, name));
            } else {
                add(
                        root.lambda().isEmpty()
                                ? ClassUse.of(Kind.TRAVELLED, name)
                                : new ClassUse(Kind.DESERIALIZED, name, root.lambda()));
            }
        }
        for (ClassUse next = ahead.poll(); next != null && !full; next = ahead.poll()) {
            ClassCode code = find.apply(next.owner());
            if (code != null && !isOutside(code) && reach(code)) {
                follow(next, code);
            }
        }
        return List.copyOf(reached.values());
    }

    private void add(ClassUse use) {
        if (!Platform.isOfJdk(use.owner()) && seen.add(use)) {
            ahead.add(use);
        }
    }

    private void call(ClassCode owner, String member) {
        add(new ClassUse(Kind.CALLED, owner.name, member));
    }

    private void addAll(Kind kind, Collection<String> owners) {
        for (String each : owners) {
            add(ClassUse.of(kind, each));
        }
    }

    private void addAll(List<ClassUse> uses) {
        for (ClassUse each : uses) {
            add(each);
        }
    }

    /** Returns whether the other side has this class already. */
    private boolean isOutside(ClassCode code) {
        return outside.computeIfAbsent(code, each -> each.everywhere || stops.test(each.name.replace('/', '.')));
    }

    /** Adds a class. Returns false if the limits are reached. The first class is always added: the host limits its size. */
    private boolean reach(ClassCode code) {
        if (reached.containsKey(code.name)) {
            return true;
        }
        full = !reached.isEmpty() && (reached.size() >= mostClasses || code.size() > mostBytes - bytes);
        if (!full) {
            reached.put(code.name, code.file());
            bytes += code.size();
            for (String parent : code.parents.reversed()) {
                if (!Platform.isOfJdk(parent)) {
                    ahead.addFirst(ClassUse.of(Kind.LOADED, parent)); // next, since it cannot be defined without these
                }
            }
        }
        return !full;
    }

    private void follow(ClassUse use, ClassCode code) {
        switch (use.kind()) {
            case LOADED -> {}
            case NAMED -> name(code);
            case REFLECTED -> reflect(code);
            case HELD -> hold(code);
            case INITIALIZED -> initialize(code);
            case MADE -> make(code);
            case TRAVELLED -> travel(code);
            case DESERIALIZED -> {
                initialize(code);
                addAll(code.lambda(use.member()));
            }
            case CALLED -> resolve(code, use.member());
            case DISPATCHED -> dispatch(code, use.member());
        }
    }

    private Family family(ClassCode code) {
        return families.computeIfAbsent(code, this::familyOf);
    }

    private Family familyOf(ClassCode code) {
        Map<String, ClassCode> all = new LinkedHashMap<>();
        Deque<String> interfaces = new ArrayDeque<>();
        ClassCode next = code;
        while (next != null && all.putIfAbsent(next.name, next) == null) {
            interfaces.addAll(next.parents);
            next = next.superclass == null ? null : find.apply(next.superclass);
        }
        for (String name = interfaces.poll(); name != null; name = interfaces.poll()) {
            ClassCode parent = all.containsKey(name) ? null : find.apply(name);
            if (parent != null) {
                all.put(name, parent);
                interfaces.addAll(parent.parents);
            }
        }
        List<ClassCode> inside = new ArrayList<>();
        for (ClassCode each : all.values()) {
            if (!isOutside(each)) {
                inside.add(each);
            }
        }
        return new Family(all, inside);
    }

    private void link(ClassCode code) {
        for (ClassCode each : family(code).inside) {
            if (linked.add(each)) {
                addAll(Kind.LOADED, each.linked(find));
                addAll(Kind.REFLECTED, each.annotations);
            }
        }
    }

    private void initialize(ClassCode code) {
        link(code);
        for (ClassCode each : family(code).inside) {
            if (each.method(ClassCode.INITIALIZER) != null && (each.equals(code) || each.isInitializedWithHeirs())) {
                call(each, ClassCode.INITIALIZER);
            }
        }
    }

    /** Enters the method that a name means in a class, which may be inherited. */
    private void resolve(ClassCode code, String member) {
        for (ClassCode each : family(code).all.values()) {
            Method method = each.method(member);
            if (method != null) {
                enter(each, method);
                return;
            }
        }
    }

    private void enter(ClassCode code, Method method) {
        if (!isOutside(code) && entered.add(method)) {
            initialize(code);
            addAll(Kind.LOADED, ClassUse.named(method.member()));
            addAll(code.uses(method));
        }
    }

    /** Also enters the method of the named class, since the creation of the receiver may not have been seen. */
    private void dispatch(ClassCode code, String member) {
        resolve(code, member);
        if (dispatched.computeIfAbsent(member, _ -> new HashSet<>()).add(code.name)) {
            for (ClassCode each : made) {
                if (family(each).all.containsKey(code.name)) {
                    override(each, member);
                }
            }
        }
    }

    /** Prefers a method of a class to default methods. Of several default methods all are entered, not only the most specific one. */
    private void override(ClassCode code, String member) {
        for (ClassCode each : family(code).all.values()) {
            Method method = each.method(member);
            if (method != null && method.isVirtual() && !method.isAbstract()) {
                enter(each, method);
                if (!each.is(ClassFile.ACC_INTERFACE)) {
                    return;
                }
            }
        }
    }

    private void make(ClassCode code) {
        if (!made.add(code)) {
            return;
        }
        initialize(code);
        for (ClassCode each : family(code).inside) {
            for (Method method : each.methods()) {
                if (method.isVirtual() && isCalled(code, method.member())) {
                    override(code, method.member());
                }
            }
        }
    }

    /** Methods of a type that is not searched count as called, since their callers are not seen. */
    private boolean isCalled(ClassCode code, String member) {
        Set<String> callers = dispatched.getOrDefault(member, Set.of());
        for (ClassCode each : family(code).all.values()) {
            if (callers.contains(each.name)) {
                return true;
            }
            Method method = isOutside(each) ? each.method(member) : null;
            if (method != null && method.isVirtual()) {
                return true;
            }
        }
        return false;
    }

    /** Called for an object that is sent. The codec searches it for methods of serialization, which loads the types of all methods. */
    private void travel(ClassCode code) {
        make(code);
        for (ClassCode each : family(code).inside) {
            if (each.is(ClassFile.ACC_ENUM)) {
                reflect(each);
            }
            if (!each.is(ClassFile.ACC_INTERFACE)) {
                for (Method method : each.methods()) {
                    addAll(Kind.LOADED, ClassUse.named(method.member()));
                    if (method.isOfCodec() || (each.isRecord() && method.isConstructor())) {
                        enter(each, method);
                    }
                }
            }
        }
        for (String accessor : code.accessors) {
            call(code, accessor);
        }
        hold(code);
    }

    private void hold(ClassCode code) {
        link(code);
        if (code.is(ClassFile.ACC_ENUM)) {
            reflect(code);
        } else if (!code.is(ClassFile.ACC_ABSTRACT)) {
            for (ClassCode each : family(code).inside) {
                if (!each.is(ClassFile.ACC_INTERFACE)) {
                    addAll(each.fields);
                }
            }
        }
        addAll(Kind.HELD, code.permitted);
    }

    /** Called for a class that is asked for by name. Its use is unknown, so the classes that its methods name are included. */
    private void name(ClassCode code) {
        travel(code);
        for (Method method : code.methods()) {
            for (ClassUse use : code.uses(method)) {
                add(ClassUse.of(Kind.LOADED, use.owner()));
            }
        }
    }

    /** Reflection links the class, and uses its outer class, the methods of an annotation and the constants of an enum. */
    private void reflect(ClassCode code) {
        link(code);
        addAll(Kind.LOADED, code.outer);
        if (code.is(ClassFile.ACC_ANNOTATION)) {
            for (Method method : code.methods()) {
                addAll(Kind.REFLECTED, ClassUse.named(method.member()));
            }
        } else if (code.is(ClassFile.ACC_ENUM)) {
            call(code, "values()[L" + code.name + ";");
        }
    }
}
