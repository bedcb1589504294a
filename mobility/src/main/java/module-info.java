import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.mobility.internal.tasks.EndpointTasks;
import org.jspecify.annotations.NullMarked;

/** Tasks that are sent to where their data is, with the classes that they need. */
@NullMarked
module dev.wherry.mobility {
    requires transitive dev.wherry;
    requires jdk.unsupported;
    requires static org.jspecify;

    exports dev.wherry.mobility;

    // Core calls their interfaces, for which they must be exported, and reads and writes their values.
    exports dev.wherry.mobility.internal.bundles to
            dev.wherry;
    exports dev.wherry.mobility.internal.parcels to
            dev.wherry;
    exports dev.wherry.mobility.internal.prints to
            dev.wherry;
    exports dev.wherry.mobility.internal.tasks to
            dev.wherry;

    opens dev.wherry.mobility.internal.bundles to
            dev.wherry;
    opens dev.wherry.mobility.internal.code to
            dev.wherry;
    opens dev.wherry.mobility.internal.parcels to
            dev.wherry;
    opens dev.wherry.mobility.internal.prints to
            dev.wherry;
    opens dev.wherry.mobility.internal.tasks to
            dev.wherry;

    provides SessionExtension.Provider with
            EndpointTasks.Provider;
}
