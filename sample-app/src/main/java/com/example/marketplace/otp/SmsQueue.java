package com.example.marketplace.otp;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Messages wait here for the gateway, so that requests need not: at most {@value #CAPACITY}, sent one by one. */
@Component
class SmsQueue implements DisposableBean {

    static final int CAPACITY = 1_000;

    private static final Logger log = LoggerFactory.getLogger(SmsQueue.class);
    private static final int CLOSE_SECONDS = 5;

    private final SmsGateway gateway;
    private final ThreadPoolExecutor worker = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(CAPACITY), task -> new Thread(task, "sms-queue"));

    SmsQueue(SmsGateway gateway) {
        this.gateway = gateway;
    }

    /**
     * Takes a message and returns at once.
     *
     * @param ifNotSent done later if the gateway fails
     * @throws SmsQueueFullException if there is no room
     */
    void add(Sms sms, Runnable ifNotSent) {
        try {
            worker.execute(() -> send(sms, ifNotSent));
        } catch (RejectedExecutionException full) {
            throw new SmsQueueFullException(full);
        }
    }

    private void send(Sms sms, Runnable ifNotSent) {
        try {
            gateway.send(sms);
        } catch (RuntimeException e) {
            log.warn("An SMS to {} was not sent", sms.to().masked(), e);
            ifNotSent.run();
        }
    }

    /** Sends what waits, for a few seconds. */
    @Override
    public void destroy() throws InterruptedException {
        worker.shutdown();
        if (!worker.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
            log.warn("{} SMS were not sent before the end", worker.shutdownNow().size());
        }
    }
}
