package dev.wherry.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/** The outcome of a command that ran in this JVM. */
record Ran(int status, String out, String err) {
    static Ran wherry(String... arguments) {
        return wherry(Ansi.OFF, arguments);
    }

    static Ran wherry(Ansi ansi, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        ColorScheme colors = CommandLine.Help.defaultColorScheme(ansi);
        line.setColorScheme(colors);
        return new Ran(line.execute(arguments), out.toString(), err.toString());
    }

    /** The only line of the output. */
    String line() {
        return out.strip();
    }
}
