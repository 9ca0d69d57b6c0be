package io.github.ratelimit.internal.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.tracing.Tracing;
import java.time.Duration;
import java.util.Optional;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

/**
 * The application's client settings (TLS, credentials, resources) with the limiter's own options. Reads go to primaries
 * only: a replica's count is an old one.
 */
record OwnClientConfiguration(LettuceClientConfiguration application, ClientOptions options, Duration timeout)
        implements LettuceClientConfiguration {

    @Override
    public boolean isUseSsl() {
        return application.isUseSsl();
    }

    @Override
    @SuppressWarnings("deprecation") // part of the interface on all lines
    public boolean isVerifyPeer() {
        return application.isVerifyPeer();
    }

    @Override
    public SslVerifyMode getVerifyMode() {
        return application.getVerifyMode();
    }

    @Override
    public boolean isStartTls() {
        return application.isStartTls();
    }

    /**
     * The application's threads, without its metrics and traces of single commands: they cost as much as the call, and a
     * call that serves many requests belongs to no trace of one.
     */
    @Override
    public Optional<ClientResources> getClientResources() {
        return application
                .getClientResources()
                .map(resources -> resources
                        .mutate()
                        .tracing(Tracing.disabled())
                        .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                        .build());
    }

    @Override
    public Optional<ClientOptions> getClientOptions() {
        return Optional.of(options);
    }

    @Override
    public Optional<String> getClientName() {
        return Optional.of("ratelimit");
    }

    @Override
    public Optional<ReadFrom> getReadFrom() {
        return Optional.empty();
    }

    @Override
    public Optional<RedisCredentialsProviderFactory> getRedisCredentialsProviderFactory() {
        return application.getRedisCredentialsProviderFactory();
    }

    @Override
    public Duration getCommandTimeout() {
        return timeout;
    }

    @Override
    public Duration getShutdownTimeout() {
        return Duration.ofMillis(200);
    }

    @Override
    public Duration getShutdownQuietPeriod() {
        return Duration.ZERO;
    }
}
