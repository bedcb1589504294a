package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Limits;
import dev.wherry.codec.compact.Shapes.*;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Identity, cycles and depth. */
class SharingTest {
    private final Messages messages = new Messages();

    @ParameterizedTest
    @EnumSource
    void cyclesOfObjectsArriveWhole(CodeGeneration generator) {
        Node a = new Node(1);
        Node b = new Node(2);
        a.next = b;
        b.next = a;
        a.children.addAll(List.of(a, b, b));
        a.names.put(b, "b");
        a.names.put(a, "a");
        Node arrived = new Messages(new CompactCodec(generator)).send(a, Object.class, Shapes.allowed());
        assertThat(arrived.next.next).isSameAs(arrived);
        assertThat(arrived.children).containsExactly(arrived, arrived.next, arrived.next);
        assertThat(arrived.names.get(arrived))
                .as("found by a hash of the whole key")
                .isEqualTo("a");
        assertThat(arrived.names.get(arrived.next)).isEqualTo("b");
    }

    @Test
    void keysThatLeadToTheirParentsArriveHoweverMany() {
        Node root = new Node(0);
        for (int i = 1; i <= 1_000; i++) {
            Node child = new Node(i);
            child.next = root;
            root.names.put(child, "child");
            for (int j = 0; j < 5; j++) {
                Node leaf = new Node(j);
                leaf.next = child;
                child.names.put(leaf, "leaf");
            }
        }
        Node arrived = messages.send(root, Object.class, Shapes.allowed());
        assertThat(arrived.names).hasSize(1_000);
        assertThat(arrived.names.keySet())
                .allSatisfy(child -> assertThat(child.next).isSameAs(arrived));
    }

    @Test
    void containersThatHoldThemselvesArriveSo() {
        List<Object> list = new ArrayList<>();
        Object[] array = {list, null};
        array[1] = array;
        Map<String, Object> map = new HashMap<>();
        map.put("list", list);
        map.put("map", map);
        list.add(array);
        list.add(map);
        List<Object> arrived = messages.send(list, Object.class, Shapes.allowed());
        Object[] arrivedArray = (Object[]) arrived.get(0);
        assertThat(arrivedArray[0]).isSameAs(arrived);
        assertThat(arrivedArray[1]).isSameAs(arrivedArray);
        Map<?, ?> arrivedMap = (Map<?, ?>) arrived.get(1);
        assertThat(arrivedMap.get("map")).isSameAs(arrivedMap);
        assertThat(arrivedMap.get("list")).isSameAs(arrived);
    }

    @Test
    void treesArriveAsTreesUnlessSharingIsKept() {
        Dog dog = new Dog(1);
        Date date = new Date(5);
        int[] array = {1};
        List<Object> twice = Arrays.asList(dog, dog, date, date, array, array);
        List<Object> tree = messages.send(twice, Object.class, Shapes.allowed());
        assertThat(tree.get(0)).isEqualTo(tree.get(1)).isNotSameAs(tree.get(1));
        assertThat(tree.get(2)).isNotSameAs(tree.get(3));
        List<Object> kept = messages.send(twice, Object.class, Shapes.allowed(true));
        assertThat(kept.get(0)).isSameAs(kept.get(1));
        assertThat(kept.get(2)).isSameAs(kept.get(3));
        assertThat(kept.get(4)).isSameAs(kept.get(5));
    }

    @Test
    void recordsAndLongTextsReachedTwiceArriveAsOneWhereSharingIsKept() {
        Point point = new Point(1, 2);
        String text = "x".repeat(1_000);
        List<Object> twice = Arrays.asList(
                point,
                point,
                text,
                text,
                new Pair<>(text, point),
                new Fussy(text),
                Optional.of(text),
                "short",
                "short");
        Allowed types = Shapes.allowed(true);
        List<Object> kept = messages.send(twice, Object.class, types);
        assertThat(kept).isEqualTo(twice);
        assertThat(kept.get(0)).isSameAs(kept.get(1));
        assertThat(kept.get(2)).isSameAs(kept.get(3));
        Pair<?, ?> pair = (Pair<?, ?>) kept.get(4);
        assertThat(pair.first()).isSameAs(kept.get(2));
        assertThat(pair.second()).isSameAs(kept.get(0));
        assertThat(((Fussy) kept.get(5)).name()).as("declared as text").isSameAs(kept.get(2));
        assertThat(messages.encode(messages.coder(Object.class, types), twice)).hasSizeLessThan(1_200);

        Map<String, String> map = messages.send(Map.of(text, text), new Generic<Map<String, String>>() {}.type, types);
        assertThat(map.keySet().iterator().next()).isSameAs(map.get(text));
        String[] array = messages.send(new String[] {text, null, text}, String[].class, types);
        assertThat(array[0]).isSameAs(array[2]);
    }

    @Test
    void aTextThatIsAParameterLiesTheSameWhetherSharingIsKeptOrNot() {
        assertThat(messages.encode(messages.coder(String.class, Shapes.allowed(true)), "a"))
                .isEqualTo(messages.encode(messages.coder(String.class, Shapes.allowed()), "a"));
    }

    @Test
    void annotatedClassesKeepTheirIdentity() {
        Coin coin = new Coin();
        List<Coin> arrived = messages.send(List.of(coin, coin), new Generic<List<Coin>>() {}.type, Shapes.allowed());
        assertThat(arrived.get(0)).isSameAs(arrived.get(1));
    }

