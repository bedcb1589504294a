import org.jspecify.annotations.NullMarked;

/** The wherry command. */
@NullMarked
@SuppressWarnings("requires-automatic") // tomlj has a name in its manifest and no descriptor
module dev.wherry.cli {
    requires dev.wherry;
    requires dev.wherry.certificates;
    requires dev.wherry.mobility;
    requires dev.wherry.tls;
    requires dev.wherry.lab;
    requires info.picocli;
    requires java.compiler;
    requires java.rmi;
    requires static org.jspecify;
    requires org.tomlj;
    requires tools.jackson.databind;

    uses dev.wherry.spi.Protocol;
    uses dev.wherry.spi.Resolver;
    uses dev.wherry.spi.Transport;

    // picocli fills the fields of the commands.
    opens dev.wherry.cli to
            info.picocli;
}
