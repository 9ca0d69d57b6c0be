package com.example.marketplace.testing;

import com.example.marketplace.otp.Sms;
import com.example.marketplace.otp.SmsGateway;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Primary;

/** Keeps what would have been sent. */
@TestComponent
@Primary
public class RecordingSmsGateway implements SmsGateway {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final List<Sms> sent = new CopyOnWriteArrayList<>();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    @Override
    public void send(Sms sms) {
        if (failing.contains(sms.to().e164())) {
            throw new IllegalStateException("not sent, on purpose");
        }
        sent.add(sms);
    }

    /** Sends nothing to this phone from now on. */
    public void failFor(String e164) {
        failing.add(e164);
    }

    /** The code in the only SMS that went to this phone. */
    public String codeSentTo(String e164) {
        Awaitility.await().atMost(PATIENCE).until(() -> !sentTo(e164).isEmpty());
        String text = sentTo(e164).get(0).text();
        return text.substring(text.length() - 6);
    }

    private List<Sms> sentTo(String e164) {
        return sent.stream().filter(sms -> sms.to().e164().equals(e164)).toList();
    }
}
