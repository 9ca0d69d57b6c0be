package com.example.marketplace.infrastructure;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import redis.embedded.core.ExecutableProvider;

/** Where a {@code redis-server} is to be had. */
final class RedisBinary {

    private RedisBinary() {}

    /** The one on the PATH, else the one that embedded-redis brings, unpacked into this directory. */
    static File findOrUnpack(Path directory) throws IOException {
        try {
            return ExecutableProvider.newExecutableInPath("redis-server").get();
        } catch (FileNotFoundException notInstalled) {
            return ExecutableProvider.newJarResourceProvider(directory.toFile()).get();
        }
    }
}
