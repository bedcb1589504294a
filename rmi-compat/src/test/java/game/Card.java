package game;

import java.io.Serializable;

public enum Card implements Serializable {
    RED,
    GREEN,
    BLUE
}
