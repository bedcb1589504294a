package dev.wherry.dds.types;

import dev.wherry.dds.RosService;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.JavaType.Member;
import dev.wherry.dds.types.JavaType.Members;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

    /** Returns how many methods of an interface have {@link RosService}, including those that cannot be called. */
    public static long count(CallTypes types) {
        return Stream.concat(types.operations().stream().map(Operation::method), types.refusals().keySet().stream())
                .filter(each -> each.isAnnotationPresent(RosService.class))
                .count();
    }

    /** @throws UnsupportedTypeException if the method of the operation is not the service of ROS that it says */
    public static RosTypes of(Operation operation) throws UnsupportedTypeException {
        try {
            return find(operation);
        } catch (UnsupportedTypeException e) {
            throw e.within(operation.name());
        }
    }

    private static RosTypes find(Operation operation) throws UnsupportedTypeException {
        RosService service = operation.method().getAnnotation(RosService.class);
        if (service == null) {
            throw new UnsupportedTypeException(
                    "it has no @RosService, which each method of the interface needs if one has it");
        }
        Matcher parts = NAME.matcher(service.value());
        if (!parts.matches()) {
            throw new UnsupportedTypeException("its @RosService has '" + service.value()
                    + "', which is not the type of a service, such as 'example_interfaces/srv/AddTwoInts'");
        }
        if (operation.oneWay()) {
            throw new UnsupportedTypeException("it is one-way, and services of ROS have replies");
        }
        for (Member each : operation.in().members()) {
            check(each, "(" + each.name() + ")");
        }
        for (Member each : operation.out().members()) {
            check(each, operation.isOutRecord() ? "()." + each.name() : "()");
        }
        String full = parts.group(1) + "::srv::dds_::" + parts.group(2);
        return new RosTypes(type(full + "_Request_", operation.in()), type(full + "_Response_", operation.out()));
    }

    private static void check(Member member, String path) throws UnsupportedTypeException {
        if (member.presence().isOptional()) {
            throw new UnsupportedTypeException(
                            "it may be null or empty, and messages of ROS have all their fields."
                                    + " Use a primitive type, or remove @Nullable or Optional, or mark the interface @NullMarked")
                    .within(path);
        }
        check(member.type(), path);
    }

    private static void check(JavaType type, String path) throws UnsupportedTypeException {
        switch (type) {
            case JavaType.Plain _, JavaType.PrimitiveArray _ -> {}
            case JavaType.Converted converted -> check(converted.as(), path);
            case JavaType.Elements elements -> check(elements.element(), path + "[]");
            case JavaType.ObjectArray array -> check(array.element(), path + "[]");
            case Members structure -> {
                for (Member each : structure.members()) {
                    check(each, path + "." + each.name());
                }
            }
            case JavaType.Entries _ ->
                throw refused("a map", "a list of records that have the key and the value")
                        .within(path);
            case JavaType.Constants _ ->
                throw refused("an enum", "a number, and constants").within(path);
            case JavaType.Cases _ -> throw refused("a sealed type", "a record").within(path);
        }
    }

    private static UnsupportedTypeException refused(String kind, String remedy) {
        return new UnsupportedTypeException("it is " + kind + ", which messages of ROS do not have. Use " + remedy);
    }

    private static Structure type(String name, Members of) {
        List<Structure.Member> members = new ArrayList<>();
        members.add(RpcTypes.member("guid", 0, Primitive.UINT64));
        members.add(RpcTypes.member("seq", 1, Primitive.INT64));
        for (Structure.Member each : of.dataType().members()) {
            String field = each.name().equals(RpcTypes.DUMMY) && of.members().isEmpty() ? EMPTY : each.name();
            members.add(new Structure.Member(field, members.size(), each.type(), false, false));
        }
        return new Structure(name, Extensibility.FINAL, null, List.copyOf(members));
    }
}
