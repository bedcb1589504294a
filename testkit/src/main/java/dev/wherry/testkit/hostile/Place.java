package dev.wherry.testkit.hostile;

import dev.wherry.testkit.hostile.Attack.Form;
import java.util.Set;

/** Where a value of a peer's is read: an argument of an {@link Inbox}, or the answer of one that is asked back. */
enum Place {
    ANY("take(Ljava/lang/Object;)V", Form.BARE),
    TEXTS("join(Ljava/util/List;)V", Form.BARE, Form.IN_LIST),
    MAP("add(Ljava/util/Map;)V", Form.BARE),
    DAY("note(Ljava/time/LocalDate;)V", Form.BARE),
    FIELD("file(Ldev/wherry/testkit/hostile/Inbox$Folder;)V", Form.IN_FIELD),
    EXCEPTION("fail(Ljava/lang/Exception;)V", Form.BARE, Form.IN_EXCEPTION),
    ANY_ANSWER("askAny(Ldev/wherry/testkit/hostile/Inbox$Source;)Z", Form.BARE),
    TEXTS_ANSWER("askTexts(Ldev/wherry/testkit/hostile/Inbox$Source;)Z", Form.BARE, Form.IN_LIST),
    EXCEPTION_ANSWER("askAny(Ldev/wherry/testkit/hostile/Inbox$Source;)Z", Form.BARE, Form.IN_EXCEPTION);

    /** Of the first method's definition, out of the way of those that attacks bring. */
    private static final int FIRST = 100;

    /** The method that is called. */
    final String method;

    @SuppressWarnings("ImmutableEnumChecker") // it is never changed
    private final Set<Form> forms;

    Place(String method, Form... forms) {
        this.method = method;
        this.forms = Set.of(forms);
    }

    /** The number of the method's definition. */
    @SuppressWarnings("EnumOrdinal") // any that is its own serves
    int number() {
        return FIRST + ordinal();
    }

    boolean isAnswer() {
        return compareTo(ANY_ANSWER) >= 0;
    }

    boolean takes(Attack attack) {
        return forms.contains(attack.form());
    }

    /** The answer to a call that consists of an attack. */
    byte[] answer(long call, Attack attack) {
        boolean thrown = this == EXCEPTION_ANSWER;
        return RawPeer.frame(thrown ? RawPeer.FAILURE : RawPeer.REPLY, 0, call, to -> {
            if (thrown) {
                to.writeByte(1); // as itself
                to.writeText("acme.Failure");
                to.writeText("attack");
            }
            attack.write(to);
        });
    }
}
