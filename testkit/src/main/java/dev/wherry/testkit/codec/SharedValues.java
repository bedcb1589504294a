package dev.wherry.testkit.codec;

import dev.wherry.PreserveIdentity;
import java.util.List;

/** Like {@link Values}, where identity is kept. */
@PreserveIdentity
public interface SharedValues {
    List<Plain.Pojo> pojos();

    Plain.Ring ring();
}
