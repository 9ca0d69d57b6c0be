package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerErrorTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ERR Error running script",
                "@user_script: 7: Unknown Redis command called from Lua script",
                "CROSSSLOT Keys in request don't hash to the same slot",
                "WRONGTYPE Operation against a key holding the wrong kind of value"
            })
    void isABugOfTheCall(String text) {
        assertThat(ServerError.isBug(text)).isTrue();
        assertThat(ServerError.isOfTheConnection(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "READONLY You can't write against a read only replica., true",
        "-READONLY You can't write against a read only replica., true",
        "@user_script: 181: -READONLY You can't write against a read only replica., true",
        "@user_script: 181: -OOM command not allowed when used memory > 'maxmemory'., false",
        "LOADING Redis is loading the dataset in memory, true",
        "MASTERDOWN Link with MASTER is down, true",
        "NOAUTH Authentication required., true",
        "OOM command not allowed when used memory > 'maxmemory'., false",
        "BUSY Redis is busy running a script., false",
        "CLUSTERDOWN, false"
    })
    void isAFailureOfTheServer(String text, boolean ofTheConnection) {
        assertThat(ServerError.isBug(text)).isFalse();
        assertThat(ServerError.isOfTheConnection(text)).isEqualTo(ofTheConnection);
    }
}
