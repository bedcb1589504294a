package dev.wherry.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prose taken from one file, as sentences with the lines on which they begin. */
final class Prose {
    /** Where a sentence was found. Some rules apply to full sentences only, and not to titles or messages. */
    enum Kind {
        SENTENCE,
        TITLE,
        MESSAGE
    }

    record Sentence(int line, Kind kind, String text) {
        /** Counts an enumeration of single words as one. */
        int words() {
            return (int) Pattern.compile("\\s+")
                    .splitAsStream(text.replaceAll("(?<!\\S)(\\S+, ){2,}(and |or )?", "list "))
                    .filter(word -> word.chars().anyMatch(Character::isLetterOrDigit))
                    .count();
        }
    }

    private static final Pattern MARKDOWN_CODE = Pattern.compile("(`+)(?!`).+?(?<!`)\\1(?!`)", Pattern.DOTALL);
    private static final Pattern INLINE_TAG = Pattern.compile("\\{@(link|linkplain) [^\\s}]+\\s+([^}]+)}");
    private static final Pattern OTHER_TAG = Pattern.compile("\\{@\\w+((?:[^{}]|\\{[^{}]*})*)}");
    private static final Pattern BREAK = Pattern.compile("\\n\\s*\\n|(?<=[.!?:])[\"')*_]*\\s+(?=[^a-z])");
    private static final Pattern ABBREVIATION =
            Pattern.compile("\\b(e\\.g|i\\.e|etc|vs|approx)\\.", Pattern.CASE_INSENSITIVE);

    private final List<Sentence> sentences = new ArrayList<>();
    private final boolean readsTextBlocks;

    private Prose(boolean readsTextBlocks) {
        this.readsTextBlocks = readsTextBlocks;
    }

    /** Returns the sentences of a file. The text blocks of tests are left out, because they are input of programs. */
    static List<Sentence> of(String file, String text) {
        Prose prose = new Prose(!file.contains("/src/test/"));
        if (file.endsWith(".java")) {
            prose.java(text);
        } else if (file.endsWith(".html") || file.endsWith(".mustache")) {
            prose.html(text);
        } else {
            prose.markdown(text);
        }
        return prose.sentences;
    }

