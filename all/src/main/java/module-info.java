import org.jspecify.annotations.NullMarked;

/** The modules of Wherry that most programs use, as one dependency. */
@NullMarked
module dev.wherry.all {
    requires transitive dev.wherry;
    requires dev.wherry.codec.java;
    requires dev.wherry.memory;
    requires dev.wherry.tls;
    requires static org.jspecify;
}
