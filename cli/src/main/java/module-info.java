import org.jspecify.annotations.NullMarked;

/** The wherry command. */
@NullMarked
module dev.wherry.cli {
    requires dev.wherry;
    requires dev.wherry.certificates;
    requires dev.wherry.dds;
    requires dev.wherry.dds.idl;
    requires dev.wherry.access;
    requires dev.wherry.mobility;
    requires dev.wherry.tls;
    requires dev.wherry.lab;
    requires info.picocli;
    requires java.compiler;
    requires java.rmi;
    requires static org.jspecify;
    requires tools.jackson.databind;

    uses dev.wherry.spi.Protocol;
    uses dev.wherry.spi.Resolver;
    uses dev.wherry.spi.Transport;

    // picocli fills the fields of the commands.
    opens dev.wherry.cli to
            info.picocli;
}
