package dev.wherry.dds.idl.interop;

import dev.wherry.dds.Name;
import java.util.List;

/** What programs in other languages serve and call. */
@Name("hello::Greeter")
public interface Greeter {
    String greet(String name);

    long sum(List<Integer> numbers) throws Refused;

    /** How a sum can fail. */
    @Name("hello::Refused")
    class Refused extends Exception {
        private static final long serialVersionUID = 1;
        final int limit;

        Refused(int limit) {
            this.limit = limit;
        }
    }

    /** Serves it. */
    class Server implements Greeter {
        @Override
        public String greet(String name) {
            return "Hello " + name;
        }

        @Override
        public long sum(List<Integer> numbers) throws Refused {
            if (numbers.size() > 3) {
                throw new Refused(3);
            }
            return numbers.stream().mapToLong(Integer::longValue).sum();
        }
    }
}
