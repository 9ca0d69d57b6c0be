package io.github.ratelimit.internal.limiter;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Keeps the events of one logger, with their fields. */
public final class LogRecorder implements BeforeEachCallback, AfterEachCallback {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    public LogRecorder(String name) {
        this.logger = (Logger) LoggerFactory.getLogger(name);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        appender.list.clear();
        attach();
    }

    /** Once more after an application has started: that configures logging afresh, which takes all appenders away. */
    public void attach() {
        appender.start();
        logger.detachAppender(appender);
        logger.addAppender(appender);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.detachAppender(appender);
        logger.setLevel(null);
    }

    public void setLevel(Level level) {
        logger.setLevel(level);
    }

    public List<String> messages() {
        return List.copyOf(appender.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** The fields of each event as text. */
    public List<Map<String, String>> fields() {
        return List.copyOf(appender.list).stream()
                .map(event -> event.getKeyValuePairs().stream()
                        .collect(Collectors.toMap(pair -> pair.key, pair -> String.valueOf(pair.value))))
                .toList();
    }
}
