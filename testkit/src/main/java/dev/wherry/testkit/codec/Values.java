package dev.wherry.testkit.codec;

import dev.wherry.RegisterTypes;
import dev.wherry.testkit.sample.Item;
import dev.wherry.testkit.sample.Overdrawn;
import dev.wherry.testkit.sample.Person;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.Collection;
import java.util.Date;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;

/** A remote interface with one method for each declared type for which a codec is tested. */
@RegisterTypes({
    Person.class,
    Overdrawn.class,
    Plain.Pair.class,
    Legacy.OwnPart.class,
    HashingKeys.HashesTwo.class,
    HashingKeys.HashesInherited.class,
    HashingKeys.HashesByHelper.class,
    HashingKeys.Parent.class,
    HashingKeys.Child.class,
    HashingKeys.Team.class,
    HashingKeys.Member.class,
    HashingKeys.Shelf.class,
    HashingKeys.Neighbour.class,
    HashingKeys.ByName.class,
    HashingKeys.ThreeFields.class,
    HashingKeys.ByThird.class,
    HashingKeys.Price.class,
    HashingKeys.HashesIndirectly.class,
    HashingKeys.HashesNext.class,
    HashingKeys.HashesReferent.class,
    HiddenState.Page.class,
    HiddenState.Order.class,
    HiddenState.Violation.class,
    HiddenState.Meddler.class
})
public interface Values {
    boolean aBoolean();

    byte aByte();

    short aShort();

    char aChar();

    int anInt();

    long aLong();

    float aFloat();

    double aDouble();

    Integer anInteger();

    Double aBoxedDouble();

    Character aCharacter();

    String text();

    byte[] bytes();

    boolean[] booleans();

    char[] chars();

    short[] shorts();

    int[] ints();

    long[] longs();

    float[] floats();

    double[] doubles();

    String[] texts();

    int[][] grid();

    Object[] objects();

    Person person();

    Person[] people();

    Plain.Color color();

    Plain.Pojo pojo();

    Plain.Child child();

    Plain.Shape shape();

    List<Plain.Shape> shapes();

    Plain.Chain chain();

    Plain.Pair<String, List<Integer>> pair();

    Plain.Everything everything();

    Plain.Copying copying();

    List<String> list();

    Collection<Integer> collection();

    Set<String> set();

    Map<String, List<Person>> map();

    SortedMap<Integer, String> sortedMap();

    Deque<Integer> deque();

    Hashtable<String, Integer> hashtable();

    EnumMap<Plain.Color, Integer> enumMap();

    EnumSet<Plain.Color> enumSet();

    List<List<Map<String, Optional<int[]>>>> nested();

    Optional<Person> optional();

    OptionalInt optionalInt();

    BigDecimal decimal();

    BigInteger integer();

    UUID uuid();

    URI uri();

    Date date();

    BitSet bits();

    Instant instant();

    LocalDate localDate();

    LocalTime localTime();

    LocalDateTime localDateTime();

    OffsetDateTime offsetDateTime();

    ZonedDateTime zonedDateTime();

    ZoneId zone();

    Duration duration();

    Period period();

    Object open();

    Comparable<?> comparable();

    Serializable serializable();

    Number number();

    <T extends Comparable<T>> List<T> variable();

    Throwable throwable();

    Overdrawn exception();

    Legacy.FinalFields finalFields();

    Legacy.OwnForm ownForm();

    Legacy.External external();

    Legacy.Replaced replaced();

    Legacy.Singleton singleton();

    Legacy.Inner inner();

    Item reference();

    Plain.Holder holder();
}
