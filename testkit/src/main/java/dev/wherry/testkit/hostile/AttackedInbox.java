package dev.wherry.testkit.hostile;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** An inbox that calls its caller back and reports whether the answer was refused. */
final class AttackedInbox implements Inbox {
    /** Returns whether the answer of a call was refused, and not because of a bug or a lost connection. */
    static boolean isRefused(Callable<?> call) {
        try {
            call.call();
            return false;
        } catch (CallException e) {
            // An exception that was sent as an object and cannot be read is INTERNAL: the call has failed anyway.
            boolean unread = String.valueOf(e.getMessage()).contains("cannot be decoded here");
            return e.code() == Code.CODEC || (e.code() == Code.INTERNAL && unread);
        } catch (Exception e) {
            return false;
        }
    }

    @Override
    public boolean askAny(Source source) {
        return isRefused(source::any);
    }

    @Override
    public boolean askTexts(Source source) {
        return isRefused(source::texts);
    }

    @Override
    public void take(Object value) {}

    @Override
    public void join(List<String> texts) {}

    @Override
    public void add(Map<String, Integer> amounts) {}

    @Override
    public void note(LocalDate day) {}

    @Override
    public void file(Folder folder) {}

    @Override
    public void fail(Exception failure) {}

    @Override
    public Object any() {
        throw new IllegalStateException("not called");
    }

    @Override
    public List<String> texts() {
        throw new IllegalStateException("not called");
    }
}
