package io.github.ratelimit.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RunningApplication;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.Environment;

/** Who may reach the endpoint, and where. */
class EndpointAccessTests {

    @Test
    void isNotThereUnlessExposed() {
        try (RunningApplication application =
                EndpointApplication.start("management.endpoints.web.exposure.include=health")) {
            assertThat(EndpointApplication.operator(application).get("")).startsWith("404 ");
            assertThat(application.context().getBeanProvider(RateLimitsEndpoint.class).stream())
                    .isEmpty();
        }
    }

    @Test
    void onlyReadsUnlessOpened() {
        try (RunningApplication application = EndpointApplication.start("management.endpoint.ratelimits.access=")) {
            Operator operator = EndpointApplication.operator(application);

            assertThat(operator.get("")).startsWith("200 ");
            assertThat(operator.get("/api?key=ana")).startsWith("200 ");
            assertThat(operator.post("/api", "{\"limit\":\"9/1m\"}")).startsWith("405 ");
            assertThat(operator.delete("/api?key=ana")).startsWith("405 ");
            assertThat(operator.delete("/api")).startsWith("405 ");
        }
    }

    @Test
    void isClosedToWhomSecurityKeepsOut() {
        try (RunningApplication application = EndpointApplication.start()) {
            assertThat(new Operator(application.port()).get("")).startsWith("401 ");
            Operator ana = new Operator(application.port(), RunningApplication.basic("ana", "a"));
            assertThat(ana.get("")).startsWith("403 ");
            assertThat(ana.post("/api", "{\"limit\":\"9/1m\"}")).startsWith("403 ");
        }
    }

    @Test
    void worksOnAPortOfItsOwn() {
        try (RunningApplication application = EndpointApplication.start("management.server.port=0")) {
            int port = application
                    .context()
                    .getBean(Environment.class)
                    .getRequiredProperty("local.management.port", Integer.class);
            Operator operator = new Operator(port, EndpointApplication.OPS);

            assertThat(operator.get("/api?key=ana&kye=x")).startsWith("400 ");
            assertThat(operator.post("/api", "{\"limit\":\"9/1h\"}"))
                    .startsWith("200 {\"limit\":\"9/1h\"")
                    .contains("\"by\":\"ops\"");
            assertThat(EndpointApplication.call(application, "ana")).isEqualTo("200 8");
            assertThat(EndpointApplication.operator(application).get("")).startsWith("404 ");
        }
    }

    @Test
    void isGoneWithTheLimits() {
        try (RunningApplication application = EndpointApplication.start("ratelimit.enabled=false")) {
            assertThat(EndpointApplication.operator(application).get("")).startsWith("404 ");
        }
    }
}
