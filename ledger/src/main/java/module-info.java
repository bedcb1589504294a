import org.jspecify.annotations.NullMarked;

/** A ledger of calls in files. */
@NullMarked
module dev.wherry.ledger {
    requires transitive dev.wherry;
    requires static org.jspecify;

    exports dev.wherry.ledger;
}
