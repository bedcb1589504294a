package dev.wherry.codec.compact;

import static dev.wherry.codec.compact.ScalarCodecs.immutable;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/** The values of java.time. Their order is part of the wire format. */
final class TimeCodecs {
    static final int FIRST = 58;
    static final BuiltInCodec.Part PART = new BuiltInCodec.Part(FIRST, all(), Map.of());

    private TimeCodecs() {}

    private static List<BuiltInCodec> all() {
        return List.of(
                immutable(
                        Instant.class,
                        TimeCodecs::write,
                        in -> Instant.ofEpochSecond(in.readVarLong(), in.readVarInt())),
                immutable(
                        Duration.class, TimeCodecs::write, in -> Duration.ofSeconds(in.readVarLong(), in.readVarInt())),
                immutable(LocalDate.class, TimeCodecs::write, TimeCodecs::date),
                immutable(LocalTime.class, TimeCodecs::write, TimeCodecs::time),
                immutable(LocalDateTime.class, TimeCodecs::write, TimeCodecs::dateTime),
                immutable(ZonedDateTime.class, TimeCodecs::write, TimeCodecs::zoned),
                immutable(OffsetDateTime.class, TimeCodecs::write, in -> OffsetDateTime.of(dateTime(in), offset(in))),
                immutable(OffsetTime.class, TimeCodecs::write, in -> OffsetTime.of(time(in), offset(in))),
                immutable(ZoneOffset.class, TimeCodecs::write, TimeCodecs::offset),
                immutable(ZoneId.class, (v, out) -> out.writeText(v.getId()), TimeCodecs::zone),
                immutable(Year.class, (v, out) -> out.writeVarInt(v.getValue()), in -> Year.of(in.readVarInt())),
                immutable(YearMonth.class, TimeCodecs::write, in -> YearMonth.of(in.readVarInt(), in.readByte())),
                immutable(MonthDay.class, TimeCodecs::write, in -> MonthDay.of(in.readByte(), in.readByte())),
                immutable(
                        Period.class,
                        TimeCodecs::write,
                        in -> Period.of(in.readVarInt(), in.readVarInt(), in.readVarInt())));
    }

    private static void write(Instant value, Out out) {
        out.writeVarLong(value.getEpochSecond());
        out.writeVarInt(value.getNano());
    }

    private static void write(Duration value, Out out) {
        out.writeVarLong(value.getSeconds());
        out.writeVarInt(value.getNano());
    }

    private static void write(LocalDate value, Out out) {
        out.writeVarLong(value.toEpochDay());
    }

    private static LocalDate date(In in) {
        return LocalDate.ofEpochDay(in.readVarLong());
    }

    private static void write(LocalTime value, Out out) {
        out.writeVarLong(value.toNanoOfDay());
    }

    private static LocalTime time(In in) {
        return LocalTime.ofNanoOfDay(in.readVarLong());
    }

    private static void write(LocalDateTime value, Out out) {
        write(value.toLocalDate(), out);
        write(value.toLocalTime(), out);
    }

    private static LocalDateTime dateTime(In in) {
        return LocalDateTime.of(date(in), time(in));
    }

    /** Writes the offset too. When clocks are set back an hour occurs twice, with different offsets. */
    private static void write(ZonedDateTime value, Out out) {
        write(value.toLocalDateTime(), out);
        write(value.getOffset(), out);
        out.writeText(value.getZone().getId());
    }

    private static ZonedDateTime zoned(In in) {
        LocalDateTime local = dateTime(in);
        ZoneOffset offset = offset(in);
        return ZonedDateTime.ofInstant(local, offset, zone(in));
    }

    private static void write(OffsetDateTime value, Out out) {
        write(value.toLocalDateTime(), out);
        write(value.getOffset(), out);
    }

    private static void write(OffsetTime value, Out out) {
        write(value.toLocalTime(), out);
        write(value.getOffset(), out);
    }

    private static void write(ZoneOffset value, Out out) {
        out.writeVarInt(value.getTotalSeconds());
    }

    private static ZoneOffset offset(In in) {
        return ZoneOffset.ofTotalSeconds(in.readVarInt());
    }

    private static ZoneId zone(In in) {
        return ZoneId.of(ScalarCodecs.text(in));
    }

    private static void write(YearMonth value, Out out) {
        out.writeVarInt(value.getYear());
        out.writeByte(value.getMonthValue());
    }

    private static void write(MonthDay value, Out out) {
        out.writeByte(value.getMonthValue());
        out.writeByte(value.getDayOfMonth());
    }

    private static void write(Period value, Out out) {
        out.writeVarInt(value.getYears());
        out.writeVarInt(value.getMonths());
        out.writeVarInt(value.getDays());
    }
}
