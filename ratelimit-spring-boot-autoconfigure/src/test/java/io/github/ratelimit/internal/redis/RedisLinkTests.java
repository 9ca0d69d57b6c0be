package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.ClosedChannelException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What the link tells of attempts to connect that fail. */
class RedisLinkTests {

    /** Its attempts fail as those of Netty do whose channel is closed meanwhile: without a message. */
    private static final class Closed implements RedisConnector {

        @Override
        public String target() {
            return "nowhere:6379";
        }

        @Override
        public RedisSession connect() {
            throw new IllegalStateException(new ClosedChannelException());
        }

        @Override
        public Subscription subscribe(byte[] channel, Runnable onMessage) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    @Test
    void isUnreachableForWhateverReason() {
        RedisLink link = RedisStore.link(new Closed(), "test");
        link.start();
        try {
            Awaitility.await().until(link::isUnreachable);
            assertThat(link.lastFailure()).isEqualTo("java.nio.channels.ClosedChannelException");
        } finally {
            link.close();
        }
    }
}
