package dev.wherry.testkit.hostile;

import dev.wherry.testkit.hostile.Attack.Form;
import java.util.Set;

/** A position at which a value of a peer is read: an argument of an {@link Inbox}, or the answer of a call back. */
enum AttackPosition {
    ANY("take(Ljava/lang/Object;)V", Form.BARE),
    TEXTS("join(Ljava/util/List;)V", Form.BARE, Form.IN_LIST),
    MAP("add(Ljava/util/Map;)V", Form.BARE),
    DAY("note(Ljava/time/LocalDate;)V", Form.BARE),
    FIELD("file(Ldev/wherry/testkit/hostile/Inbox$Folder;)V", Form.IN_FIELD),
    EXCEPTION("fail(Ljava/lang/Exception;)V", Form.BARE, Form.IN_EXCEPTION),
    ANY_ANSWER("askAny(Ldev/wherry/testkit/hostile/Inbox$Source;)Z", Form.BARE),
    TEXTS_ANSWER("askTexts(Ldev/wherry/testkit/hostile/Inbox$Source;)Z", Form.BARE, Form.IN_LIST),
    EXCEPTION_ANSWER("askAny(Ldev/wherry/testkit/hostile/Inbox$Source;)Z", Form.BARE, Form.IN_EXCEPTION);

    /** The number of the first method's definition, which the definitions of attacks do not use. */
    private static final int FIRST = 100;

    /** The name of the method that is called. */
    final String method;

    @SuppressWarnings("ImmutableEnumChecker") // the set is never changed
    private final Set<Form> forms;

    AttackPosition(String method, Form... forms) {
        this.method = method;
        this.forms = Set.of(forms);
    }

    /** Returns the number of the method's definition. */
    @SuppressWarnings("EnumOrdinal") // any unique number will do
    int number() {
        return FIRST + ordinal();
    }

    boolean isAnswer() {
        return compareTo(ANY_ANSWER) >= 0;
    }

    boolean takes(Attack attack) {
        return forms.contains(attack.form());
    }

    /** Returns the answer to a call, which consists of an attack. */
    byte[] answer(long call, Attack attack) {
        boolean thrown = this == EXCEPTION_ANSWER;
        return RawPeer.frame(thrown ? RawPeer.FAILURE : RawPeer.REPLY, 0, call, to -> {
            if (thrown) {
                to.writeByte(1); // sent as an object
                to.writeText("acme.Failure");
                to.writeText("attack");
            }
            attack.write(to);
        });
    }
}
