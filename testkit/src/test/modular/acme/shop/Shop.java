package acme.shop;

import acme.closed.Secret;
import java.util.List;

/** A service of the module, in a package that is exported but not open. */
public interface Shop {
    List<Article> search(String word);

    /** A public record in an exported package. */
    record Article(String name, long cents) {}

    /** A callback with a value of a package that is neither exported nor open. */
    interface Back {
        Secret secret();
    }
}
