package dev.wherry.dds;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a type, or the types of an interface's calls, as one to which members may be added at the end. This is the default. */
@Documented
@SuppressWarnings("AvoidCommonTypeNames") // the word of XTypes
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Appendable {}
