package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Interfaces with the annotations of Jakarta REST. */
class ResourcesTest {
    @Path("/accounts")
    interface Accounts {
        @GET
        @Path("{id}")
        Account find(@PathParam("id") int id);

        @GET
        String list(@QueryParam("from") @DefaultValue("1") int from, @HeaderParam("X-Tenant") String tenant);

        @POST
        Account create(Account account);

        @PUT
        @Path("{id}/owner")
        void rename(@PathParam("id") int id, String owner);

        @DELETE
        @Path("{id}")
        void delete(@PathParam("id") int id);

        @POST
        @Path("xml")
        @Consumes("application/xml")
        void xml(Account account);

        int plain(int number);
    }

    record Account(int id, String owner) {}

    private static final class Stored implements Accounts {
        private final Map<Integer, Account> all = new ConcurrentHashMap<>();

        @Override
        public Account find(int id) {
            return all.get(id);
        }

        @Override
        public String list(int from, String tenant) {
            return from + " " + tenant;
        }

        @Override
        public Account create(Account account) {
            all.put(account.id(), account);
            return account;
        }

        @Override
        public void rename(int id, String owner) {
            all.put(id, new Account(id, owner));
        }

        @Override
        public void delete(int id) {
            all.remove(id);
        }

        @Override
        public void xml(Account account) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int plain(int number) {
            return number;
        }
    }

    private static Endpoint server;
    private static URI http;

    @BeforeAll
    static void serves() {
        server = Endpoint.listen("http://127.0.0.1:0");
        server.bind("stored", Accounts.class, new Stored());
        http = server.address();
    }

    @AfterAll
    static void closes() {
        server.close();
    }

    private static Wire.Answer put(String path, String body) throws IOException {
        return Wire.send(
                http,
                "PUT " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body);
    }

    @Test
    void followsTheirPaths() throws IOException {
        assertThat(Wire.post(http, "/accounts", "{\"id\":7,\"owner\":\"Ann\"}").text())
                .isEqualTo("{\"id\":7,\"owner\":\"Ann\"}");
        assertThat(put("/accounts/7/owner", "\"Bob\"").status()).isEqualTo(204);
        assertThat(Wire.get(http, "/accounts/7").text()).isEqualTo("{\"id\":7,\"owner\":\"Bob\"}");
        assertThat(Wire.request(http, "DELETE", "/accounts/7").status()).isEqualTo(204);
        assertThat(Wire.get(http, "/accounts/7").text()).isEqualTo("null");
        assertThat(Wire.get(http, "/accounts", "X-Tenant: acme").text()).isEqualTo("\"1 acme\"");
        assertThat(Wire.get(http, "/accounts?from=5", "X-Tenant: acme").text()).isEqualTo("\"5 acme\"");
    }

    @Test
    void servesTheSameMethodsByTheirNames() throws IOException {
        assertThat(Wire.post(http, "/stored/plain", "{\"number\":3}").text()).isEqualTo("3");
        assertThat(Wire.post(http, "/stored/find", "{\"id\":99}").text()).isEqualTo("null");
    }

    @Test
    void refusesWhatDoesNotFit() throws IOException {
        Wire.Answer answer = Wire.request(http, "PATCH", "/accounts/7");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("allow")).isEqualTo("DELETE, GET");
        assertThat(Wire.get(http, "/accounts/x").status()).isEqualTo(400);
        assertThat(Wire.get(http, "/accounts").status()).isEqualTo(400);
        assertThat(Wire.get(http, "/accounts/7/owner").status()).isEqualTo(405);
        assertThat(Wire.post(http, "/accounts", "").status()).isEqualTo(400);
        assertThat(Wire.post(http, "/accounts/xml", "{}").status()).isEqualTo(405);
    }
}
