package com.example.recipes.formlogin;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.DefaultRedirectStrategy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;

@Configuration(proxyBeanMethods = false)
class FormLogin {

    @Bean
    SecurityFilterChain securityFilterChain(HttpSecurity http) {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .formLogin(login -> login.successHandler(seeOther()))
                .build();
    }

    /** A success is redirected with 303, so that the limits can tell it from a failure, which is redirected with 302. */
    private static AuthenticationSuccessHandler seeOther() {
        DefaultRedirectStrategy redirect = new DefaultRedirectStrategy();
        redirect.setStatusCode(HttpStatus.SEE_OTHER);
        SavedRequestAwareAuthenticationSuccessHandler success = new SavedRequestAwareAuthenticationSuccessHandler();
        success.setRedirectStrategy(redirect);
        return success;
    }
}