    @Test
    void identityIsKeptAcrossTheValuesOfOneMessage() {
        Node node = new Node(1);
        Coder coder = messages.coder(Node.class, Shapes.allowed());
        Out out = new Out(64);
        Encoding encoding = messages.encoding(out);
        coder.encode(node, encoding);
        int mark = out.size();
        Node bad = new Node(2);
        bad.next = new Node(3);
        bad.names.put(null, null);
        bad.next.children = new ArrayList<>() {};
        coder.encode(bad, encoding);
        out.size(mark);
        coder.encode(node, encoding);
        Decoding decoding = messages.decoding(new In(out.copy()));
        Object first = coder.decode(decoding);
        assertThat(coder.decode(decoding)).isSameAs(first);
    }

    @Test
    void afterAFailedValueTheMessageGoesOnWithoutIt() {
        Coder coder = messages.coder(Object.class, Shapes.allowed());
        Out out = new Out(64);
        Encoding encoding = messages.encoding(out);
        Node node = new Node(1);
        assertThatThrownBy(() -> coder.encode(Arrays.asList(node, new Thread()), encoding))
                .isInstanceOf(CodecException.class);
        out.size(0);
        coder.encode(node, encoding);
        Node arrived = (Node) coder.decode(messages.decoding(new In(out.copy())));
        assertThat(arrived.value).isEqualTo(1);
    }

    @Test
    void cyclesThroughARecordAreRefusedWithThePath() {
        List<Object> list = new ArrayList<>();
        Pair<Object, Object> pair = new Pair<>(list, null);
        list.add(pair);
        assertThatThrownBy(() -> messages.send(pair, Object.class, Shapes.allowed()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("A cycle through a record")
                .hasMessageContaining("the value.first[0]");
    }

    @Test
    void cyclesThroughAKeyAreRefused() {
        Map<Object, Object> map = new HashMap<>();
        Bag bag = new Bag();
        bag.anything = map;
        map.put(bag, "x");
        assertThatThrownBy(() -> messages.send(map, Object.class, Shapes.allowed()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("A cycle through a map key");
    }

    @Test
    void containersSharedWithinKeysArriveAsCopies() {
        List<Object> shared = new ArrayList<>(List.of(1));
        Set<Object> set = new HashSet<>(List.of(new Pair<>(shared, "a"), new Pair<>(shared, "b")));
        assertThat(messages.<Object>send(set, Object.class, Shapes.allowed())).isEqualTo(set);
    }

    @ParameterizedTest
    @EnumSource
    void deepChainsArrive(CodeGeneration generator) {
        Messages messages = new Messages(new CompactCodec(generator));
        Link chain = null;
        Node nodes = null;
        for (int i = 0; i < 100_000; i++) {
            chain = new Link(i, chain);
            Node node = new Node(i);
            node.next = nodes;
            nodes = node;
        }
        Link link = messages.send(chain, Link.class, Shapes.allowed());
        Node node = messages.send(nodes, Node.class, Shapes.allowed());
        for (int i = 99_999; i >= 0; i--) {
            assertThat(link.value()).isEqualTo(i);
            assertThat(node.value).isEqualTo(i);
            link = link.next();
            node = node.next;
        }
        assertThat(link).isNull();
    }

    @Test
    void deepListsArrive() {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            list = new ArrayList<>(Arrays.asList(list, i));
        }
        List<?> arrived = messages.send(list, Object.class, Shapes.allowed());
        int depth = 0;
        while (!arrived.isEmpty()) {
            arrived = (List<?>) arrived.getFirst();
            depth++;
        }
        assertThat(depth).isEqualTo(50_000);
    }

    @Test
    void manyDeepChainsArriveAtOnce() {
        Node nodes = null;
        for (int i = 0; i < 100_000; i++) {
            Node node = new Node(i);
            node.next = nodes;
            nodes = node;
        }
        Node chain = nodes;
        List<CompletableFuture<Node>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            CompletableFuture<Node> arrived = new CompletableFuture<>();
            all.add(arrived);
            Thread.startVirtualThread(() -> arrived.completeAsync(
                    () -> new Messages().send(chain, Node.class, Shapes.allowed()), Runnable::run));
        }
        assertThat(all).allSatisfy(each -> assertThat(each.get().value).isEqualTo(99_999));
    }

    @Test
    void depthAndObjectsAreLimited() {
        Link chain = null;
        for (int i = 0; i < 1000; i++) {
            chain = new Link(i, chain);
        }
        Coder coder = messages.coder(Link.class, Shapes.allowed());
        byte[] bytes = messages.encode(coder, chain);
        messages.limits(Limits.builder().graphDepth(999).graphObjects(10_000).build());
        assertThatThrownBy(() -> messages.decode(coder, bytes)).hasMessageContaining("graphDepth");
        messages.limits(Limits.builder().graphDepth(1001).graphObjects(900).build());
        assertThatThrownBy(() -> messages.decode(coder, bytes)).hasMessageContaining("graphObjects");
        byte[] few = messages.encode(coder, new Link(1, new Link(2, new Link(3, null))));
        messages.limits(Limits.builder().graphDepth(2).graphObjects(10_000).build());
        assertThatThrownBy(() -> messages.decode(coder, few)).hasMessageContaining("graphDepth");
    }
}
