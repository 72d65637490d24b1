package dev.punctual.jdbc;

import dev.punctual.ClaimRequest;
import dev.punctual.TaskRecord;
import java.util.List;
import java.util.Optional;

/** Takes what a plan says, in one atomic step that also notes the number of the claim. */
interface DueClaims {

    /**
     * Carries out the plan.
     *
     * @return what was taken, no more than planned of any partition; or nothing if the number of the claim was not
     *     higher than the last one of the worker, and nothing was done
     */
    Optional<List<TaskRecord>> claim(ClaimRequest request, DuePeek peek, ClaimPlan plan);
}
