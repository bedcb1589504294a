package dev.wherry.prose;

import dev.wherry.prose.Prose.Kind;
import dev.wherry.prose.Prose.Sentence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks the prose of Markdown pages, and of the comments and messages of Java sources, against the rules in
 * CONTRIBUTING.md. Run it on any file or directory, without a build:
 * {@code java examples/src/test/java/dev/wherry/prose/ProseCheck.java docs core/src/main}.
 */
final class ProseCheck {
    /** The most words that a sentence may have. */
    static final int LONGEST = 30;

    record Finding(Path file, int line, String advice, String text) {
        @Override
        public String toString() {
            return file + ":" + line + ": " + advice + ": " + text;
        }
    }

    private record Rule(Pattern pattern, String advice) {
        static Rule of(String pattern, String advice) {
            return new Rule(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), advice);
        }
    }

    private static final String MESSAGE =
            "(message|call|answer|repl(y|ie)|frame|byte|request|result|definition|argument)s?";

    private static final List<Rule> WORDS = List.of(
            Rule.of("\\b(told|tells?|telling)\\b", "say notifies, reports, logs, returns or differs"),
            Rule.of(
                    "\\b" + MESSAGE + " (come|comes|came|go|goes|went)\\b(?! (out of|wrong|to waste))",
                    "say is received or is sent"),
            Rule.of("\\broom\\b", "say capacity or buffer space"),
            Rule.of("\\b(lasts|lasted|lasting)\\b", "say takes, runs long or blocks"),
            Rule.of(
                    "\\b(takes?|took|few|fewer|a|one) looks?\\b(?!-)|\\blooks? at (the|a) (ring|lane|link|clock)s?\\b",
                    "say polls, spins or reads"),
            Rule.of(
                    "(?<!\\w)an own\\b|\\bown ones?\\b|\\b\\w+'s own(?=[.,;:)]|$| (and|or|is|are|to|as|in|on)\\b)",
                    "say internal, or name the thing"),
            Rule.of(
                    "\\b(in|of|with) (good|few|its|their|his) words\\b|\\b(its|their|his) words\\b",
                    "say text or message"),
            Rule.of(
                    "\\blet(s|ting)? go\\b|\\b(takes?|took|taken|taking) (it |them |that )?in\\b(?!"
                            + " (a|an|the|order|turn|part|this|each|one|both|about|case|place|which|\\d))",
                    "say releases or accepts"),
            Rule.of(
                    "(?<!\\bthere )\\b(is|are|was|were|isn't|be|it's) no(ne)?\\b(?!"
                            + " (longer|more|fewer|less|later|earlier|matter)\\b)(?!\\.)",
                    "say is not a"),
            Rule.of("\\bthis user may not\\b", "say permission denied"),
            Rule.of("\\bdear(er)?\\b", "say expensive"),
            Rule.of("\\b(comes?|came|coming) near\\b", "say is close to"),
            Rule.of("\\b(stands?|stood|standing) beside\\b", "say what is meant"),
            Rule.of("\\bin (the )?place of\\b", "say instead of"),
            Rule.of("\\bwhere (it|they) can serve\\b", "say if supported"),
            Rule.of("\\bby (itself|themselves|himself)\\b", "say automatically, by default or alone"),
            Rule.of("\\b(makers?|openers?|askers?)\\b", "say creator, connecting side or client"),
            Rule.of("\\basks? nothing of\\b", "say needs no code change"),
            Rule.of("\\b(he|him|his|himself|she|hers)\\b", "a thread, a caller, a process is it"),
            Rule.of(
                    "\\b(to|for|by|from|with|of|and|so) who(ever)? (?!or |(is|are|was) (it|this|that)\\b)\\w",
                    "name the actor: the caller, anyone who"));

    private static final Rule HEADLESS = new Rule(
            Pattern.compile("^(Who|Whoever|What|Whatever)\\b[^?]*$"), "name the subject; do not open with who or what");

    private ProseCheck() {}

    static List<Finding> check(Path root, Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
        List<Finding> findings = new ArrayList<>();
        for (Sentence sentence : Prose.of(file.toString(), text)) {
            for (String advice : advice(sentence)) {
                findings.add(new Finding(root.relativize(file), sentence.line(), advice, sentence.text()));
            }
        }
        return findings;
    }

    static List<String> advice(Sentence sentence) {
        List<String> advice = new ArrayList<>();
        WORDS.forEach(rule -> found(rule, sentence.text()).ifPresent(advice::add));
        if (sentence.kind() == Kind.SENTENCE) {
            found(HEADLESS, sentence.text()).ifPresent(advice::add);
        }
        if (sentence.words() > LONGEST) {
            advice.add(sentence.words() + " words, more than " + LONGEST + "; make two sentences of it");
        }
        return advice;
    }

    private static Optional<String> found(Rule rule, String text) {
        Matcher match = rule.pattern().matcher(text);
        if (!match.find()) {
            return Optional.empty();
        }
        String found = match.group().strip();
        return Optional.of(
                "'" + (found.length() > 30 ? found.substring(0, 30) + "..." : found) + "': " + rule.advice());
    }

    /** Returns the files with prose at a path: the file itself, or those below a directory. */
    static List<Path> files(Path path) {
        try (Stream<Path> all = Files.walk(path)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\.(md|java|html|mustache)"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + path, e);
        }
    }

    /** Prints all findings in the files and directories that are given, with their number by file. */
    public static void main(String... paths) {
        Path here = Path.of("").toAbsolutePath();
        int all = 0;
        for (String path : paths) {
            for (Path file : files(here.resolve(path))) {
                List<Finding> findings = check(here, file);
                findings.forEach(System.out::println);
                all += findings.size();
            }
        }
        System.out.println(all + " findings");
        System.exit(all == 0 ? 0 : 1);
    }
}
