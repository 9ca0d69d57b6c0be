package com.example.recipes.jsonlogin;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

@Configuration(proxyBeanMethods = false)
class LoginSecurity {

    @Bean
    SecurityFilterChain securityFilterChain(HttpSecurity http) {
        return http.csrf(csrf -> csrf.ignoringRequestMatchers("/login"))
                .authorizeHttpRequests(requests -> requests.requestMatchers("/login", "/error")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .build();
    }

    /** Spring Security's own: it checks a password also for a user that does not exist, so both take equally long. */
    @Bean
    AuthenticationManager authenticationManager(AuthenticationConfiguration configuration) {
        return configuration.getAuthenticationManager();
    }
}
