package dev.wherry.dds.types;

import dev.wherry.OneWay;
import dev.wherry.dds.Name;
import dev.wherry.dds.OutParameters;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.DataType.Union;
import dev.wherry.dds.types.JavaType.Members;
import dev.wherry.reflect.GenericTypes;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;

/** Finds the types of one method's calls. */
final class OperationTypes {
    private static final List<Class<?>> STREAMS = List.of(
            Flow.Publisher.class,
            Flow.Subscriber.class,
            InputStream.class,
            OutputStream.class,
            Reader.class,
            Iterator.class,
            BaseStream.class);

    private OperationTypes() {}

    /** Returns how the unions of an interface's calls may change. DDS-RPC has no mutable ones. */
    static Extensibility unions(Class<?> type, JavaTypes all) throws UnsupportedTypeException {
        Extensibility said = all.extensibility(type);
        return said == Extensibility.MUTABLE ? Extensibility.APPENDABLE : said;
    }

    /** Returns the name and the parameter types of a method. */
    static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    /** Returns the names of operations by signature. An overloaded method has its parameter types in its name: {@code find_String}. */
    static Map<String, String> names(List<Method> methods) {
        Map<String, Long> count =
                methods.stream().collect(Collectors.groupingBy(OperationTypes::base, Collectors.counting()));
        Map<String, String> names = new HashMap<>();
        Set<String> used = new HashSet<>(count.keySet());
        for (Method each : methods) {
            String name = base(each);
            if (count.getOrDefault(name, 1L) > 1) {
                String full = name
                        + Arrays.stream(each.getParameterTypes())
                                .map(type -> "_" + type.getSimpleName().replace("[]", "Array"))
                                .collect(Collectors.joining());
                name = full;
                for (int i = 2; !used.add(name) && (i > 2 || !name.equals(base(each))); i++) {
                    name = full + "_" + i;
                }
            }
            names.put(signature(each), name);
        }
        return names;
    }

    private static String base(Method method) {
        Name given = method.getAnnotation(Name.class);
        return given == null ? method.getName() : given.value();
    }

    static Operation of(Class<?> root, Method method, String name, JavaTypes all) throws UnsupportedTypeException {
        try {
            return find(root, method, name, all);
        } catch (UnsupportedTypeException e) {
            throw e.within(name);
        }
    }

    private static Operation find(Class<?> root, Method method, String name, JavaTypes all)
            throws UnsupportedTypeException {
        GenericTypes seen = GenericTypes.of(root);
        Extensibility extensibility = all.extensibility(root);
        String prefix = IdlNames.of(root) + "_" + IdlNames.member(name);
        List<ArrayMembers.Part> in = new ArrayList<>();
        Type[] types = method.getGenericParameterTypes();
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < types.length; i++) {
            Parameter each = parameters[i];
            in.add(part(
                    IdlNames.member(each.getName(), each),
                    "(" + each.getName() + ")",
                    seen.resolve(types[i]),
                    each.getAnnotatedType(),
                    each,
                    method,
                    all));
        }
        boolean oneWay = method.isAnnotationPresent(OneWay.class);
        List<Operation.Failure> failures = new ArrayList<>();
        for (Class<?> each : ExceptionTypes.declared(method.getExceptionTypes())) {
            Members members = ExceptionTypes.of(each, all);
            failures.add(
                    new Operation.Failure(each, RpcTypes.hash(members.dataType().name()), members));
        }
        failures.sort((one, other) -> Integer.compare(depth(other.type()), depth(one.type())));
        Members outType =
                result(method, seen.resolve(method.getGenericReturnType()), prefix + "_Out", extensibility, all);
        return new Operation(
                name,
                RpcTypes.hash(name),
                method,
                oneWay,
                ArrayMembers.of(prefix + "_In", extensibility, in),
                outType,
                List.copyOf(failures),
                resultType(prefix + "_Result", unions(root, all), outType, failures));
    }

    /** The result has the label 0, and each exception the hash of its name. */
    private static Union resultType(
            String name, Extensibility extensibility, Members out, List<Operation.Failure> failures)
            throws UnsupportedTypeException {
        List<Union.Case> cases = new ArrayList<>();
        Map<Integer, String> names = new HashMap<>(Map.of(0, "result"));
        Set<String> members = new HashSet<>();
        cases.add(new Union.Case("unknownEx", 1, Primitive.BYTE, List.of()));
        cases.add(new Union.Case("result", 2, out.dataType(), List.of(0)));
        for (Operation.Failure each : failures) {
            String type = each.members().dataType().name();
            String before = names.putIfAbsent(each.hash(), type);
            if (before != null) {
                throw new UnsupportedTypeException(
                        "the names " + type + " and " + before + " have the same hash in DDS-RPC. Rename one of them");
            }
            String simple = IdlNames.simple(each.type()).toLowerCase(Locale.ROOT);
            String member = simple + "_ex";
            for (int i = 2; !members.add(member); i++) { // of another package
                member = simple + "_" + i + "_ex";
            }
            cases.add(new Union.Case(member, cases.size() + 1, each.members().dataType(), List.of(each.hash())));
        }
        return new Union(name, extensibility, Primitive.INT32, List.copyOf(cases));
    }

    private static int depth(Class<?> type) {
        int depth = 0;
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            depth++;
        }
        return depth;
    }

    private static Members result(Method method, Type type, String name, Extensibility extensibility, JavaTypes all)
            throws UnsupportedTypeException {
        Class<?> raw = GenericTypes.erase(type);
        Type value = type;
        AnnotatedType declared = method.getAnnotatedReturnType();
        if (raw == CompletableFuture.class || raw == CompletionStage.class || raw == Future.class) {
            Type[] arguments = GenericTypes.arguments(type, raw);
            if (arguments == null) {
                throw new UnsupportedTypeException(raw.getName() + " is a raw type: give it its type argument")
                        .within("()");
            }
            value = arguments[0];
            declared = declared instanceof AnnotatedParameterizedType later
                    ? later.getAnnotatedActualTypeArguments()[0]
                    : declared;
        }
        Class<?> of = GenericTypes.erase(value);
        if (of.isRecord() && of.isAnnotationPresent(OutParameters.class)) {
            Members record = (Members) all.part(value, "()");
            Structure out =
                    RpcTypes.structure(name, extensibility, record.dataType().members());
            return new Members(out, of, record.members(), record.maker());
        }
        List<ArrayMembers.Part> parts = of == void.class || of == Void.class
                ? List.of()
                : List.of(part(Operation.RETURN, "()", value, declared, method, method, all));
        return ArrayMembers.of(name, extensibility, parts);
    }

    private static ArrayMembers.Part part(
            String name,
            String path,
            Type type,
            AnnotatedType declared,
            AnnotatedElement place,
            Method in,
            JavaTypes all)
            throws UnsupportedTypeException {
        Class<?> raw = GenericTypes.erase(type);
        try {
            for (Class<?> each : STREAMS) {
                if (each.isAssignableFrom(raw)) {
                    throw new UnsupportedTypeException(raw.getName() + " is a stream, which DDS does not have");
                }
            }
            Presence presence = Nullness.of(type, declared, place, in);
            return new ArrayMembers.Part(
                    name, ClassTypes.sent(RefinedType.of(type, declared), presence, all), presence);
        } catch (UnsupportedTypeException e) {
            throw e.within(path);
        }
    }
}
