import org.jspecify.annotations.NullMarked;

/** What codecs over a serialization library have in common. */
@NullMarked
module dev.wherry.codec.support {
    requires transitive dev.wherry;
    requires static org.jspecify;

    exports dev.wherry.codec.library;
}
