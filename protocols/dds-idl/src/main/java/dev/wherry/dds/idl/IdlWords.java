package dev.wherry.dds.idl;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names as IDL spells them. */
final class IdlWords {
    /** In lower case, since a name must not differ from a keyword in case only. */
    private static final Set<String> KEYWORDS = Set.of(
            ("abstract any alias attribute bitfield bitmask bitset boolean case char component connector const consumes"
                            + " context custom default double emits enum eventtype exception factory false finder fixed"
                            + " float getraises home import in inout interface int16 int32 int64 int8 local long manages"
                            + " map mirrorport module multiple native object octet oneway out port porttype primarykey"
                            + " private provides public publishes raises readonly sequence setraises short string struct"
                            + " supports switch true truncatable typedef typeid typename typeprefix uint16 uint32 uint64"
                            + " uint8 union unsigned uses valuebase valuetype void wchar wstring")
                    .split(" "));

    private IdlWords() {}

    /** Returns a simple name, with an underscore if it is a keyword or begins with an underscore. */
    static String name(String name) {
        return KEYWORDS.contains(name.toLowerCase(Locale.ROOT)) || name.startsWith("_") ? "_" + name : name;
    }

    /** Returns the name of a type so that it is the same in all scopes, such as {@code ::bank::Receipt}. */
    static String reference(String name) {
        return Arrays.stream(name.split("::")).map(IdlWords::name).collect(Collectors.joining("::", "::", ""));
    }

    /** Returns the beginning of each reference to something in a scope. */
    static Pattern into(String scope) {
        return Pattern.compile("(?<!\\w)" + Pattern.quote(reference(scope) + "::"));
    }

    /** Returns the modules of a name, such as {@code bank::eu}; empty for none. */
    static String modules(String name) {
        int end = name.lastIndexOf("::");
        return end < 0 ? "" : name.substring(0, end);
    }

    /** Returns a name without its modules. */
    static String simple(String name) {
        return name.substring(name.lastIndexOf(':') + 1);
    }
}
