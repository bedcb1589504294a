package dev.wherry.dds.types;

import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.DataType.Union;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The types of the calls of an interface by the basic mapping of OMG DDS-RPC 1.0 (7.5.1.1). Inherited methods are operations of the
 * interface, so that there is one pair of topics for it. Immutable; for any thread.
 */
public final class CallTypes {
    private static final String UNKNOWN = "unknownOp";

    private final Class<?> type;
    private final Representation representation;
    private final List<Operation> operations = new ArrayList<>();
    private final Map<Integer, Operation> byHash = new HashMap<>();
    private final Map<Method, Operation> byMethod = new HashMap<>();
    private final Map<Method, UnsupportedTypeException> refusals = new LinkedHashMap<>();
    private final Union call;
    private final Union result;
    private final Structure request;
    private final Structure reply;

    private CallTypes(Class<?> type, JavaTypes all) throws UnsupportedTypeException {
        this.type = type;
        representation = all.representation();
        Extensibility unions = OperationTypes.unions(type, all);
        List<Method> methods = methods(type);
        Map<String, String> names = OperationTypes.names(methods);
        for (Method each : methods) {
            try {
                String name = names.get(OperationTypes.signature(each));
                add(OperationTypes.of(type, each, name == null ? each.getName() : name, all));
            } catch (UnsupportedTypeException e) {
                refusals.put(each, e);
            }
        }
        String name = IdlNames.of(type);
        call = union(name + "_Call", unions, each -> each.in().dataType());
        result = union(name + "_Return", unions, Operation::resultType);
        request = RpcTypes.structure(
                name + "_Request",
                Extensibility.FINAL,
                List.of(RpcTypes.member("header", 0, RpcTypes.REQUEST_HEADER), RpcTypes.member("data", 1, call)));
        reply = RpcTypes.structure(
                name + "_Reply",
                Extensibility.FINAL,
                List.of(RpcTypes.member("header", 0, RpcTypes.REPLY_HEADER), RpcTypes.member("data", 1, result)));
    }

    /**
     * Returns the types of an interface's calls.
     *
     * @throws UnsupportedTypeException if its name or annotations do not fit. A method that cannot be called is only {@linkplain
     *     #refusals() refused}
     */
    public static CallTypes of(Class<?> type, JavaTypes all) throws UnsupportedTypeException {
        if (!type.isInterface()) {
            throw new UnsupportedTypeException(type.getName() + " is not an interface");
        }
        try {
            synchronized (all) {
                return new CallTypes(type, all);
            }
        } catch (UnsupportedTypeException e) {
            throw e.within(type.getSimpleName());
        }
    }

    /** Returns the methods that can be called: not static, and of each signature the one with the most specific result. */
    private static List<Method> methods(Class<?> type) {
        Map<String, Method> bySignature = new LinkedHashMap<>();
        Arrays.stream(type.getMethods())
                .filter(each -> !Modifier.isStatic(each.getModifiers()) && !each.isBridge() && !isOfObject(each))
                .sorted(Comparator.comparing(OperationTypes::signature))
                .forEach(each -> bySignature.merge(
                        OperationTypes.signature(each),
                        each,
                        (one, other) -> one.getReturnType().isAssignableFrom(other.getReturnType()) ? other : one));
        return List.copyOf(bySignature.values());
    }

    private static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private void add(Operation operation) throws UnsupportedTypeException {
        Operation before = byHash.putIfAbsent(operation.hash(), operation);
        if (before != null) {
            throw new UnsupportedTypeException("the names '" + operation.name() + "' and '" + before.name()
                    + "' have the same hash in DDS-RPC. Rename one of them");
        }
        operations.add(operation);
        byMethod.put(operation.method(), operation);
    }

    private Union union(String name, Extensibility extensibility, Function<Operation, DataType> of) {
        List<Union.Case> cases = new ArrayList<>();
        cases.add(new Union.Case(UNKNOWN, 1, Primitive.BYTE, List.of()));
        for (Operation each : operations) {
            cases.add(new Union.Case(each.name(), cases.size() + 1, of.apply(each), List.of(each.hash())));
        }
        return new Union(name, extensibility, Primitive.INT32, List.copyOf(cases));
    }

    /** Returns the interface. */
    public Class<?> type() {
        return type;
    }

    /** Returns the encoding of the calls. */
    public Representation representation() {
        return representation;
    }

    /** Returns the operations, sorted by their signatures. */
    public List<Operation> operations() {
        return List.copyOf(operations);
    }

    /** Returns why methods cannot be called. */
    public Map<Method, UnsupportedTypeException> refusals() {
        return Map.copyOf(refusals);
    }

    /** Returns the operation of a hash; null if there is none. */
    public @Nullable Operation operation(int hash) {
        return byHash.get(hash);
    }

    /** Returns the operation of a method of the interface; null if it is refused or of another interface. */
    public @Nullable Operation operation(Method method) {
        Operation found = byMethod.get(method);
        if (found != null) {
            return found;
        }
        for (Operation each : operations) {
            if (OperationTypes.signature(each.method()).equals(OperationTypes.signature(method))) {
                return each;
            }
        }
        return null;
    }

    /** Returns the union of all arguments, {@code <I>_Call}. */
    public Union callType() {
        return call;
    }

    /** Returns the union of all results, {@code <I>_Return}. */
    public Union returnType() {
        return result;
    }

    /** Returns the type of the request topic, {@code <I>_Request}. */
    public Structure requestType() {
        return request;
    }

    /** Returns the type of the reply topic, {@code <I>_Reply}. */
    public Structure replyType() {
        return reply;
    }
}
