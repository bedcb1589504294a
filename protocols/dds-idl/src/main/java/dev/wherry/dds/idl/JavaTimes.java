package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The structures that stand for {@code java.time.Instant} and {@code java.time.Duration}. */
final class JavaTimes {
    private JavaTimes() {}

    /** Returns the Java class of such a structure; null for other types. */
    static @Nullable String of(DataType type) {
        return type instanceof Structure structure
                        && (structure.name().equals("wherry::Instant")
                                || structure.name().equals("wherry::Duration"))
                        && structure.extensibility() == Extensibility.FINAL
                        && structure
                                .members()
                                .equals(List.of(
                                        new Structure.Member("seconds", 0, Primitive.INT64, false, false),
                                        new Structure.Member("nanos", 1, Primitive.INT32, false, false)))
                ? "java.time." + structure.name().substring("wherry::".length())
                : null;
    }
}
