import org.jspecify.annotations.NullMarked;

/** Decides about calls: policies, roles, limits and signed tokens. */
@NullMarked
@SuppressWarnings({"module", "requires-automatic"
}) // the command and the examples are compiled later; tomlj has a name and no descriptor
module dev.wherry.access {
    requires transitive dev.wherry;
    requires static org.jspecify;
    requires org.tomlj;

    exports dev.wherry.access;
    exports dev.wherry.access.toml to
            dev.wherry.cli,
            dev.wherry.examples;
}
