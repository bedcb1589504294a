package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Preserves the identity of shared objects within one message: an object that is reached twice arrives as one. This is
 * always done for types that can reach themselves, and for every mutable type under an interface that extends
 * {@link java.rmi.Remote}. Other values are sent as trees, which is faster.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface PreserveIdentity {}
