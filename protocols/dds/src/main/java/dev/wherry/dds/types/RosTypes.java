package dev.wherry.dds.types;

import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import java.util.ArrayList;
import java.util.List;

/** The types of a ROS 2 service of {@code rmw_cyclonedds}: the arguments or the result, behind a header of 16 bytes. */
public final class RosTypes {
    private RosTypes() {}

    /**
     * Returns the type of the request topic.
     *
     * @param ofPackage the package of the service, such as {@code example_interfaces}
     * @param service its name, such as {@code AddTwoInts}
     */
    public static Structure requestType(String ofPackage, String service, Operation operation) {
        return type(ofPackage, service + "_Request_", operation.in());
    }

    /** Returns the type of the reply topic; see {@link #requestType}. */
    public static Structure replyType(String ofPackage, String service, Operation operation) {
        return type(ofPackage, service + "_Response_", operation.out());
    }

    private static Structure type(String ofPackage, String name, JavaType.Members of) {
        List<Structure.Member> members = new ArrayList<>();
        members.add(RpcTypes.member("guid", 0, Primitive.UINT64));
        members.add(RpcTypes.member("seq", 1, Primitive.INT64));
        for (Structure.Member each : of.dataType().members()) {
            members.add(new Structure.Member(each.name(), members.size(), each.type(), false, each.optional()));
        }
        return new Structure(ofPackage + "::srv::dds_::" + name, Extensibility.FINAL, null, List.copyOf(members));
    }
}
