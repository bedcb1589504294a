package dev.wherry.servlet;

import dev.wherry.Endpoint;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.DispatcherServletAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.ServletWebServerFactoryAutoConfiguration;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Tag("long")
class SpringBootTest {
    /** A program with the servlet of Spring MVC, and this one beside it. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({ServletWebServerFactoryAutoConfiguration.class, DispatcherServletAutoConfiguration.class})
    static class Shop {
        // @start region=spring
        @Bean(destroyMethod = "close")
        Endpoint endpoint() {
            Endpoint endpoint = Endpoint.create();
            endpoint.bind("sums", Sums.class, new Adder());
            return endpoint;
        }

        @Bean
        ServletRegistrationBean<WherryServlet> wherry(Endpoint endpoint) {
            return new ServletRegistrationBean<>(new WherryServlet(endpoint), "/api/*");
        }
        // @end
    }

    @Test
    void servesCallsInSpringBoot() throws Exception {
        SpringApplication application = new SpringApplication(Shop.class);
        application.setDefaultProperties(Map.of("server.port", 0, "server.address", "127.0.0.1"));
        try (ConfigurableApplicationContext started = application.run()) {
            int port = ((ServletWebServerApplicationContext) started)
                    .getWebServer()
                    .getPort();
            Requests.check(URI.create("http://127.0.0.1:" + port + "/api/"));
        }
    }
}
