package dev.wherry.testkit.codec;

import dev.wherry.PreserveIdentity;
import java.util.List;

/** An interface like {@link Values} that keeps the identity of objects within a message. */
@PreserveIdentity
public interface SharedValues {
    List<Plain.Pojo> pojos();

    Plain.Ring ring();
}
