package io.github.ratelimit.scale;

/** What is kept for one account. */
enum State {
    TOKEN_BUCKET("token-bucket", "bucket", 3, 1, 5_000),
    TOKEN_BUCKET_HASHED("token-bucket, the key a hashed API key", "hashed", 3, 1, 5_000),
    THREE_LIMITS("token-bucket with three limits", "three", 3, 1, 5_000),
    FIXED_WINDOW("fixed-window", "window", 3, 1, 5_000),
    DAY("fixed-window with `zone` and `alert-at`", "day", 3, 1, 5_000),
    SLIDING_WINDOW("sliding-window", "sliding", 3, 1, 5_000),
    LEAKY_BUCKET("leaky-bucket", "leaky", 2, 1, 5_000),
    BLOCKED("fixed-window with `block`, blocked", "blocked", 2, 1, 5_000),
    LOG_1("sliding-log, 1 permit used", "log", 1, 1, 5_000),
    LOG_10("sliding-log, 10 permits used", "log", 10, 1, 2_000),
    LOG_100("sliding-log, 100 permits used", "log", 10, 10, 500),
    LOG_1000("sliding-log, 1,000 permits used", "log", 10, 100, 100);

    private final String title;
    private final String policy;
    private final int calls;
    private final int cost;
    private final int accounts;

    State(String title, String policy, int calls, int cost, int accounts) {
        this.title = title;
        this.policy = policy;
        this.calls = calls;
        this.cost = cost;
        this.accounts = accounts;
    }

    String title() {
        return title;
    }

    String policy() {
        return policy;
    }

    /** Calls of each account. */
    int calls() {
        return calls;
    }

    /** Permits a call. */
    int cost() {
        return cost;
    }

    /** How many are measured. */
    int accounts() {
        return accounts;
    }
}
