package com.example.recipes.otp;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class OtpController {

    private final OtpService otp;

    OtpController(OtpService otp) {
        this.otp = otp;
    }

    @PostMapping("/otp")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void send(@RequestBody Phone request) {
        try {
            otp.send(request.phone());
        } catch (SmsGateway.NotSentException failed) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "The code could not be sent", failed);
        }
    }

    @PostMapping("/otp/verify")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void verify(@RequestBody Guess request) {
        if (!otp.verify(request.phone(), request.code())) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED, "The code is wrong, used or too old");
        }
    }

    record Phone(String phone) {}

    record Guess(String phone, String code) {}
}
