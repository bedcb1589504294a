package dev.wherry.internal.mobility;

import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;

/**
 * What parcels may hold. Out goes whatever is a value: the JDK's, and objects of any class of a user's own, which is noted
 * so that the peer can be told of it. In comes what the peer was let announce, what this side has sent itself, and what is
 * registered.
 */
final class ChannelTypes implements Types {
    private final TypeClosure registered;
    private final ChannelCode code;

    ChannelTypes(TypeClosure registered, ChannelCode code) {
        this.registered = registered;
        this.code = code;
    }

    @Override
    public boolean allows(Class<?> type) {
        if (registered.allows(type)) {
            code.met(element(type));
            return true;
        }
        boolean users = isValue(element(type)) && code.isUsers(element(type));
        if (users) {
            code.met(element(type));
        }
        return users;
    }

    @Override
    public boolean allowsLambda(Class<?> capturing, String calls) {
        code.met(capturing, calls);
        return true;
    }

    @Override
    public Class<?> find(String className) {
        int dimensions = className.lastIndexOf('[') + 1;
        boolean ofObjects = dimensions > 0 && className.endsWith(";");
        String element = ofObjects ? className.substring(dimensions + 1, className.length() - 1) : className;
        boolean noOthers = registered.names(element) && !code.has(element);
        Class<?> found = noOthers || (dimensions > 0 && !ofObjects) ? null : code.find(element);
        if (found == null) {
            return registered.find(className);
        }
        for (int i = 0; i < dimensions; i++) {
            found = found.arrayType();
        }
        return found;
    }

    @Override
    public CodecException refusal(String className) {
        boolean own = className.startsWith("dev.wherry.") && Platform.find(className) != null;
        return own
                ? CodecException.refused(
                        className,
                        "It is Wherry's, and belongs to the process that it is in, as threads and connections do: pass what is"
                                + " needed of it as a value, and see dev.wherry.Here for what tasks find where they run.")
                : registered.refusal(className);
    }

    @Override
    public boolean isReference(Class<?> declared) {
        return registered.isReference(declared);
    }

    @Override
    public boolean keepsSharing() {
        return false;
    }

    @Override
    public Class<?> root() {
        return registered.root();
    }

    private static Class<?> element(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element;
    }

    private static boolean isValue(Class<?> type) {
        return !type.isInterface()
                && (type.isEnum() || !Modifier.isAbstract(type.getModifiers()))
                && !type.isHidden()
                && !Proxy.isProxyClass(type);
    }
}
