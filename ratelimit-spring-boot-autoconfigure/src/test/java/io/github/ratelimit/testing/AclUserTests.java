package io.github.ratelimit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AclUserTests {

    @Test
    void isTheOneOfTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("../docs/operations.md")).replaceAll("\\s+", " ");

        assertThat(page).contains("ACL SETUSER " + AclUser.rules("rl:shop"));
    }
}
