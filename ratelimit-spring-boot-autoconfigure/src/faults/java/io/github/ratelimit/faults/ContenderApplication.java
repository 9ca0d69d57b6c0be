package io.github.ratelimit.faults;

import java.io.IOException;
import java.util.Arrays;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A small web application on Tomcat with one contender's filter. Ends when its input does, as with its parent. */
@SpringBootConfiguration
@EnableAutoConfiguration(
        excludeName = {
            "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration"
        })
@RestController
public class ContenderApplication {

    /** Where {@link Figures} are asked for; not limited. */
    static final String FIGURES = "/figures";

    /** The contender's name, then settings. */
    public static void main(String[] args) throws IOException {
        Contender contender = Contender.valueOf(args[0]);
        new SpringApplicationBuilder(ContenderApplication.class, contender.configuration())
                .run(Arrays.copyOfRange(args, 1, args.length));
        while (System.in.read() >= 0) {
            // nothing is said to it
        }
        Runtime.getRuntime().halt(0); // a peer's blocked requests would hold a shutdown up
    }

    @GetMapping({"/closed", "/open", "/local", "/limited"})
    String answer() {
        return "ok";
    }

    @GetMapping(FIGURES)
    String figures() {
        return Figures.now().toString();
    }
}
