package dev.wherry.lab.peers.rest;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.SAXException;

/**
 * The client's end of the documents. It parses the evaluation's answer to a DOM, as the evaluation did; JAXB converts
 * persons.
 */
final class Xml {
    private static final JAXBContext PERSONS = persons();

    private Xml() {}

    private static JAXBContext persons() {
        try {
            return JAXBContext.newInstance(Persons.class);
        } catch (JAXBException thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    /** Returns the number in an answer. */
    static int result(InputStream document) throws IOException {
        try {
            return Integer.parseInt(DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(document)
                    .getElementsByTagName("result")
                    .item(0)
                    .getTextContent());
        } catch (ParserConfigurationException | SAXException thrown) {
            throw new IOException(thrown);
        }
    }

    static byte[] bytes(Persons persons) throws IOException {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            PERSONS.createMarshaller().marshal(persons, bytes);
            return bytes.toByteArray();
        } catch (JAXBException thrown) {
            throw new IOException(thrown);
        }
    }

    static Persons persons(InputStream document) throws IOException {
        try {
            return (Persons) PERSONS.createUnmarshaller().unmarshal(document);
        } catch (JAXBException thrown) {
            throw new IOException(thrown);
        }
    }
}
