package com.example.marketplace.messages;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** The newest {@value #CAPACITY} messages, in this instance only. */
@Component
class MessageStore {

    static final int CAPACITY = 10_000;

    private final Map<UUID, Message> messages = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Message> eldest) {
            return size() > CAPACITY;
        }
    };

    synchronized void add(Message message) {
        messages.put(message.id(), message);
    }

    synchronized Optional<Message> find(UUID id) {
        return Optional.ofNullable(messages.get(id));
    }
}
