package dev.punctual.server;

import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;

/**
 * Answers with problem details what Tomcat refuses before any of our code sees it: request lines, paths and headers
 * that are not HTTP. Thread-safe.
 */
final class ProblemReportValve extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        Problem problem = status < 500
                ? Problem.of(
                        ProblemType.BAD_REQUEST,
                        "the request is not well-formed HTTP; characters other than A-Z a-z 0-9 - . _ ~ must be"
                                + " percent-encoded in paths and queries, and headers have at most 8 KiB")
                : Problem.of(ProblemType.INTERNAL, "something failed that should not; the server's log says more");
        byte[] json = ApiJson.write(new Problem(
                        problem.type(), problem.title(), status, problem.detail(), null, null, null, null, null, null))
                .getBytes(StandardCharsets.UTF_8);
        try {
            response.setContentType(Problem.MEDIA_TYPE);
            response.setContentLength(json.length);
            response.getOutputStream().write(json);
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            getContainer().getLogger().debug("the connection was gone before the error was told", e);
        }
    }
}
