package dev.wherry.cli;

import dev.wherry.lab.results.Parameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The parameter values that a run uses instead of those of its suites. */
final class ParamValues {
    @Option(
            names = "--param",
            paramLabel = "NAME=VALUES",
            description =
                    "Values to use instead of the suite's, such as threads=1,16 or bytes=4096. Give it once for each"
                            + " parameter. If no workload has a parameter calls, calls=5000 replaces the preset's number"
                            + " of calls, for each caller or in all")
    private List<String> params = List.of();

    @Option(
            names = "--rate",
            paramLabel = "CALLS/S",
            description =
                    "Offer this many calls a second, by all callers of a cell together, instead of calling as fast as"
                            + " answers are received. Several rates, separated by commas, are a cell each. The time of a"
                            + " call counts from when it was due")
    private @Nullable String rate;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns the values by parameter. The rate is one of the parameters. */
    Map<String, List<Long>> values() {
        Map<String, List<Long>> values = new LinkedHashMap<>();
        for (String param : params) {
            int is = param.indexOf('=');
            if (is < 1) {
                throw mistake("--param %s: write a name and values, such as threads=1,16".formatted(param));
            }
            String name = param.substring(0, is);
            String text = param.substring(is + 1);
            if (name.equals(Parameters.RATE)) {
                throw mistake("--param %s: write --rate %s".formatted(param, text));
            }
            if (values.put(name, numbers("--param " + param, text, name + "=1,16")) != null) {
                throw mistake(
                        "--param %s is given twice: give all its values once, such as %s=1,16".formatted(name, name));
            }
        }
        if (rate != null) {
            values.put(Parameters.RATE, numbers("--rate " + rate, rate, "--rate 1000,5000"));
        }
        return values;
    }

    private List<Long> numbers(String given, String text, String example) {
        List<Long> numbers = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            String number = each.strip();
            if (!number.matches("[+-]?\\d+")) {
                throw mistake("%s: '%s' is not a whole number; write %s".formatted(given, number, example));
            }
            try {
                numbers.add(Long.parseLong(number));
            } catch (NumberFormatException tooLarge) {
                throw mistake("%s: %s is too large a number; write %s".formatted(given, number, example));
            }
        }
        return numbers;
    }

    private ParameterException mistake(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
