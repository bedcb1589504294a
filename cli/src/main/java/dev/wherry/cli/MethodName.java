package dev.wherry.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The method of a bound object, as the command line names it: {@code tcp://host:5739/bank.balance}.
 *
 * @param address of the endpoint
 * @param name of the bound object
 * @param method the name, and after it the parameter types if they are given, as in {@code add(int,int)}
 */
record MethodName(String address, String name, String method) {
    private static final Pattern NAME_AND_METHOD = Pattern.compile("(.+)\\.([^.()]+(?:\\(.*\\))?)");

    static MethodName parse(String text) {
        RemoteName at = RemoteName.parse(text);
        Matcher matcher = NAME_AND_METHOD.matcher(at.name());
        if (!matcher.matches()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "'" + text + "' has no method: write URI/NAME.METHOD, such as tcp://host:5739/bank.balance");
        }
        return new MethodName(at.address(), matcher.group(1), matcher.group(2));
    }
}
