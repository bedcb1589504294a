package auction;

import dev.wherry.rmi.Naming;
import java.net.MalformedURLException;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.util.Scanner;

/** Reads commands, one per line: {@code open ITEM PRICE}, {@code bid NUMBER NAME PRICE}, {@code lot NUMBER}. */
public final class Bidder {
    private Bidder() {}

    public static void main(String[] arguments) throws NotBoundException, MalformedURLException, RemoteException {
        Auction auction = (Auction) Naming.lookup("//localhost:" + arguments[0] + "/auction");
        System.out.println("ready");
        try (Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().split(" ");
                try {
                    System.out.println(
                            switch (words[0]) {
                                case "open" -> "opened " + auction.open(words[1], Integer.parseInt(words[2]));
                                case "bid" ->
                                    "bid "
                                            + auction.bid(
                                                    Integer.parseInt(words[1]), words[2], Integer.parseInt(words[3]));
                                default -> "lot " + auction.lot(Integer.parseInt(words[1]));
                            });
                } catch (RemoteException e) {
                    System.out.println("failed");
                }
            }
        }
    }
}