    private void markdown(String text) {
        boolean code = false;
        int start = 1;
        StringBuilder paragraph = new StringBuilder();
        String[] lines = blank(text, "<!--.*?-->").split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i];
            String bare = line.strip();
            boolean fence = bare.startsWith("```");
            boolean block = fence || code || bare.isEmpty() || bare.startsWith("|") || bare.startsWith("#");
            if (block || bare.matches("([-*>]|\\d+\\.) .*")) {
                split(start, Kind.SENTENCE, plainMarkdown(paragraph.toString()));
                paragraph.setLength(0);
            }
            if (fence) {
                code = !code;
            } else if (!code && bare.startsWith("#")) {
                split(i + 1, Kind.TITLE, plainMarkdown(bare.replaceFirst("^#+", "")));
            } else if (!code && bare.startsWith("|")) {
                for (String cell : plainMarkdown(bare).split("(?<!\\\\)\\|")) {
                    split(i + 1, Kind.MESSAGE, cell);
                }
            } else if (!block) {
                start = paragraph.isEmpty() ? i + 1 : start;
                paragraph.append(bare.replaceFirst("^([-*>]|\\d+\\.) ", "")).append('\n');
            }
        }
        split(start, Kind.SENTENCE, plainMarkdown(paragraph.toString()));
    }

    private static String plainMarkdown(String text) {
        return MARKDOWN_CODE
                .matcher(text)
                .replaceAll("X")
                .replaceAll("!?\\[([^\\]]*)]\\([^)]*\\)", "$1")
                .replaceAll("\\*\\*|</?\\w+[^>]*>", "");
    }

    private void html(String text) {
        String plain = blank(blank(text, "<script.*?</script>|<style.*?</style>|<!--.*?-->"), "\\{\\{[^}]*}}");
        int line = 1;
        for (String piece : plain.split("(?<=>)|(?=<)")) {
            if (!piece.startsWith("<")) {
                split(line, Kind.MESSAGE, piece);
            }
            line += Math.toIntExact(piece.chars().filter(c -> c == '\n').count());
        }
    }

    /** Replaces what matches by its line breaks, so that the lines keep their numbers. */
    private static String blank(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.DOTALL)
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(found.group().replaceAll("[^\n]", "")));
    }

    private void java(String text) {
        int line = 1;
        int i = 0;
        while (i < text.length()) {
            int end;
            if (text.startsWith("//", i)) {
                end = endOfLineComments(text, i);
                comment(line, text.substring(i, end).replaceAll("(?m)^\\s*/{2,3}", ""));
            } else if (text.startsWith("/*", i)) {
                end = text.indexOf("*/", i) + 2;
                comment(line, text.substring(i + 2, end - 2).replaceAll("(?m)^\\s*\\*+", ""));
            } else if (text.startsWith("\"\"\"", i)) {
                end = text.indexOf("\"\"\"", i + 3) + 3;
                if (readsTextBlocks) {
                    message(line, text.substring(i + 3, end - 3));
                }
            } else if (text.charAt(i) == '"' || text.charAt(i) == '\'') {
                end = endOfLiteral(text, i);
                if (text.charAt(i) == '"') {
                    message(line, text.substring(i + 1, end - 1));
                }
            } else {
                end = i + 1;
            }
            line += Math.toIntExact(
                    text.substring(i, end).chars().filter(c -> c == '\n').count());
            i = end;
        }
    }

    /** Comments on consecutive lines are one text. */
    private static int endOfLineComments(String text, int start) {
        Matcher more = Pattern.compile("//[^\n]*(\n[ \t]*//[^\n]*)*").matcher(text);
        if (!more.find(start)) {
            throw new IllegalArgumentException("no comment at " + start);
        }
        return more.end();
    }

    private static int endOfLiteral(String text, int start) {
        int i = start + 1;
        while (text.charAt(i) != text.charAt(start)) {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    private void comment(int line, String text) {
        String plain =
                blank(blank(text, "<pre>.*?</pre>|\\{@snippet.*?\n\\s*}"), "(?m)^\\s*(@start|@end|@highlight)[^\n]*");
        plain = INLINE_TAG.matcher(plain).replaceAll("$2");
        plain = OTHER_TAG
                .matcher(plain)
                .replaceAll(found -> "X" + found.group(1).replaceAll("[^\n]", ""));
        plain = MARKDOWN_CODE.matcher(plain).replaceAll("X").replaceAll("\\[([^\\]\\s]+)](\\[[^\\]]*])?", "X");
        int at = line;
        for (String part : plain.split("(?m)(?=^\\s*@\\w+)|(?=<(?:p|li|td|th|h\\d)>)")) {
            split(
                    at,
                    Kind.SENTENCE,
                    part.replaceAll("^\\s*@(param|throws)\\s+\\S+|^\\s*@\\w+", "")
                            .replaceAll("</?\\w+[^>]*>", ""));
            at += Math.toIntExact(part.chars().filter(c -> c == '\n').count());
        }
    }

    /** Only literals that are texts: several words, not a path, a pattern or code. */
    private void message(int line, String text) {
        if (text.matches("(?s).*[a-z]{2,},? [a-z]+.*") && !text.matches("(?s).*\\\\[^nt\"].*")) {
            split(line, Kind.MESSAGE, text.replace("\\n", "\n").replaceAll("'[^' ]*'|%[\\w.]+", "X"));
        }
    }

    private void split(int line, Kind kind, String text) {
        int from = 0;
        Matcher end = BREAK.matcher(ABBREVIATION.matcher(text).replaceAll(found -> found.group(1) + "·"));
        while (end.find()) {
            add(line, kind, text, from, end.start());
            from = end.end();
        }
        add(line, kind, text, from, text.length());
    }

    private void add(int line, Kind kind, String text, int from, int to) {
        String sentence = text.substring(from, to).strip().replaceAll("\\s+", " ");
        if (!sentence.isEmpty()) {
            int before = Math.toIntExact(
                    text.substring(0, from).chars().filter(c -> c == '\n').count());
            sentences.add(new Sentence(line + before, kind, sentence));
        }
    }
}
