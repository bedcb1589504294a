package dev.wherry.access;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the roles that may call a method, or all methods that an interface declares. The annotation of a method replaces that of its
 * interface. It has an effect in an endpoint with an {@link AccessPolicy}, which says who has a role. There it decides alone: an entry of
 * the policy does not open the method to others. The annotations {@code RolesAllowed}, {@code PermitAll} and {@code DenyAll} of {@code
 * jakarta.annotation.security} do the same.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Allow {
    /** The role that everyone has. */
    String ANYONE = "*";

    /** Returns the roles, any one of which is enough. Without a role nobody may call. */
    String[] value();
}
