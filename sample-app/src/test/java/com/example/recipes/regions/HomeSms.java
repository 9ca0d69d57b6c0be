package com.example.recipes.regions;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** Sends messages through the one service that has the budget, in whichever region this runs. */
@Component
class HomeSms {

    private final RestClient home;

    HomeSms(@Value("${sms.home}") String url) {
        SimpleClientHttpRequestFactory requests = new SimpleClientHttpRequestFactory();
        requests.setConnectTimeout(Duration.ofSeconds(1));
        requests.setReadTimeout(Duration.ofSeconds(5));
        this.home = RestClient.builder().baseUrl(url).requestFactory(requests).build();
    }

    /** What the home region says: 202, or its refusal with Retry-After. While it cannot be reached, 503: nothing is sent. */
    ResponseEntity<Void> send(String phone) {
        try {
            return home.post().uri("/sms").body(phone).exchange((request, answer) -> {
                ResponseEntity.BodyBuilder told = ResponseEntity.status(answer.getStatusCode());
                String wait = answer.getHeaders().getFirst(HttpHeaders.RETRY_AFTER);
                return (wait == null ? told : told.header(HttpHeaders.RETRY_AFTER, wait)).build();
            });
        } catch (ResourceAccessException unreachable) {
            return ResponseEntity.status(HttpStatusCode.valueOf(503)).build();
        }
    }
}
