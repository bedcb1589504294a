package dev.wherry.lab.site;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The flags that a virtual machine finds in its environment.
 *
 * @param tools those of {@value #TOOLS}, which take effect before all others
 * @param launcher those of {@value #LAUNCHER}, which the command {@code java} puts before its own
 * @param last those of {@value #LAST}, which overrule the command's
 */
record InheritedFlags(String tools, String launcher, String last) {
    static final String TOOLS = "JAVA_TOOL_OPTIONS";
    static final String LAUNCHER = "JDK_JAVA_OPTIONS";
    static final String LAST = "_JAVA_OPTIONS";

    static InheritedFlags in(Map<String, String> environment) {
        return new InheritedFlags(
                environment.getOrDefault(TOOLS, "").strip(),
                environment.getOrDefault(LAUNCHER, "").strip(),
                environment.getOrDefault(LAST, "").strip());
    }

    InheritedFlags with(String flag) {
        return new InheritedFlags((tools + " " + flag).strip(), launcher, last);
    }

    /** All flags of a command that has these itself, in the order in which they take effect. */
    List<String> around(List<String> own) {
        return Stream.of(words(tools), words(launcher), own.stream(), words(last))
                .flatMap(each -> each)
                .toList();
    }

    private static Stream<String> words(String flags) {
        return Stream.of(flags.split("\\s+")).filter(flag -> !flag.isEmpty());
    }

    /** Each variable that has some, since one overrules what another does not. */
    @Override
    public String toString() {
        return Stream.of(Map.entry(TOOLS, tools), Map.entry(LAUNCHER, launcher), Map.entry(LAST, last))
                .filter(variable -> !variable.getValue().isEmpty())
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .collect(Collectors.joining(" "));
    }
}
