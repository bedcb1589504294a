package dev.wherry.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A method of something bound at an address, as the command line has it: {@code tcp://host:5739/bank.balance}.
 *
 * @param address of the endpoint
 * @param name of what is bound
 * @param method parameter types may follow its name, as in {@code add(int,int)}
 */
record MethodName(String address, String name, String method) {
    private static final Pattern NAME_AND_METHOD = Pattern.compile("(.+)\\.([^.()]+(?:\\(.*\\))?)");

    static MethodName parse(String text) {
        RemoteName at = RemoteName.parse(text);
        Matcher matcher = NAME_AND_METHOD.matcher(at.name());
        if (!matcher.matches()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "'" + text + "' names no method; write URI/NAME.METHOD, such as tcp://host:5739/bank.balance");
        }
        return new MethodName(at.address(), matcher.group(1), matcher.group(2));
    }
}
