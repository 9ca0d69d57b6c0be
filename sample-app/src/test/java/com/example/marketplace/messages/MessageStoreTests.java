package com.example.marketplace.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class MessageStoreTests {

    private final MessageStore messages = new MessageStore();

    @Test
    void keepsTheNewest() {
        Message oldest = add();
        Message second = add();
        for (int i = 1; i < MessageStore.CAPACITY; i++) {
            add();
        }
        assertThat(messages.find(oldest.id())).isEmpty();
        assertThat(messages.find(second.id())).contains(second);
    }

    private Message add() {
        Message message = new Message(UUID.randomUUID(), "+9779841234567", "hello");
        messages.add(message);
        return message;
    }
}
