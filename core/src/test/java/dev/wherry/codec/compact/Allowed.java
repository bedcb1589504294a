package dev.wherry.codec.compact;

import dev.wherry.ByReference;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Types that allow just the classes they are given. */
final class Allowed implements Types {
    private final Map<String, Class<?>> byName = new HashMap<>();
    private static final Types JDK = TypeClosure.of(Runnable.class, EndpointOptions.defaults());
    private final boolean preservesIdentity;

    Allowed(boolean preservesIdentity, Class<?>... types) {
        this.preservesIdentity = preservesIdentity;
        Arrays.stream(types).forEach(type -> byName.put(type.getName(), type));
    }

    static Allowed of(Class<?>... types) {
        return new Allowed(false, types);
    }

    @Override
    public boolean allows(Class<?> type) {
        return type.isArray() && !type.getComponentType().isPrimitive()
                ? type.getComponentType() == Object.class || allows(type.getComponentType()) || JDK.allows(type)
                : byName.get(type.getName()) == type || JDK.allows(type);
    }

    @Override
    public Class<?> find(String className) {
        Class<?> type = byName.get(className);
        return type == null ? JDK.find(className) : type;
    }

    /** Those that an allowed class has made. */
    @Override
    public boolean allowsLambda(Class<?> capturing, String calls) {
        return byName.get(capturing.getName()) == capturing;
    }

    @Override
    public CodecException refusal(String className) {
        return CodecException.refused(className, "Add @RegisterTypes(" + className + ".class)");
    }

    @Override
    public boolean isReference(Class<?> declared) {
        return declared.isAnnotationPresent(ByReference.class);
    }

    @Override
    public boolean preservesIdentity() {
        return preservesIdentity;
    }

    @Override
    public Class<?> root() {
        return Allowed.class;
    }
}
