package dev.punctual.server;

import dev.punctual.InvalidTaskException;
import dev.punctual.Limits;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where webhooks may go. A URL that names its address in numbers is checked when the task is scheduled; every address
 * is checked again when it is connected to, since a name may point elsewhere by then.
 *
 * <p>Immutable. Thread-safe.
 */
final class WebhookTargets {

    static final String EXAMPLE = "https://example.com/hooks/punctual";

    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-fA-F:.]+]");
    /** What some resolvers read as an address: a last label that is a number, decimal, octal or hexadecimal. */
    private static final Pattern NUMERIC = Pattern.compile("\\[.*|(.*\\.)?([0-9]+|0[xX][0-9a-fA-F]*)\\.?");

    private static final Pattern LOCAL_NAME = Pattern.compile("(.+\\.)?localhost\\.?");

    private final boolean allowPrivate;

    /**
     * Makes the rule.
     *
     * @param allowPrivate whether addresses of this machine and this network are allowed, for development
     */
    WebhookTargets(boolean allowPrivate) {
        this.allowPrivate = allowPrivate;
    }

    /**
     * Requires a URL that a webhook may be scheduled for.
     *
     * @throws InvalidTaskException if it is malformed or names a refused address
     */
    void require(String field, String url) {
        String problem = problem(url);
        if (problem != null) {
            throw ProblemException.invalid(field, problem + ", was " + Words.quote(url), EXAMPLE);
        }
    }

    /** Returns what is wrong with the URL, or null. */
    @Nullable
    String problem(String url) {
        if (url.length() > Limits.SINK_ADDRESS_CHARS_MAX) {
            return "must have at most " + Limits.SINK_ADDRESS_CHARS_MAX + " characters, has " + url.length();
        }
        URI uri;
        try {
            uri = new URI(url).parseServerAuthority();
        } catch (URISyntaxException e) {
            return "must be a URL: " + Words.clean(e.getReason(), 100);
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            return "must begin with https:// or http://";
        }
        if (uri.getHost() == null || !url.equals(uri.toASCIIString())) {
            return "must have a host, and other characters than ASCII percent-encoded";
        }
        if (uri.getPort() == 0 || uri.getPort() > ServerSettings.PORT_MAX) {
            return "must have a port of 1 to " + ServerSettings.PORT_MAX;
        }
        if (uri.getRawUserInfo() != null) {
            return "must not hold a user name or password: it is shown to everyone who may read the task";
        }
        if (uri.getRawFragment() != null) {
            return "must not have a fragment (#)";
        }
        return allowPrivate ? null : privateHost(uri.getHost());
    }

    private static @Nullable String privateHost(String host) {
        boolean refused = LOCAL_NAME.matcher(host.toLowerCase(Locale.ROOT)).matches();
        if (NUMERIC.matcher(host).matches()) {
            if (!IPV4.matcher(host).matches() && !IPV6.matcher(host).matches()) {
                return "must write an address in its usual form, such as 192.0.2.1 or [2001:db8::1]";
            }
            try {
                refused = !AddressRules.isPublic(InetAddress.getByName(host)); // a literal: nothing is looked up
            } catch (UnknownHostException e) {
                return "must have a valid address as host";
            }
        }
        return refused ? refusal(host) : null;
    }

    /** Returns whether the address may be connected to. */
    boolean allows(InetAddress address) {
        return allowPrivate || AddressRules.isPublic(address);
    }

    /** Returns why a host is refused. */
    static String refusal(String host) {
        return "must not lead to this machine or a private network (" + Words.clean(host, 100)
                + "); --allow-private-webhooks allows it for development";
    }
}
