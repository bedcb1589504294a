import org.jspecify.annotations.NullMarked;

/** IDL 4.2 of Java interfaces, and Java sources of IDL. */
@NullMarked
@SuppressWarnings("requires-automatic") // ANTLR has a name in its manifest and no descriptor
module dev.wherry.dds.idl {
    requires dev.wherry.dds;
    requires java.compiler;
    requires org.antlr.antlr4.runtime;
    requires static org.jspecify;

    exports dev.wherry.dds.idl;
}
