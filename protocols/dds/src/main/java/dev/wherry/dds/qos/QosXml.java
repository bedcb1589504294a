package dev.wherry.dds.qos;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Reads the elements of a text of XML one after the other. There are no document types and no entities besides those of XML itself. For
 * one thread.
 */
final class QosXml {
    private static final int LONGEST = 1 << 20;
    private static final int DEEPEST = 16;

    private final XMLStreamReader reader;
    private int depth;

    private QosXml(XMLStreamReader reader) {
        this.reader = reader;
    }

    /** Reads the elements of a text from the first one on. */
    interface Parser<R> {
        /** @param root the name of the first element */
        R parse(QosXml from, String root) throws XMLStreamException;
    }

    /** Consumes the elements within another one. */
    interface Children {
        /** Reads an element, of which the start is read, up to its end. */
        void child(String name) throws XMLStreamException;
    }

    /** @throws IllegalArgumentException with the line of what is wrong */
    static <R> R parse(String text, Parser<R> parser) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "The QoS has " + text.length() + " characters, more than the limit of " + LONGEST);
        }
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
            QosXml xml = new QosXml(reader);
            try {
                reader.nextTag();
                R result = parser.parse(xml, reader.getLocalName());
                while (reader.hasNext()) {
                    reader.next();
                }
                return result;
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            String message = String.valueOf(e.getMessage());
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNumber();
            throw new IllegalArgumentException(
                    "The QoS is not valid XML at line " + line + ": "
                            + message.substring(message.lastIndexOf('\n') + 1),
                    e);
        }
    }

    /** Reads the elements within the current one, and its end. */
    void children(Children to) throws XMLStreamException {
        if (++depth > DEEPEST) {
            throw failure("elements are nested more than " + DEEPEST + " deep");
        }
        while (true) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                to.child(reader.getLocalName());
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
                return;
            } else if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw failure("document types and entities are not supported");
            } else if (reader.hasText()
                    && event != XMLStreamConstants.COMMENT
                    && !reader.getText().isBlank()) {
                throw failure("unexpected text '" + reader.getText().strip() + "'");
            }
        }
    }

    /** Skips what is within the current element, and its end. */
    void skip() throws XMLStreamException {
        for (int open = 1; open > 0; ) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                open++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                open--;
            }
        }
    }

    /** Reads the current element up to its end. Returns it as a text, without comments and namespaces. */
    String copy() throws XMLStreamException {
        StringWriter text = new StringWriter();
        XMLStreamWriter to = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
        copyStart(to);
        for (int open = 1; open > 0; ) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                copyStart(to);
                open++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                to.writeEndElement();
                open--;
            } else if (event != XMLStreamConstants.COMMENT && reader.hasText()) {
                to.writeCharacters(reader.getText());
            }
        }
        to.close();
        return text.toString();
    }

    private void copyStart(XMLStreamWriter to) throws XMLStreamException {
        to.writeStartElement(reader.getLocalName());
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (reader.getAttributePrefix(i).isEmpty()) {
                to.writeAttribute(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
        }
    }

    /** Refuses an element that is not the expected one. */
    void expect(String expected, String name) {
        if (!name.equals(expected)) {
            throw failure("expected <" + expected + ">, not <" + name + ">");
        }
    }

    /** Returns the attribute "name" of the element whose start was read last. */
    String name() {
        String name = attribute("name");
        if (name == null || name.isEmpty()) {
            throw failure("<" + reader.getLocalName() + "> has no name");
        }
        return name;
    }

    /** Reads the texts of the elements within the current one, by their names. */
    Map<String, String> texts() throws XMLStreamException {
        Map<String, String> texts = new TreeMap<>();
        texts("", texts);
        return texts;
    }

    private void texts(String prefix, Map<String, String> to) throws XMLStreamException {
        children(name -> {
            if (name.equals("duration")) {
                texts("duration/", to);
            } else if (to.put(prefix + name, reader.getElementText().strip()) != null) {
                throw failure("the element '" + name + "' is there twice");
            }
        });
    }

    /** Returns an attribute of the element whose start was read last. */
    @Nullable
    String attribute(String name) {
        return reader.getAttributeValue(null, name);
    }

    /** Returns the exception for what is wrong at this place. */
    IllegalArgumentException failure(String what) {
        return new IllegalArgumentException(
                "The QoS is not valid at line " + reader.getLocation().getLineNumber() + ": " + what);
    }
}
