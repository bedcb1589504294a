package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serial;
import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Remote objects where a stub does not fit the declared type: a class, or an interface that is not remote. */
interface CopiedRemoteObjectsPart extends Part {
    /** The remote interface of a price. */
    interface Priced extends Remote {
        int price() throws RemoteException;
    }

    /** A smart proxy: remote by its interface, and Serializable so that it is copied where its class is declared. */
    class Price implements Priced, Serializable, Comparable<Price> {
        @Serial
        private static final long serialVersionUID = 1;

        private final int price;
        final @Nullable Price next;

        Price(int price, @Nullable Price next) {
            this.price = price;
            this.next = next;
        }

        @Override
        public int price() {
            return price;
        }

        @Override
        public int compareTo(Price other) {
            return Integer.compare(price, other.price);
        }
    }

    /** A value with fields of several declared types. */
    final class Tag implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;

        final Price price;
        final Price[] prices;

        Tag(Price price) {
            this.price = price;
            prices = new Price[] {price};
        }
    }

    /** A class that no signature names. */
    final class Unknown implements Priced, Serializable, Comparable<Unknown> {
        @Serial
        private static final long serialVersionUID = 1;

        @Override
        public int price() {
            return 0;
        }

        @Override
        public int compareTo(Unknown other) {
            return 0;
        }
    }

    /** A service with a method for each kind of declared type. */
    interface Shop extends Remote {
        int byClass(Price price) throws RemoteException;

        int byField(Tag tag) throws RemoteException;

        int byArray(Price... prices) throws RemoteException;

        int byInterface(Priced price) throws RemoteException;

        int byOther(Comparable<?> price) throws RemoteException;

        int bySerializable(Serializable price) throws RemoteException;

        int byBoth(Object open, Price copy) throws RemoteException;

        int keep(@Nullable Object open) throws RemoteException;
    }

    /** Returns the price, and 100 more if it received a copy. */
    final class Open implements Shop {
        private @Nullable Object kept;

        private static int worth(Object price) throws RemoteException {
            return ((Priced) price).price() + (price instanceof Price ? 100 : 0);
        }

        @Override
        public int byClass(Price price) throws RemoteException {
            return price.next == null ? worth(price) : byClass(price.next);
        }

        @Override
        public int byField(Tag tag) throws RemoteException {
            return worth(tag.price) + worth(tag.prices[0]);
        }

        @Override
        public int byArray(Price... prices) throws RemoteException {
            return worth(prices[0]);
        }

        @Override
        public int byInterface(Priced price) throws RemoteException {
            return worth(price);
        }

        @Override
        public int byOther(Comparable<?> price) throws RemoteException {
            return worth(price);
        }

        @Override
        public int bySerializable(Serializable price) throws RemoteException {
            return worth(price);
        }

        @Override
        public int byBoth(Object open, Price copy) throws RemoteException {
            return worth(open) + worth(copy);
        }

        @Override
        public int keep(@Nullable Object open) throws RemoteException {
            kept = open;
            return kept == null ? 0 : worth(kept);
        }
    }

    @Test
    default void copiesARemoteObjectWhereItsStubDoesNotFit() throws Exception {
        Shop shop = fixture().serve(Shop.class, new Open());
        Price price = new Price(7, null);
        assertThat(shop.byClass(price)).isEqualTo(107);
        assertThat(shop.byClass(new Price(1, new Price(2, price))))
                .as("nested in a copy")
                .isEqualTo(107);
        assertThat(shop.byField(new Tag(price))).isEqualTo(214);
        assertThat(shop.byArray(price)).isEqualTo(107);
        assertThat(shop.byOther(price)).isEqualTo(107);
        assertThat(shop.byInterface(price)).as("by reference").isEqualTo(7);
        assertThat(shop.bySerializable(price)).as("by reference").isEqualTo(7);
        assertThat(shop.byBoth(price, new Price(8, null))).isEqualTo(7 + 108);
    }

    @Test
    default void copiesARemoteObjectThatThePeerAlreadyReferences() throws Exception {
        Shop shop = fixture().serve(Shop.class, new Open());
        Price price = new Price(7, null);
        assertThat(shop.keep(price)).isEqualTo(7);
        assertThat(shop.byOther(price)).isEqualTo(107);
        assertThat(shop.byClass(price)).isEqualTo(107);
        assertThat(shop.byField(new Tag(price))).isEqualTo(214);
        shop.keep(null);
    }

    @Test
    default void refusesARemoteObjectThatDoesNotFitAtTheSender() {
        Shop shop = fixture().serve(Shop.class, new Open());
        assertThatThrownBy(() -> shop.byOther(new Unknown()))
                .isInstanceOf(java.rmi.MarshalException.class)
                .hasMessageContaining(Unknown.class.getName())
                .hasMessageContaining("a stub cannot stand here");
    }
}
