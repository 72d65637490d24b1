package dev.punctual.cli;

import dev.punctual.cli.ServerConnection.Answer;
import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.TaskAnswer;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One call for each of several tasks, with one line of output each. A no for one task does not keep the others from
 * their turn.
 *
 * <p>Not thread-safe.
 */
final class PerTask {

    private final CommonOptions common;
    private final Predicate<TaskAnswer> isYes;
    private final Function<TaskAnswer, String> words;

    /**
     * @param isYes whether an answer with a status of success means yes
     * @param words what such an answer means, as the end of a sentence that begins with the id
     */
    PerTask(CommonOptions common, Predicate<TaskAnswer> isYes, Function<TaskAnswer, String> words) {
        this.common = common;
        this.isYes = isYes;
        this.words = words;
    }

    /** Makes the calls in order and returns the exit code: that of the first no, if any. */
    int run(List<String> ids, Function<String, Answer> call) {
        Ids.requireAll(ids);
        int exitCode = ExitCode.OK;
        for (String id : ids) {
            int code = one(id, ids.size() > 1, call.apply(id));
            exitCode = exitCode == ExitCode.OK ? code : exitCode;
        }
        return exitCode;
    }

    private int one(String id, boolean several, Answer answer) {
        if (!answer.isYes()) {
            return refused(id, several, CommandFailure.of(answer.problem()));
        }
        TaskAnswer task = answer.as(TaskAnswer.class);
        boolean yes = isYes.test(task);
        if (common.json()) {
            common.out().println(answer.body());
        } else {
            String line = ShownText.safe(id) + " " + words.apply(task);
            common.out().println(common.shell().paint(yes ? Colour.PLAIN : Colour.WARN, line));
        }
        return yes ? ExitCode.OK : ExitCode.NO;
    }

    private int refused(String id, boolean several, CommandFailure failure) {
        if (common.json()) {
            common.out().println(ApiJson.write(ErrorLine.of(id, failure)));
        }
        boolean named = failure.sentence().contains("\"" + id + "\"");
        common.shell().complain((several && !named ? id + ": " : "") + failure.sentence());
        return failure.exitCode();
    }
}
