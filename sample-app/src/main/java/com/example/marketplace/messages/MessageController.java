package com.example.marketplace.messages;

import static com.example.marketplace.infrastructure.Required.text;

import com.example.marketplace.phone.PhoneReader;
import java.net.URI;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The policy {@code sms-api} gives each API key one budget over both methods, as large as its plan. */
@RestController
@RequestMapping("/messages")
class MessageController {

    private static final int MAX_TEXT = 1_600;

    private final MessageStore messages;
    private final PhoneReader phones;

    MessageController(MessageStore messages, PhoneReader phones) {
        this.messages = messages;
        this.phones = phones;
    }

    @PostMapping
    ResponseEntity<Message> send(@RequestBody MessageRequest request) {
        String to = phones.read(text("to", request.to())).e164();
        String text = text("text", request.text());
        if (text.length() > MAX_TEXT) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, "'text' has more than " + MAX_TEXT + " characters");
        }
        Message message = new Message(UUID.randomUUID(), to, text);
        messages.add(message);
        return ResponseEntity.accepted()
                .location(URI.create("/messages/" + message.id()))
                .body(message);
    }

    @GetMapping("/{id}")
    Message get(@PathVariable UUID id) {
        return messages.find(id)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such message"));
    }
}
