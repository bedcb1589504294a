package dev.wherry.dds.types;

import dev.wherry.dds.RosService;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The types of a ROS 2 service of {@code rmw_cyclonedds}: the arguments or the result of a method, behind a header of 16 bytes. Immutable.
 *
 * @param request of the request topic
 * @param reply of the reply topic
 */
public record RosTypes(Structure request, Structure reply) {
    /** The field of a message that has no other. */
    private static final String EMPTY = "structure_needs_at_least_one_member";

    private static final Pattern NAME = Pattern.compile("([a-z][a-z0-9_]*)/srv/([A-Z][A-Za-z0-9]*)");

    /** Returns whether an interface has a method with {@link RosService}. */
    public static boolean areOf(Class<?> type) {
        return Arrays.stream(type.getMethods()).anyMatch(each -> each.isAnnotationPresent(RosService.class));
    }

    /** @throws UnsupportedTypeException if the method of the operation is not the service of ROS that it says */
    public static RosTypes of(Operation operation) throws UnsupportedTypeException {
        RosService service = operation.method().getAnnotation(RosService.class);
        String name = service == null ? "" : service.value();
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new UnsupportedTypeException(operation.name()
                    + " has no @RosService with a type such as 'example_interfaces/srv/AddTwoInts', which each method"
                    + " of the interface needs: '" + name + "'");
        }
        if (operation.oneWay()) {
            throw new UnsupportedTypeException(operation.name() + " is one-way, and services of ROS have replies");
        }
        String full = parts.group(1) + "::srv::dds_::" + parts.group(2);
        return new RosTypes(type(full + "_Request_", operation.in()), type(full + "_Response_", operation.out()));
    }

    private static Structure type(String name, JavaType.Members of) throws UnsupportedTypeException {
        List<Structure.Member> members = new ArrayList<>();
        members.add(RpcTypes.member("guid", 0, Primitive.UINT64));
        members.add(RpcTypes.member("seq", 1, Primitive.INT64));
        for (Structure.Member each : of.dataType().members()) {
            if (each.optional()) {
                throw new UnsupportedTypeException(
                        "'" + each.name() + "' may be null, and messages of ROS have all their fields");
            }
            String field = each.name().equals(RpcTypes.DUMMY) && of.members().isEmpty() ? EMPTY : each.name();
            members.add(new Structure.Member(field, members.size(), each.type(), false, false));
        }
        return new Structure(name, Extensibility.FINAL, null, List.copyOf(members));
    }
}
