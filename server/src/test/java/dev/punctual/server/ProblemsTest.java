package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.StoreException;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemsTest {

    /** What is refused for its content must not look as if a repetition could help. */
    @ParameterizedTest
    @CsvSource({
        "REFUSED, INVALID_FIELD",
        "UNAVAILABLE, STORE_UNAVAILABLE",
        "FATAL, STORE_UNAVAILABLE",
        "FULL, STORE_FULL",
        "OUTCOME_UNKNOWN, OUTCOME_UNKNOWN"
    })
    void troubleOfTheStore_hasItsProblem(StoreException.Kind kind, ProblemType type) {
        Problem problem =
                Objects.requireNonNull(Problems.of(new StoreException("rocksdb", "what happened", kind, null)));
        assertThat(problem.type()).isEqualTo(type.urn());
        assertThat(problem.status()).isEqualTo(type.status());
        assertThat(problem.detail()).contains("what happened");
    }
}
