package io.github.ratelimit.internal.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class IpAddressTests {

    /** What looks like an address, and perhaps is one. */
    @Provide
    Arbitrary<String> almostAddresses() {
        return Arbitraries.of("0", "1", "a", "F", "ffff", "db8", "00001", "::", ":", ".", "1.2.3.4", "ffff:", "0:")
                .list()
                .ofMinSize(1)
                .ofMaxSize(10)
                .map(pieces -> String.join("", pieces))
                // Anything else java.net would look up.
                .filter(text -> text.indexOf(':') >= 0 && text.charAt(0) != '.');
    }

    @Provide
    Arbitrary<String> junk() {
        return Arbitraries.strings()
                .withChars("0123456789abcdefg:.%[]/_ \t\0é٣\uD83D")
                .ofMaxLength(60);
    }

    @Property(tries = 20_000)
    void isReadAsJavaReadsIt(@ForAll("almostAddresses") String text) {
        IpAddress read = IpAddress.parse(text);

        assertThat(read == null ? null : read.toString()).isEqualTo(readByJava(text));
    }

    /** Java reads groups of any number of zeros, and octets that begin with one. */
    private static String readByJava(String text) {
        if (text.matches(".*[0-9a-fA-F]{5}.*|.*\\.0[0-9].*|.*(^|:)0[0-9]+\\..*")) {
            return null;
        }
        try {
            return InetAddress.getByName(text).getHostAddress();
        } catch (UnknownHostException none) {
            return null;
        }
    }

    @Property
    void isReadFromItsOwnSpelling(@ForAll @Size(16) byte[] ipv6, @ForAll @Size(4) byte[] ipv4)
            throws UnknownHostException {
        for (byte[] bytes : List.of(ipv6, ipv4)) {
            String spelling = InetAddress.getByAddress(bytes).getHostAddress();
            assertThat(IpAddress.parse(spelling)).hasToString(spelling);
        }
    }

    @Property
    void isOneWhetherIpv4IsWrittenAsIpv6OrNot(@ForAll @Size(4) byte[] bytes) throws UnknownHostException {
        IpAddress address = IpAddress.parse(InetAddress.getByAddress(bytes).getHostAddress());

        assertThat(IpAddress.parse("::ffff:" + address)).isEqualTo(address).hasSameHashCodeAs(address);
        assertThat(IpAddress.parse(
                        "0:0:0:0:0:FFFF:%02x%02x:%02x%02x".formatted(bytes[0], bytes[1], bytes[2], bytes[3])))
                .isEqualTo(address);
    }

    @Property
    void isTheSameClientExactlyWithinItsPrefix(
            @ForAll @Size(16) byte[] bytes,
            @ForAll @IntRange(min = 48, max = 128) int prefix,
            @ForAll @IntRange(max = 127) int bit)
            throws UnknownHostException {
        bytes[0] = 0x20; // no IPv4 address
        AddressNormalizer normalizer = new AddressNormalizer(prefix);
        String one = InetAddress.getByAddress(bytes).getHostAddress();
        bytes[bit / 8] ^= (byte) (0x80 >> (bit % 8));
        String other = InetAddress.getByAddress(bytes).getHostAddress();

        assertThat(normalizer.normalize(one).equals(normalizer.normalize(other)))
                .isEqualTo(bit >= prefix);
    }

    @Property(tries = 5_000)
    void isNeverAnException(@ForAll("junk") String text) {
        IpAddress read = IpAddress.parse(text);

        assertThat(read == null ? "" : read.toString()).matches("[0-9a-f.:]*");
    }

    @Example
    void ofHugeTextIsNone() {
        for (String piece : List.of("1", ":", "1:", "1.", "::ffff:", "%")) {
            assertThat(IpAddress.parse(piece.repeat(1_000_000))).isNull();
        }
    }
}
