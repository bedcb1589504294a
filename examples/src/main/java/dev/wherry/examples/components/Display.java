package dev.wherry.examples.components;

/** Offers a screen, which is the standard output. */
public final class Display extends Component {
    public Display() {
        offer("screen", Screen.class, line -> System.out.println("screen: " + line));
    }
}
