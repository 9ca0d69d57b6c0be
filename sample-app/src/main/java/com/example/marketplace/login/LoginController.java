package com.example.marketplace.login;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The login; the policy {@code login-ip} stands before it. Nobody learns from it whether an account exists. */
@RestController
class LoginController {

    private final LoginService service;

    LoginController(LoginService service) {
        this.service = service;
    }

    /** Answers 200 to a right password and to nothing else: {@code reset-on: 2xx} goes by that. */
    @PostMapping("/login")
    LoggedIn login(@RequestBody LoginRequest request) {
        if (!StringUtils.hasText(request.username()) || !StringUtils.hasText(request.password())) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'username' and 'password' are needed");
        }
        return service.login(request.username(), request.password())
                .map(LoggedIn::new)
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.UNAUTHORIZED, "There is no such user, or the password is wrong"));
    }

    record LoginRequest(@Nullable String username, @Nullable String password) {}

    /** The name is the account's, however it was spelt. */
    record LoggedIn(String username) {}
}
