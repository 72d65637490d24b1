package dev.punctual.server;

import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages of others from using a browser on this machine to call the server: they would come with a foreign
 * {@code Origin}, or under a foreign name that was made to point here ({@code Host}). Programs send neither.
 * Thread-safe.
 */
final class RequestGuard implements Filter {

    /**
     * What no name server answers for. IPv6 needs its brackets: letters a to f alone are names such as {@code abc.de}.
     */
    private static final Pattern OWN_NAME = Pattern.compile("(.+\\.)?localhost|[0-9.]+|\\[[0-9a-f:.%]+]");

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletResponse answer = (HttpServletResponse) response;
        answer.setHeader("X-Content-Type-Options", "nosniff");
        answer.setHeader("Cache-Control", "no-store");
        String refusal = refusal((HttpServletRequest) request);
        if (refusal == null) {
            chain.doFilter(request, response);
            return;
        }
        Problem problem = Problem.of(ProblemType.FORBIDDEN, refusal);
        answer.setStatus(problem.status());
        answer.setContentType(Problem.MEDIA_TYPE);
        answer.getOutputStream().write(ApiJson.write(problem).getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String refusal(HttpServletRequest request) {
        String name = request.getServerName().toLowerCase(Locale.ROOT);
        if (!OWN_NAME.matcher(name).matches()) {
            return "Host: the server is called by address or as localhost, was " + Words.quote(name);
        }
        String origin = request.getHeader("Origin");
        String host = request.getHeader("Host");
        if (origin != null && !origin.equalsIgnoreCase(request.getScheme() + "://" + host)) {
            return "Origin: pages of other sites may not call the server, was " + Words.quote(origin);
        }
        return null;
    }
}
