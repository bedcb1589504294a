package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CodeCacheTest {
    private final ClassBytes a = file("acme.A");
    private final ClassBytes b = file("acme.B");
    private final ClassBytes c = file("acme.C");

    @Test
    void findsWhatCameBeforeByContent() {
        CodeCache cache = new CodeCache(1 << 20);
        cache.add(a);
        assertThat(find(cache, a)).isSameAs(a);
        assertThat(find(cache, b)).isNull();
    }

    @Test
    void givesUpWhatWasLongestNotAskedFor() {
        CodeCache cache = new CodeCache(3_000);
        cache.add(a);
        cache.add(b);
        assertThat(find(cache, a)).isNotNull();
        cache.add(c);
        assertThat(find(cache, a)).isNotNull();
        assertThat(find(cache, b)).isNull();
        assertThat(find(cache, c)).isNotNull();
    }

    @Test
    void keepsNothingThatDoesNotFit() {
        CodeCache cache = new CodeCache(3_000);
        cache.add(a);
        cache.add(ClassBytes.of("acme.Large", new byte[4_000]));
        assertThat(find(cache, a)).isNotNull();
        CodeCache none = new CodeCache(0);
        none.add(a);
        assertThat(find(none, a)).isNull();
    }

    @Test
    void countsWhatIsAddedTwiceOnce() {
        CodeCache cache = new CodeCache(3_000);
        cache.add(a);
        cache.add(b);
        cache.add(b);
        assertThat(find(cache, a)).isNotNull();
    }

    @Test
    void doesNotGiveContentUnderAnotherName() {
        CodeCache cache = new CodeCache(1 << 20);
        cache.add(a);
        assertThat(cache.find(new Manifest.Entry("acme.B", a.hash(), a.bytes().length)))
                .isNull();
    }

    @Test
    void holdsItsBoundWithManyThreads() throws Exception {
        List<ClassBytes> files =
                IntStream.range(0, 50).mapToObj(i -> file("acme.T" + i)).toList();
        CodeCache cache = new CodeCache(13_000);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<? extends Future<?>> all = IntStream.range(0, 8)
                    .mapToObj(seed -> threads.submit(() -> {
                        Random random = new Random(seed);
                        for (int i = 0; i < 5_000; i++) {
                            ClassBytes file = files.get(random.nextInt(files.size()));
                            ClassBytes found = find(cache, file);
                            assertThat(found).isIn(null, file);
                            cache.add(file);
                        }
                    }))
                    .toList();
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertThat(files).filteredOn(file -> find(cache, file) != null).hasSize(10);
    }

    private static ClassBytes find(CodeCache cache, ClassBytes file) {
        return cache.find(Manifest.Entry.of(file));
    }

    /** Of 1,044 bytes, so of 1,300 in the cache. */
    private static ClassBytes file(String name) {
        byte[] bytes = new byte[1_044];
        System.arraycopy(name.getBytes(java.nio.charset.StandardCharsets.UTF_8), 0, bytes, 0, name.length());
        return ClassBytes.of(name, bytes);
    }
}
