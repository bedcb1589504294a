package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.PreserveIdentity;
import dev.wherry.RegisterTypes;
import java.awt.Color;
import java.awt.Point;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The values that may travel. The guide shows the regions. */
@Timeout(60)
class ValuesTest {
    // @start region=closure
    public interface Shop {
        Receipt order(List<Line> lines); // Receipt and Line may travel, and what their components are
    }

    public record Line(String item, int count, Discount discount) {}

    public sealed interface Discount permits None, Percent {} // so may None and Percent: the cases are known

    public record None() implements Discount {}

    public record Percent(int off) implements Discount {}

    public record Receipt(long cents) {}
    // @end

    // @start region=registers
    @RegisterTypes(Letter.class)
    public interface Post {
        String send(Object parcel); // open: the JDK's values, and Letter
    }

    public record Letter(String to) {}
    // @end

    public record Bomb(String to) {}

    public interface Pairs {
        boolean same(List<Box> boxes);
    }

    // @start region=sharing
    @PreserveIdentity
    public interface SharedPairs {
        boolean same(List<Box> boxes);
    }
    // @end

    public static class Box {
        public int value;
    }

    @Test
    void carriesTheClassesThatSignaturesReach() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("shop", Shop.class, lines -> new Receipt(lines.size()));
            Shop shop = client.lookup(server.address() + "/shop", Shop.class);

            assertThat(shop.order(List.of(new Line("rope", 2, new Percent(10)), new Line("oar", 1, new None()))))
                    .isEqualTo(new Receipt(2));
        }
    }

    public interface Anything {
        Object echo(Object value);
    }

    @Test
    void carriesRegisteredValuesOfTheJdk() {
        // @start region=jdk
        EndpointOptions options =
                EndpointOptions.builder().register(Point.class, Color.class).build();
        // @end
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("anything", Anything.class, value -> value);
            Anything anything = client.lookup(server.address() + "/anything", Anything.class);

            assertThat(anything.echo(new Point(1, 2))).isEqualTo(new Point(1, 2));
        }
    }

    @Test
    void refusesWhatIsNotRegistered() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("post", Post.class, String::valueOf);
            Post post = client.lookup(server.address() + "/post", Post.class);

            assertThat(post.send(new Letter("Ada"))).isEqualTo("Letter[to=Ada]");
            assertThat(post.send(List.of(1, "two"))).isEqualTo("[1, two]");
            CallException refusal = catchThrowableOfType(CallException.class, () -> post.send(new Bomb("Ada")));
            assertThat(refusal.code()).isEqualTo(Code.CODEC);
            assertThat(refusal).hasMessageContaining(Bomb.class.getName()).hasMessageContaining("@RegisterTypes");
        }
    }

    @Test
    void registersOnTheEndpointToo() {
        // @start region=options
        EndpointOptions options = EndpointOptions.builder().register(Bomb.class).build();
        // @end
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("post", Post.class, String::valueOf);
            Post post = client.lookup(server.address() + "/post", Post.class);

            assertThat(post.send(new Bomb("Ada"))).isEqualTo("Bomb[to=Ada]");
        }
    }

    @Test
    void keepsSharingIfAnnotated() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("pairs", Pairs.class, boxes -> boxes.get(0) == boxes.get(1));
            server.bind("shared", SharedPairs.class, boxes -> boxes.get(0) == boxes.get(1));
            Box box = new Box();

            assertThat(client.lookup(server.address() + "/pairs", Pairs.class).same(List.of(box, box)))
                    .isFalse();
            assertThat(client.lookup(server.address() + "/shared", SharedPairs.class)
                            .same(List.of(box, box)))
                    .isTrue();
        }
    }

    public interface Broken {
        void run(Runnable task);
    }

    @Test
    void refusesALambdaAsAValue() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            assertThatThrownBy(() -> {
                        server.bind("broken", Broken.class, Runnable::run);
                        client.lookup(server.address() + "/broken", Broken.class)
                                .run(() -> {});
                    })
                    .isInstanceOfAny(IllegalArgumentException.class, CallException.class);
        }
    }
}
