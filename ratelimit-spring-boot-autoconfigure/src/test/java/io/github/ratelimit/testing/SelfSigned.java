package io.github.ratelimit.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;

/**
 * A certificate for this machine, made by the JDK's keytool and signed by nobody else.
 *
 * @param folder where it is
 */
public record SelfSigned(Path folder) {

    private static final String PASSWORD = "changeit";

    /** A new one, in files that a server and a client can read. */
    public static SelfSigned create() {
        try {
            SelfSigned made = new SelfSigned(Files.createTempDirectory("tls"));
            made.generate();
            made.write();
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path store() {
        return folder.resolve("redis.p12");
    }

    /** The certificate as PEM, for whoever is to trust it. */
    public Path certificate() {
        return folder.resolve("redis.crt");
    }

    private Path key() {
        return folder.resolve("redis.key");
    }

    /** Options of a redis-server that speaks TLS at this port, too. */
    public String[] redisOptions(int port) {
        return new String[] {
            "--tls-port", String.valueOf(port),
            "--tls-cert-file", certificate().toString(),
            "--tls-key-file", key().toString(),
            "--tls-ca-cert-file", certificate().toString(),
            "--tls-auth-clients", "no"
        };
    }

    /** Sockets of a server with this certificate. */
    SSLServerSocketFactory sockets() {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(load(), PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context.getServerSocketFactory();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void generate() throws IOException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "redis",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-keystore",
                        store().toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        if (keytool.onExit().join().exitValue() != 0) {
            throw new IllegalStateException("keytool made no certificate");
        }
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        KeyStore loaded = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store())) {
            loaded.load(in, PASSWORD.toCharArray());
        }
        return loaded;
    }

    private void write() throws IOException, GeneralSecurityException {
        KeyStore loaded = load();
        writePem(certificate(), "CERTIFICATE", loaded.getCertificate("redis").getEncoded());
        writePem(
                key(),
                "PRIVATE KEY",
                loaded.getKey("redis", PASSWORD.toCharArray()).getEncoded());
    }

    private static void writePem(Path file, String kind, byte[] encoded) throws IOException {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        Files.writeString(file, "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(kind, lines));
    }
}
