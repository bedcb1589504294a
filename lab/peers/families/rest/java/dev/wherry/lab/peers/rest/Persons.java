package dev.wherry.lab.peers.rest;

import dev.wherry.lab.peers.common.Person;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Persons as a document that notices when JAXB writes and reads one in this process. */
@XmlRootElement(name = "persons")
final class Persons {
    static volatile boolean written;
    static volatile boolean read;

    @XmlElement(name = "person")
    final List<Person> all;

    /** For JAXB. */
    Persons() {
        all = new ArrayList<>();
    }

    Persons(Collection<Person> persons) {
        all = new ArrayList<>(persons);
    }

    /** JAXB calls it by its name. */
    void beforeMarshal(Marshaller marshaller) {
        written = true;
    }

    /** JAXB calls it by its name. */
    void afterUnmarshal(Unmarshaller unmarshaller, Object parent) {
        read = true;
    }
}
