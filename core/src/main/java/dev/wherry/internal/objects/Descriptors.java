package dev.wherry.internal.objects;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.stream.Collectors;

/** Shows methods that peers name by their keys, for people. */
public final class Descriptors {
    private Descriptors() {}

    /** Returns {@code add(int, String)} for {@code add(ILjava/lang/String;)V}. A text that is not a key is returned as it is. */
    public static String shown(String key) {
        int from = key.indexOf('(');
        if (from < 0) {
            return key;
        }
        try {
            return MethodTypeDesc.ofDescriptor(key.substring(from)).parameterList().stream()
                    .map(ClassDesc::displayName)
                    .collect(Collectors.joining(", ", key.substring(0, from) + "(", ")"));
        } catch (IllegalArgumentException e) {
            return key;
        }
    }
}
