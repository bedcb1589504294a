package auction;

import java.io.Serializable;

public class Lot implements Serializable {
    private static final long serialVersionUID = 1;

    String item;
    int price;
    String bidder = "nobody";

    Lot(String item, int price) {
        this.item = item;
        this.price = price;
    }

    @Override
    public String toString() {
        return item + " at " + price + " for " + bidder;
    }
}
