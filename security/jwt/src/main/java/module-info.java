import org.jspecify.annotations.NullMarked;

/** Verifies JSON Web Tokens of identity providers. */
@NullMarked
@SuppressWarnings("requires-automatic") // jose4j has a name in its manifest and no descriptor
module dev.wherry.jwt {
    requires transitive dev.wherry;
    requires java.net.http;
    requires org.jose4j;
    requires static org.jspecify;

    exports dev.wherry.jwt;
}
