import org.jspecify.annotations.NullMarked;

/** The common part of codecs over a serialization library. */
@NullMarked
module dev.wherry.codec.support {
    requires transitive dev.wherry;
    requires static org.jspecify;

    exports dev.wherry.codec.library;
}
