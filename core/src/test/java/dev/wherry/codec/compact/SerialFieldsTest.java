package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertificateRevokedException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SerialFieldsTest {
    @Test
    void findsInTheCodeOfAClassThatItWritesMoreThanFields() {
        assertThat(SerialFields.of(CertificateRevokedException.class).writesMoreThanFields())
                .isTrue();
        for (Class<?> type :
                new Class<?>[] {BatchUpdateException.class, ClassNotFoundException.class, SQLException.class}) {
            assertThat(SerialFields.of(type).writesMoreThanFields())
                    .as(type.getName())
                    .isFalse();
        }
    }
}
