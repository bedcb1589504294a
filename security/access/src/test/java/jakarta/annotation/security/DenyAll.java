package jakarta.annotation.security;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** As in Jakarta Annotations, which the tests need no dependency for. */
@Retention(RetentionPolicy.RUNTIME)
public @interface DenyAll {}
