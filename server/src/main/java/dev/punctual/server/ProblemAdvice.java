package dev.punctual.server;

import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers every failure with problem details, and none with a stack trace. Thread-safe. */
@RestControllerAdvice
final class ProblemAdvice {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);
    private static final MediaType PROBLEM_JSON = MediaType.parseMediaType(Problem.MEDIA_TYPE);
    private static final String RETRY_AFTER_SECONDS = "5";

    @ExceptionHandler(Throwable.class)
    ResponseEntity<Problem> answer(Throwable trouble, HttpServletRequest request) {
        Problem problem = Problems.of(trouble);
        if (problem == null && trouble instanceof ErrorResponse refused) {
            return answer(refused(trouble, refused, request), refused.getHeaders());
        }
        return answer(problem == null ? internal(trouble, request) : problem, HttpHeaders.EMPTY);
    }

    private static ResponseEntity<Problem> answer(Problem problem, HttpHeaders headers) {
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.status(problem.status()).contentType(PROBLEM_JSON);
        Collection<String> allow = headers.getOrEmpty(HttpHeaders.ALLOW);
        if (!allow.isEmpty()) {
            answer.header(HttpHeaders.ALLOW, String.join(", ", allow));
        }
        if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return answer.body(problem);
    }

    /** What the dispatcher itself refuses: path, method, media type. */
    private static Problem refused(Throwable trouble, ErrorResponse refused, HttpServletRequest request) {
        String path = Words.clean(request.getRequestURI(), 200);
        if (trouble instanceof HttpRequestMethodNotSupportedException e) {
            String allowed =
                    String.join(", ", e.getSupportedMethods() == null ? new String[0] : e.getSupportedMethods());
            return Problem.of(
                            ProblemType.METHOD_NOT_ALLOWED,
                            path + " does not take " + Words.clean(request.getMethod(), 20) + "; it takes " + allowed)
                    .at("method", allowed);
        }
        if (trouble instanceof HttpMediaTypeNotSupportedException) {
            return Bodies.unsupportedMediaType(request);
        }
        if (refused.getStatusCode().value() == HttpStatus.NOT_FOUND.value()) {
            return Problem.of(ProblemType.NO_SUCH_PATH, path + " is no path of this API")
                    .at("path", ApiPaths.TASKS);
        }
        return Problem.of(
                refused.getStatusCode().is4xxClientError() ? ProblemType.BAD_REQUEST : ProblemType.INTERNAL,
                "the request cannot be answered");
    }

    private static Problem internal(Throwable trouble, HttpServletRequest request) {
        String reference = UUID.randomUUID().toString();
        LOG.error(
                "{} {} failed and was answered 500 (reference {})",
                Words.clean(request.getMethod(), 20),
                Words.clean(request.getRequestURI(), 200),
                reference,
                trouble);
        return Problem.of(
                ProblemType.INTERNAL,
                "something failed that should not; the server's log says more under reference " + reference);
    }
}
