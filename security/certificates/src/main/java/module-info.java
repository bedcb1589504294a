import org.jspecify.annotations.NullMarked;

/** A certificate authority in a folder, for development and tests. */
@NullMarked
module dev.wherry.certificates {
    requires org.bouncycastle.pkix;
    requires org.bouncycastle.provider;
    requires static org.jspecify;

    exports dev.wherry.certificates;
}
