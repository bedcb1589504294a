import org.jspecify.annotations.NullMarked;

/** The lab: runs the published evaluations again, many systems side by side, and keeps the figures. */
@NullMarked
module dev.wherry.lab {
    requires static org.jspecify;
    requires transitive tools.jackson.databind;
    requires org.tomlj;

    exports dev.wherry.lab.results;

    opens dev.wherry.lab.results to
            tools.jackson.databind;
}
