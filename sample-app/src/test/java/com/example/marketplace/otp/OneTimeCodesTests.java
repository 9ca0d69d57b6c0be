package com.example.marketplace.otp;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.phone.Phone;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class OneTimeCodesTests {

    private static final Phone PHONE = new Phone("+9779841234567");

    private final SettableClock clock = new SettableClock();
    private final OneTimeCodes codes = new OneTimeCodes(clock);

    @Test
    void codeIsGoodOnce() {
        String code = codes.issue(PHONE);
        assertThat(codes.redeem(PHONE, code)).isTrue();
        assertThat(codes.redeem(PHONE, code)).isFalse();
    }

    @Test
    void codeOutlivesAWrongGuess() {
        String code = codes.issue(PHONE);
        assertThat(codes.redeem(PHONE, code + "0")).isFalse();
        assertThat(codes.redeem(PHONE, code)).isTrue();
    }

    @Test
    void codeIsGoodForItsPhoneOnly() {
        String code = codes.issue(PHONE);
        assertThat(codes.redeem(new Phone("+9779841234568"), code)).isFalse();
    }

    @Test
    void codeIsGoodForFiveMinutes() {
        String code = codes.issue(PHONE);
        clock.now = clock.now.plus(OneTimeCodes.LIFETIME);
        assertThat(codes.redeem(PHONE, code)).isFalse();

        String next = codes.issue(PHONE);
        clock.now = clock.now.plus(OneTimeCodes.LIFETIME).minus(Duration.ofMillis(1));
        assertThat(codes.redeem(PHONE, next)).isTrue();
    }

    @Test
    void codesThatAreOverMakeRoom() {
        codes.issue(PHONE);
        clock.now = clock.now.plus(OneTimeCodes.LIFETIME);
        codes.issue(new Phone("+9779841234568"));
        assertThat(codes.size()).isEqualTo(1);
    }

    @Test
    void neverMoreCodesThanThereIsRoomFor() {
        String oldest = codes.issue(PHONE);
        for (int i = 0; i < OneTimeCodes.CAPACITY; i++) {
            codes.issue(new Phone("+97798" + i));
        }
        assertThat(codes.size()).isEqualTo(OneTimeCodes.CAPACITY);
        assertThat(codes.redeem(PHONE, oldest)).isFalse();
    }

    private static final class SettableClock extends Clock {

        private Instant now = Instant.EPOCH;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
