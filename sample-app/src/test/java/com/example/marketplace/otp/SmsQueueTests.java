package com.example.marketplace.otp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.marketplace.phone.Phone;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SmsQueueTests {

    private static final Runnable NOTHING = () -> {};

    private final List<String> sent = new CopyOnWriteArrayList<>();

    @Test
    void sendsInOrderAndWhatWaitsBeforeTheEnd() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        SmsQueue queue = new SmsQueue(sms -> {
            await(release);
            sent.add(sms.text());
        });
        List.of("a", "b", "c").forEach(text -> queue.add(sms(text), NOTHING));
        assertThat(sent).isEmpty();
        release.countDown();
        queue.destroy();
        assertThat(sent).containsExactly("a", "b", "c");
    }

    @Test
    void refusesWhenFullAndGoesOnAfterwards() throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        SmsQueue queue = new SmsQueue(sms -> {
            taken.countDown();
            await(release);
            sent.add(sms.text());
        });
        queue.add(sms("being sent"), NOTHING);
        await(taken);
        for (int i = 0; i < SmsQueue.CAPACITY; i++) {
            queue.add(sms("waiting"), NOTHING);
        }
        assertThatThrownBy(() -> queue.add(sms("too many"), NOTHING)).isInstanceOf(SmsQueueFullException.class);
        release.countDown();
        queue.destroy();
        assertThat(sent).hasSize(SmsQueue.CAPACITY + 1).doesNotContain("too many");
    }

    @Test
    void goesOnAfterAGatewayThatThrowsAndTellsTheSender() throws InterruptedException {
        SmsQueue queue = new SmsQueue(sms -> {
            if (sms.text().equals("bad")) {
                throw new IllegalStateException("gateway down");
            }
            sent.add(sms.text());
        });
        List<String> failed = new CopyOnWriteArrayList<>();
        queue.add(sms("bad"), () -> failed.add("bad"));
        queue.add(sms("good"), () -> failed.add("good"));
        queue.destroy();
        assertThat(sent).containsExactly("good");
        assertThat(failed).containsExactly("bad");
    }

    private static Sms sms(String text) {
        return new Sms(new Phone("+9779841234567"), text);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
