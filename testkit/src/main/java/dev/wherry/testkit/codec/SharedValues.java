package dev.wherry.testkit.codec;

import dev.wherry.KeepsSharing;
import java.util.List;

/** Like {@link Values}, where identity is kept. */
@KeepsSharing
public interface SharedValues {
    List<Plain.Pojo> pojos();

    Plain.Ring ring();
}
