package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.util.Arrays;

/** The functions that set and read policies, and those that read profiles. */
final class QosFunctions {
    static final NativeFunction CREATE = NativeFunction.of("dds_create_qos", FunctionDescriptor.of(ADDRESS));
    static final NativeFunction DELETE = NativeFunction.nothing("dds_delete_qos", ADDRESS);

    static final NativeFunction SET_RELIABILITY = set("reliability", JAVA_INT, JAVA_LONG);
    static final NativeFunction SET_HISTORY = set("history", JAVA_INT, JAVA_INT);
    static final NativeFunction SET_DURABILITY = set("durability", JAVA_INT);
    static final NativeFunction SET_OWNERSHIP = set("ownership", JAVA_INT);
    static final NativeFunction SET_STRENGTH = set("ownership_strength", JAVA_INT);
    static final NativeFunction SET_LIVELINESS = set("liveliness", JAVA_INT, JAVA_LONG);
    static final NativeFunction SET_DEADLINE = set("deadline", JAVA_LONG);
    static final NativeFunction SET_LATENCY_BUDGET = set("latency_budget", JAVA_LONG);
    static final NativeFunction SET_LIFESPAN = set("lifespan", JAVA_LONG);
    static final NativeFunction SET_PARTITION = set("partition", JAVA_INT, ADDRESS);
    static final NativeFunction SET_TRANSPORT_PRIORITY = set("transport_priority", JAVA_INT);
    static final NativeFunction SET_DESTINATION_ORDER = set("destination_order", JAVA_INT);
    static final NativeFunction SET_RESOURCE_LIMITS = set("resource_limits", JAVA_INT, JAVA_INT, JAVA_INT);
    static final NativeFunction SET_REPRESENTATION = set("data_representation", JAVA_INT, ADDRESS);
    static final NativeFunction SET_AUTO_DISPOSE = set("writer_data_lifecycle", JAVA_BOOLEAN);
    static final NativeFunction SET_USER_DATA = set("userdata", ADDRESS, JAVA_LONG);

    static final NativeFunction GET_RELIABILITY = get("reliability", 2);
    static final NativeFunction GET_HISTORY = get("history", 2);
    static final NativeFunction GET_DURABILITY = get("durability", 1);
    static final NativeFunction GET_OWNERSHIP = get("ownership", 1);
    static final NativeFunction GET_STRENGTH = get("ownership_strength", 1);
    static final NativeFunction GET_LIVELINESS = get("liveliness", 2);
    static final NativeFunction GET_DEADLINE = get("deadline", 1);
    static final NativeFunction GET_LATENCY_BUDGET = get("latency_budget", 1);
    static final NativeFunction GET_LIFESPAN = get("lifespan", 1);
    static final NativeFunction GET_PARTITION = get("partition", 2);
    static final NativeFunction GET_TRANSPORT_PRIORITY = get("transport_priority", 1);
    static final NativeFunction GET_DESTINATION_ORDER = get("destination_order", 1);
    static final NativeFunction GET_RESOURCE_LIMITS = get("resource_limits", 3);
    static final NativeFunction GET_REPRESENTATION = get("data_representation", 2);
    static final NativeFunction GET_AUTO_DISPOSE = get("writer_data_lifecycle", 1);
    static final NativeFunction GET_USER_DATA = get("userdata", 2);

    /** The last argument is the name of a property. */
    static final NativeFunction GET_PROPERTY = get("prop", 2);

    static final NativeFunction FREE = NativeFunction.nothing("dds_free", ADDRESS);
    static final NativeFunction CREATE_PROVIDER = NativeFunction.code("dds_create_qos_provider", ADDRESS, ADDRESS);
    static final NativeFunction PROVIDER_GET =
            NativeFunction.code("dds_qos_provider_get_qos", ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    static final NativeFunction DELETE_PROVIDER = NativeFunction.nothing("dds_delete_qos_provider", ADDRESS);

    private QosFunctions() {}

    /** Links all functions, so that the missing ones are known. */
    static void link() {}

    private static NativeFunction set(String policy, MemoryLayout... values) {
        MemoryLayout[] parameters = new MemoryLayout[values.length + 1];
        parameters[0] = ADDRESS;
        System.arraycopy(values, 0, parameters, 1, values.length);
        return NativeFunction.nothing("dds_qset_" + policy, parameters);
    }

    private static NativeFunction get(String policy, int results) {
        MemoryLayout[] parameters = new MemoryLayout[results + 1];
        Arrays.fill(parameters, ADDRESS);
        return NativeFunction.of("dds_qget_" + policy, FunctionDescriptor.of(JAVA_BOOLEAN, parameters));
    }
}
