import org.jspecify.annotations.NullMarked;

/** What most programs use of Wherry, as one dependency. */
@NullMarked
module dev.wherry.all {
    requires transitive dev.wherry;
    requires dev.wherry.codec.java;
    requires dev.wherry.memory;
    requires static org.jspecify;
}
