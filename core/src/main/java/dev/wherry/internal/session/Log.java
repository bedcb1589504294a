package dev.wherry.internal.session;

import java.lang.System.Logger;

/** What sessions have to tell. A class of its own, since finding the JVM's loggers takes longer than a call. */
final class Log {
    static final Logger LOG = System.getLogger("dev.wherry.session");

    private Log() {}
}
