package dev.wherry.internal.call;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks Wherry's own remote interfaces: a {@code RemoteException} of their methods is Wherry's word, and reaches the caller as it is. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Own {
    /** What messages say in place of its methods' names, and of those of interfaces nested in it, which mean nothing to users. */
    String value() default "";
}
