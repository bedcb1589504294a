package dev.wherry.internal.invoke;

import java.io.Serializable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What generated stubs extend. Has no methods of objects but those that every object has, since a user's interface may
 * declare any other.
 */
@SuppressWarnings("serial") // it stands where Serializable is declared, as with RMI, and cannot be serialized by itself
abstract class StubObject implements Serializable {
    static final @Nullable Object[] NOTHING = {};

    final Stub stub;
    private final @Nullable Supplier<? extends @Nullable Object> near;

    /** @param near see {@link CallTarget#near} */
    StubObject(Stub stub, @Nullable Supplier<? extends @Nullable Object> near) {
        this.stub = stub;
        this.near = near;
    }

    /** What a method may be called on by the stub itself; null if the call is to be made through {@link #call}. */
    static @Nullable Object target(StubObject self) {
        Supplier<? extends @Nullable Object> near = self.near;
        return near == null ? null : near.get();
    }

    static @Nullable Object call(StubObject self, int method, @Nullable Object[] arguments) throws Throwable {
        return self.stub.invoke(self, self.stub.method(method), arguments);
    }

    /** What to throw for what a method threw that the stub has called itself. */
    static Throwable failed(Throwable failure, StubObject self, int method) {
        return self.stub.failed(failure, self.stub.method(method));
    }

    // None of these is final: who wraps stubs by generated subclasses, as Spring's aspects do, passes them on.

    @Override
    public boolean equals(@Nullable Object other) {
        return stub.isOf(other);
    }

    @Override
    public int hashCode() {
        return stub.hash();
    }

    @Override
    public String toString() {
        return stub.text();
    }
}
