import org.jspecify.annotations.NullMarked;
/** x. */
@NullMarked
module dev.wherry.http {
    requires dev.wherry;
    requires static org.jspecify;
}
