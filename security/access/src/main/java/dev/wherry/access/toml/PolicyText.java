package dev.wherry.access.toml;

import dev.wherry.access.PolicyException;
import dev.wherry.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;

/** Parses policy files: TOML in UTF-8, of at most 256 KiB. */
public final class PolicyText {
    private static final int MOST_BYTES = 256 << 10;

    private PolicyText() {}

    /**
     * Returns the top of a file.
     *
     * @throws IOException if the file cannot be read
     * @throws PolicyException if it is too long, or not UTF-8, or not TOML
     */
    public static Section read(Path file) throws IOException {
        TomlParseResult parsed;
        try {
            parsed = Toml.parse(text(file));
        } catch (StackOverflowError e) {
            throw new PolicyException(
                    file
                            + " cannot be read: its lists or tables are nested too deeply. A policy needs no list in a list",
                    e);
        } catch (AssertionError e) { // with -ea, thrown for a wrong escape that is listed otherwise
            throw new PolicyException(
                    file + " is not TOML: an escape, such as \\u, is wrong. Run without -ea to see its line", e);
        } catch (TomlParseError e) { // thrown instead of listed for some, such as an unknown escape in a key
            throw wrong(file, e);
        }
        if (parsed.hasErrors()) {
            throw wrong(file, parsed.errors().getFirst());
        }
        return new Section(file, "", parsed, null);
    }

    private static PolicyException wrong(Path file, TomlParseError error) {
        return new PolicyException(
                "%s:%d:%d: %s"
                        .formatted(
                                file,
                                error.position().line(),
                                error.position().column(),
                                OneLine.of(String.valueOf(error.getMessage()))),
                error);
    }

    /** Returns the text without the byte order mark that some editors add. */
    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new PolicyException(file + " is too long: a policy has at most " + MOST_BYTES + " bytes", null);
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new PolicyException(file + " is not UTF-8 text: save it as UTF-8", e);
        }
    }
}
