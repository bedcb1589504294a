package dev.wherry.dds.cyclone;

import java.util.Locale;

/** The operating system and the processor, as the folders of the bundled libraries name them. */
record Platform(String system, String processor) {
    static final Platform CURRENT = of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));

    static Platform of(String name, String architecture) {
        String lower = name.toLowerCase(Locale.ROOT);
        String system = lower.startsWith("windows")
                ? "windows"
                : lower.startsWith("mac") ? "macos" : lower.startsWith("linux") ? "linux" : lower.replace(' ', '-');
        String processor = switch (architecture.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch64";
            default -> architecture;
        };
        return new Platform(system, processor);
    }

    boolean isWindows() {
        return system.equals("windows");
    }

    /** Returns the name of the library's file. */
    String libraryName() {
        return switch (system) {
            case "windows" -> "ddsc.dll";
            case "macos" -> "libddsc.dylib";
            default -> "libddsc.so";
        };
    }

    /** Returns where the bundled library is in the class path. */
    String resource() {
        return "META-INF/native/" + this + "/" + libraryName();
    }

    @Override
    public String toString() {
        return system + "-" + processor;
    }
}
