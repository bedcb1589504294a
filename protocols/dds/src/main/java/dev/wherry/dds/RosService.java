package dev.wherry.dds;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method a service of ROS 2, as {@code rmw_cyclonedds} has them. All methods of the interface need it. The arguments are the fields
 * of the request, by their names and in their order. The result is the only field of the response, or a record with {@link OutParameters}
 * has the fields.
 *
 * <p>An interface with one such method has the topics {@code rq/<name>Request} and {@code rr/<name>Reply} of the bound name. Of one
 * with several methods, each has those of the name {@code <name>/<method>}. Calls are in XCDR1, and all types are final. A failed call gets
 * no reply, as ROS has none for it: the caller's time ends. Several servers, one-way methods and {@link DdsOptions.Builder#replication} are
 * not for such interfaces. Maps, enums, sealed types and values that may be null are refused, since messages of ROS have none.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RosService {
    /** The type of the service, such as {@code example_interfaces/srv/AddTwoInts}. */
    String value();
}
