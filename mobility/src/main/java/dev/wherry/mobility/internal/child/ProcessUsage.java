package dev.wherry.mobility.internal.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The resources that a process uses. Threads and memory are known on Linux alone; elsewhere they are 0. */
record ProcessUsage(Duration cpuTime, int threads, long residentBytes) {
    private static final boolean LINUX = "Linux".equals(System.getProperty("os.name"));
    /** The unit of processor times in /proc, whatever the kernel's internal clock is. */
    private static final int MILLIS_OF_A_TICK = 10;
    // The fields of /proc/PID/stat, counted from the first one after the name, which may contain any characters.
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final int THREADS = 17;
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");

    /** @throws IOException if it cannot be read, such as when the process has ended */
    static ProcessUsage of(ProcessHandle process) throws IOException {
        if (LINUX) {
            return parse(read(process, "stat"), read(process, "status"));
        }
        return new ProcessUsage(process.info().totalCpuDuration().orElseThrow(() -> unknown(process.toString())), 0, 0);
    }

    private static String read(ProcessHandle process, String file) throws IOException {
        return Files.readString(Path.of("/proc/" + process.pid() + "/" + file), StandardCharsets.ISO_8859_1);
    }

    /**
     * @param stat the file with processor times in ticks; its memory is in pages of unknown size
     * @param status the file with the memory in bytes; missing in that of a process that has ended
     */
    static ProcessUsage parse(String stat, String status) throws IOException {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= THREADS) {
            throw unknown(stat);
        }
        long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
        return new ProcessUsage(
                Duration.ofMillis(ticks * MILLIS_OF_A_TICK), Integer.parseInt(fields[THREADS]), resident(status));
    }

    private static long resident(String status) {
        Matcher kilobytes = RESIDENT.matcher(status);
        return kilobytes.find() ? Long.parseLong(kilobytes.group(1)) << 10 : 0;
    }

    private static IOException unknown(String process) {
        return new IOException("Cannot read what a process uses: " + process);
    }
}
