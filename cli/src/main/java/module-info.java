import org.jspecify.annotations.NullMarked;

/** The wherry command. */
@NullMarked
module dev.wherry.cli {
    requires dev.wherry;
    requires dev.wherry.lab;
    requires info.picocli;
    requires java.rmi;
    requires static org.jspecify;
    requires tools.jackson.databind;

    // picocli fills the fields of the commands.
    opens dev.wherry.cli to
            info.picocli;
}
