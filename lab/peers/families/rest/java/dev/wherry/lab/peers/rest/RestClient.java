package dev.wherry.lab.peers.rest;

import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Service;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/** The client's end, for any number of callers. */
final class RestClient implements Service {
    private final CloseableHttpClient http;
    private final String base;

    /** The latest answer, and its protocol. */
    volatile String contentType;

    volatile SSLSession session;

    RestClient(CloseableHttpClient http, String address) {
        this.http = http;
        base = address + "/rest/";
    }

    /** Converts the body of an answer. */
    private interface Reader<A> {
        A read(InputStream body) throws IOException;
    }

    @Override
    @SuppressWarnings("unchecked") // the operation is for persons, and so is the answer
    public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws IOException {
        byte[] document = Xml.bytes(new Persons((Collection<Person>) collection));
        return (Collection<T>) post("persons", document, ContentType.APPLICATION_XML, Xml::persons).all;
    }

    @Override
    public byte[] octets(byte[] data) throws IOException {
        return post("octets", data, ContentType.APPLICATION_OCTET_STREAM, InputStream::readAllBytes);
    }

    @Override
    public int invoke(Payload payload) throws IOException {
        return post(
                "payload?number=" + payload.getCallNumber(),
                payload.getData(),
                ContentType.APPLICATION_OCTET_STREAM,
                Xml::result);
    }

    @Override
    public int addOne(int number) throws IOException {
        return call(new HttpGet(base + "add/one?to=" + number), Xml::result);
    }

    private <A> A post(String path, byte[] body, ContentType type, Reader<A> reader) throws IOException {
        HttpPost request = new HttpPost(base + path);
        request.setEntity(new ByteArrayEntity(body, type));
        return call(request, reader);
    }

    private <A> A call(HttpUriRequestBase request, Reader<A> reader) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        return http.execute(request, context, response -> {
            if (response.getCode() != HttpStatus.SC_OK) {
                throw new IOException(request + " is answered by " + response);
            }
            HttpEntity entity = response.getEntity();
            contentType = entity.getContentType();
            session = context.getSSLSession();
            try (InputStream body = entity.getContent()) {
                return reader.read(body);
            }
        });
    }
}
