import org.jspecify.annotations.NullMarked;

/** The lab: runs the published evaluations again, many systems side by side, and keeps the figures. */
@NullMarked
@SuppressWarnings("requires-automatic") // HdrHistogram has no descriptor
module dev.wherry.lab {
    requires transitive org.jspecify;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.toml;
    requires com.samskivert.jmustache;
    requires HdrHistogram;
    requires org.apache.commons.statistics.inference;

    exports dev.wherry.lab;
    exports dev.wherry.lab.plan;
    exports dev.wherry.lab.report;
    exports dev.wherry.lab.results;

    opens dev.wherry.lab to
            tools.jackson.databind;
    opens dev.wherry.lab.claims to
            tools.jackson.databind;
    opens dev.wherry.lab.driver to
            tools.jackson.databind;
    opens dev.wherry.lab.peer to
            tools.jackson.databind;
    opens dev.wherry.lab.plan to
            tools.jackson.databind;
    opens dev.wherry.lab.report to
            com.samskivert.jmustache,
            tools.jackson.databind;
    opens dev.wherry.lab.run to
            tools.jackson.databind;
    opens dev.wherry.lab.results to
            tools.jackson.databind;
    opens dev.wherry.lab.suite to
            tools.jackson.databind;
}
