package com.example.marketplace.login;

import static com.example.marketplace.infrastructure.Required.text;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The login; the policy {@code login-ip} stands before it. Nobody learns from it whether an account exists. */
@RestController
class LoginController {

    private final LoginService service;
    private final LoginLimits limits;

    LoginController(LoginService service, LoginLimits limits) {
        this.service = service;
        this.limits = limits;
    }

    @PostMapping("/login")
    LoggedIn login(@RequestBody LoginRequest request, HttpServletRequest http) {
        String username = text("username", request.username());
        String account = service.login(username, text("password", request.password()))
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.UNAUTHORIZED, "There is no such user, or the password is wrong"));
        limits.clear(http.getRemoteAddr(), username);
        return new LoggedIn(account);
    }
}
