package com.example.marketplace.otp;

import static com.example.marketplace.infrastructure.Required.text;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Codes by SMS; the policy {@code otp-ip} stands before it. */
@RestController
@RequestMapping("/otp")
class OtpController {

    private final OtpService otp;

    OtpController(OtpService otp) {
        this.otp = otp;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    void send(@RequestBody OtpRequest request) {
        otp.send(text("phone", request.phone()));
    }

    @PostMapping("/verify")
    Verified verify(@RequestBody OtpVerification request) {
        if (!otp.verify(text("phone", request.phone()), text("code", request.code()))) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED, "The code is wrong, used or too old");
        }
        return new Verified(true);
    }

    /** All limits get back what the SMS was charged: those of {@link OtpService#send}, and by this status {@code otp-ip}. */
    @ExceptionHandler
    ProblemDetail handle(SmsQueueFullException full) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE, "Too many messages wait to be sent; try again later");
    }

    private record Verified(boolean verified) {}
}
