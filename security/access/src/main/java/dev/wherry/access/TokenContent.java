package dev.wherry.access;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a signed token. Its bytes: version, key id, issuer, audience, kind and name of the subject, seconds of issue and
 * expiry, number of actors, actors. Texts are as {@link DataOutputStream#writeUTF} writes them.
 *
 * @param kind of the subject's identity
 * @param actors the servers that have passed the call on, the first one first
 */
record TokenContent(
        String key,
        String issuer,
        String audience,
        String kind,
        String subject,
        Instant issued,
        Instant expires,
        List<String> actors) {
    static final int MOST_ACTORS = 8;
    private static final int VERSION = 1;
    private static final int LONGEST = 512;

    TokenContent {
        actors = List.copyOf(actors);
        check("A key's id", key);
        check("An issuer", issuer);
        check("An audience", audience);
        check("A kind", kind);
        check("A subject", subject);
        actors.forEach(each -> check("An actor", each));
        if (actors.size() > MOST_ACTORS) {
            throw new IllegalArgumentException(
                    "A token has at most " + MOST_ACTORS + " actors; this has " + actors.size());
        }
    }

    /** Checks a part of a token. */
    static String check(String what, String text) {
        if (text.isEmpty() || text.length() > LONGEST || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    what + " in a token has 1 to " + LONGEST + " characters, and no control characters");
        }
        return text;
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeByte(VERSION);
            for (String text : List.of(key, issuer, audience, kind, subject)) {
                out.writeUTF(text);
            }
            out.writeLong(issued.getEpochSecond());
            out.writeLong(expires.getEpochSecond());
            out.writeByte(actors.size());
            for (String actor : actors) {
                out.writeUTF(actor);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Returns the content, or null if these are not the bytes of one. */
    static @Nullable TokenContent read(byte[] bytes) {
        ByteArrayInputStream left = new ByteArrayInputStream(bytes);
        DataInputStream in = new DataInputStream(left);
        try {
            if (in.readByte() != VERSION) {
                return null;
            }
            String key = in.readUTF();
            String issuer = in.readUTF();
            String audience = in.readUTF();
            String kind = in.readUTF();
            String subject = in.readUTF();
            Instant issued = Instant.ofEpochSecond(in.readLong());
            Instant expires = Instant.ofEpochSecond(in.readLong());
            List<String> actors = new ArrayList<>();
            for (int count = in.readUnsignedByte(); count > 0; count--) {
                actors.add(in.readUTF());
            }
            return left.available() > 0
                    ? null
                    : new TokenContent(key, issuer, audience, kind, subject, issued, expires, actors);
        } catch (IOException | IllegalArgumentException | java.time.DateTimeException e) {
            return null; // truncated, or out of the limits
        }
    }
}
